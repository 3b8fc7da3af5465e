// @vitest-environment happy-dom
import { allEndpoints } from '@hongyan/contract/all'
import { bulk } from '@hongyan/contract/bulk'
import { compose } from '@hongyan/contract/compose'
import { type MemberLevel, mayMemberCall } from '@hongyan/contract/endpoint'
import type { Folder, FolderRole } from '@hongyan/contract/folders'
import { labels } from '@hongyan/contract/labels'
import { lists } from '@hongyan/contract/lists'
import { type MessageItem, messages } from '@hongyan/contract/messages'
import type { UserInfo } from '@hongyan/contract/session'
import { todo } from '@hongyan/contract/todo'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mayNow, userQuery } from '../../lib/me.ts'
import { queryClient } from '../../lib/queries.ts'
import { showTroublesBy } from '../../lib/trouble.ts'
import { useFolderQuestion } from '../folders/folders.public.ts'
import type { BulkActions } from './action-types.ts'
import { offeredActions } from './list/bars/offered-actions.ts'
import { activate, selectWhole } from './list/list-store.ts'
import type { Screen } from './screen-types.ts'
import { mailActions } from './use-mail-actions.ts'

const item = {
  mailId: 5,
  mailboxId: 2,
  threadId: 5,
  seen: false,
  starred: false,
  pinned: false,
  color: 0,
  draft: false,
  labels: [],
  conversation: null,
  mailSubject: 'x',
  mailFrom: { name: '', address: 'p@other.test' },
} as unknown as MessageItem
const folder = { folderId: 3, role: null } as unknown as Folder
const levels = ['read', 'send-as', 'on-behalf', 'full'] as const satisfies MemberLevel[]

let asked: string[] = []
let told = 0

beforeEach(() => {
  asked = []
  told = 0
  showTroublesBy(() => void told++)
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(String(url), 'http://x').pathname.replace('/api/', ''))
    return new Response(JSON.stringify({ code: 200, message: '', data: { from: [], count: 0 } }))
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const enterAs = (level: MemberLevel | null) =>
  queryClient.setQueryData(userQuery.queryKey, {
    member: level && { level },
  } as unknown as UserInfo)

const screenIn = (role: FolderRole) =>
  ({
    place: { folder: { folderId: 2, role }, search: null, openId: null, listPath: '/', tail: '' },
    list: {
      source: { kind: 'folder', folderId: 2 },
      view: { filter: 'all' },
      rows: [item],
      order: [item.mailId],
    },
    wide: false,
  }) as unknown as Screen

/** What a question leads to counts as asked for: whoever may not do it is not to be asked. */
const leadsTo: Readonly<Record<string, string>> = {
  rows: messages.destroy.path,
  whole: bulk.start.path,
  todo: todo.save.path,
  move: messages.move.path,
  mark: labels.mark.path,
}
const note = (path: string | undefined): void => void asked.push(path ?? 'an unknown question')
useFolderQuestion.subscribe(({ question }) => question && note(leadsTo[question.kind]))

const means = {
  go: (path: string) =>
    note(path.startsWith('/write/') ? compose.saveDraft.path : lists.related.path),
  ask: ({ kind }: { kind: string }) => note(leadsTo[kind]),
}

/** Everything that can be done with a mail, by every way that leads there. */
function everyDeed(role: FolderRole): Record<string, () => void> {
  const { row, bulk: keys, reader } = mailActions(() => screenIn(role), means)
  const deeds = (actions: BulkActions, name: string) => ({
    [`${name} seen`]: () => actions.seen(true),
    [`${name} star`]: actions.star,
    [`${name} pin`]: actions.pin,
    [`${name} color`]: () => actions.color(2),
    [`${name} move`]: () => actions.move(folder),
    [`${name} archive`]: actions.archive,
    [`${name} spam`]: () => actions.spam(true),
    [`${name} restore`]: actions.restore,
    [`${name} remove`]: actions.remove,
    [`${name} export`]: actions.exportMail,
    [`${name} related`]: actions.related,
    [`${name} todo`]: actions.todo,
    [`${name} where to`]: actions.askMove,
    [`${name} which labels`]: actions.askLabels,
  })
  return {
    ...deeds(row.on(item), 'on a mail'),
    ...deeds(keys, 'by key'),
    'star of the row': () => row.star(item),
    'move of the row': () => row.move([item], folder),
    'remove of the reader': () => reader.remove(item),
    'move of the reader': () => reader.move(item, folder),
    'answer of the reader': () => reader.write('reply', item.mailId),
  }
}

const roles = ['inbox', 'trash'] as const satisfies FolderRole[]
const ways = roles.flatMap((role) => [false, true].map((whole) => ({ role, whole })))

const endpoints = allEndpoints
const isRefused = (path: string, level: MemberLevel): boolean => {
  const endpoint = endpoints.find((one) => one.path === path)
  return endpoint === undefined || !mayMemberCall(endpoint, level)
}

it.each(levels)(
  'a member who may %s asks for nothing that is refused, and is told so',
  async (level) => {
    const wanted = await wantedByOwner()
    enterAs(level)
    for (const { role, whole } of ways) {
      for (const [deed, run] of Object.entries(everyDeed(role))) {
        const name = `${role} ${whole} ${deed}`
        const refused = wanted.get(name)?.some((path) => isRefused(path, level))
        begin(whole)
        run()
        await new Promise((resolve) => setTimeout(resolve))
        expect(
          asked.filter((path) => isRefused(path, level)),
          name,
        ).toEqual([])
        expect({ name, told }).toEqual({ name, told: refused ? 1 : 0 })
      }
    }
  },
)

function begin(whole: boolean): void {
  useFolderQuestion.setState({ question: null })
  activate(item.mailId)
  selectWhole(whole)
  asked = []
  told = 0
}

/** What each deed asks for where nothing is refused. */
async function wantedByOwner(): Promise<ReadonlyMap<string, readonly string[]>> {
  enterAs(null)
  const wanted = new Map<string, readonly string[]>()
  for (const { role, whole } of ways) {
    for (const [deed, run] of Object.entries(everyDeed(role))) {
      begin(whole)
      run()
      await vi.waitFor(() => expect(asked, deed).not.toEqual([]), { interval: 1, timeout: 60_000 })
      wanted.set(`${role} ${whole} ${deed}`, asked)
    }
  }
  return wanted
}

it('what is offered is what is allowed: reading offers no star, no move, no answer', () => {
  const offered = (level: MemberLevel, role: FolderRole, whole = false) => {
    enterAs(level)
    const actions = {} as BulkActions
    return offeredActions({ may: mayNow, chosen: [item], role, actions, whole }).map(({ id }) => id)
  }
  expect(offered('read', 'inbox')).toEqual(['seen', 'export', 'related'])
  expect(offered('read', 'trash')).toEqual(['seen', 'export', 'related'])
  expect(offered('read', 'inbox', true)).toEqual([])
  expect(offered('send-as', 'inbox')).toContain('delete')
  expect(offered('send-as', 'trash')).not.toContain('delete')
  expect(offered('send-as', 'inbox', true)).toEqual([])
  expect(offered('full', 'trash')).toContain('delete')
  expect(offered('full', 'inbox', true)).toContain('archive')
})
