import type { FolderRole } from '@hongyan/contract/folders'
import type { MessageItem } from '@hongyan/contract/messages'
import { expect, it } from 'vitest'
import type { BulkActions } from '../../action-types.ts'
import { offeredActions } from './offered-actions.ts'

const nothing = () => undefined
const actions: BulkActions = {
  seen: nothing,
  star: nothing,
  pin: nothing,
  color: nothing,
  move: nothing,
  archive: nothing,
  spam: nothing,
  restore: nothing,
  remove: nothing,
  exportMail: nothing,
  related: nothing,
  report: nothing,
  todo: nothing,
  askMove: nothing,
  askLabels: nothing,
}
const mail = (seen: boolean) => ({ seen, pinned: false, conversation: null }) as MessageItem
const ids = (role: FolderRole | null, whole = false, chosen = [mail(false)]) =>
  offeredActions({ may: () => true, chosen, role, actions, whole }).map(({ label }) => label)

it('MAILLIST-21 MAILLIST-22 a folder offers archive and delete, the bin restore and delete for good', () => {
  expect(ids('inbox')).toEqual(
    expect.arrayContaining(['archive', 'delete', 'spam', 'move', 'export', 'pin', 'related']),
  )
  expect(ids('trash')).toEqual(expect.arrayContaining(['restore', 'deleteForGood']))
  for (const absent of ['archive', 'spam', 'delete']) expect(ids('trash')).not.toContain(absent)
})

it('MAILLIST-21 spam offers "not spam"; drafts neither move nor archive', () => {
  expect(ids('junk')).toEqual(expect.arrayContaining(['notSpam', 'restore']))
  for (const absent of ['move', 'archive', 'spam']) expect(ids('drafts')).not.toContain(absent)
})

it('MAILLIST-13 one unread mail makes the button mark read; all of a folder leaves out what is for single mails', () => {
  expect(ids('inbox', false, [mail(true), mail(false)])).toContain('markRead')
  expect(ids('inbox', false, [mail(true)])).toContain('markUnread')
  for (const absent of ['pin', 'export', 'related'])
    expect(ids('inbox', true)).not.toContain(absent)
})
