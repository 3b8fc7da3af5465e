import type { Folder } from '@hongyan/contract/folders'
import { type MessageItem, messages } from '@hongyan/contract/messages'
import { ApiError, call } from '../../lib/api.ts'
import { translate } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { toast } from '../../ui/toast-store.ts'
import { findRole, folderBook, shiftUnread, titleOf } from '../folders/folders.public.ts'
import { dropRows, patchFlags } from './message-query.ts'
import { refreshLists, whileChanging } from './message-sync.ts'

/** What an action needs to know of a message. */
export type Target = Pick<MessageItem, 'mailId' | 'mailboxId' | 'seen' | 'starred'>

const idsOf = (targets: readonly Target[]): number[] => targets.map(({ mailId }) => mailId)

/** Marks read or unread, on screen at once. */
export async function markSeen(targets: readonly Target[], seen: boolean): Promise<void> {
  const changing = targets.filter((target) => target.seen !== seen)
  if (changing.length === 0) return
  const ids = idsOf(changing)
  shiftUnread(unreadShift(changing, seen ? -1 : 1))
  patchFlags(new Set(ids), { seen })
  await attempt(
    ids,
    () => call(messages.seen, { body: { mailIds: ids, seen } }),
    () => {
      shiftUnread(unreadShift(changing, seen ? 1 : -1))
      patchFlags(new Set(ids), { seen: !seen })
    },
  )
}

/** Stars or unstars, on screen at once. */
export async function markStarred(targets: readonly Target[], starred: boolean): Promise<void> {
  const ids = idsOf(targets.filter((target) => target.starred !== starred))
  if (ids.length === 0) return
  patchFlags(new Set(ids), { starred })
  await attempt(
    ids,
    () => call(messages.star, { body: { mailIds: ids, starred } }),
    () => patchFlags(new Set(ids), { starred: !starred }),
  )
}

/** Moves messages and offers to undo it. */
export async function moveMessages(targets: readonly Target[], to: Folder): Promise<void> {
  const moving = targets.filter(({ mailboxId }) => mailboxId !== to.folderId)
  if (moving.length === 0) return void toast({ kind: 'info', text: translate('list:sameFolder') })
  const ids = idsOf(moving)
  const moved = await removeFromView(moving, to.folderId, () =>
    call(messages.move, { body: { mailIds: ids, targetMailboxId: to.folderId } }),
  )
  if (moved) offerUndo(translate('list:moved', { folder: titleOf(to, translate) }), moving)
}

/** Puts messages into the recycle bin and offers to undo it. */
export async function recycleMessages(targets: readonly Target[]): Promise<void> {
  if (targets.length === 0) return
  const ids = idsOf(targets)
  const trash = findRole(folderBook(), 'trash')?.folderId ?? 0
  const moved = await removeFromView(targets, trash, () =>
    call(messages.recycle, { body: { mailIds: ids } }),
  )
  if (moved) offerUndo(translate('list:recycled', { count: ids.length }), targets)
}

/** Deletes for good what is in the recycle bin or junk. The caller has asked the person. */
export async function destroyMessages(targets: readonly Target[]): Promise<void> {
  const ids = idsOf(targets)
  const gone = await removeFromView(targets, 0, () =>
    call(messages.destroy, { body: { mailIds: ids } }),
  )
  if (gone) toast({ kind: 'info', text: translate('list:destroyed', { count: ids.length }) })
}

async function removeFromView(
  targets: readonly Target[],
  to: number,
  run: () => Promise<unknown>,
): Promise<boolean> {
  const ids = idsOf(targets)
  const unread = targets.filter(({ seen }) => !seen)
  const before = queryClient.getQueriesData({ queryKey: ['list'] })
  const shift = unreadShift(unread, -1)
  if (to !== 0 && unread.length > 0) shift.set(to, unread.length)
  shiftUnread(shift)
  dropRows(new Set(ids))
  const done = await attempt(ids, run, () => {
    for (const [key, page] of before) queryClient.setQueryData(key, page)
    shiftUnread(new Map([...shift].map(([folder, by]) => [folder, -by])))
  })
  refreshLists(0)
  return done
}

function offerUndo(text: string, targets: readonly Target[]): void {
  toast({
    kind: 'info',
    text,
    action: { label: translate('common:undo'), run: () => void moveBack(targets) },
  })
}

/** Each message returns to the folder it came from; a search may have found them in several. */
async function moveBack(targets: readonly Target[]): Promise<void> {
  for (const [folderId, group] of Map.groupBy(targets, ({ mailboxId }) => mailboxId)) {
    const ids = idsOf(group)
    await attempt(ids, () =>
      call(messages.move, { body: { mailIds: ids, targetMailboxId: folderId } }),
    )
    for (const id of ids) void queryClient.invalidateQueries({ queryKey: ['mail', id] })
  }
  refreshLists(0)
}

/** Runs a change that is already shown; when it is refused, takes it back and says why. */
async function attempt(
  ids: readonly number[],
  run: () => Promise<unknown>,
  takeBack?: () => void,
): Promise<boolean> {
  try {
    await whileChanging(ids, run)
    return true
  } catch (error) {
    takeBack?.()
    const text = error instanceof ApiError ? error.message : translate('common:error')
    if (!(error instanceof ApiError && error.kind === 'expired')) toast({ kind: 'error', text })
    return false
  }
}

function unreadShift(targets: readonly Target[], by: number): Map<number, number> {
  const shift = new Map<number, number>()
  for (const { mailboxId } of targets) shift.set(mailboxId, (shift.get(mailboxId) ?? 0) + by)
  return shift
}
