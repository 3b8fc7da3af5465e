import type { Folder } from '@hongyan/contract/folders'
import { type MessageItem, type Moved, messages } from '@hongyan/contract/messages'
import { protection } from '@hongyan/contract/protection'
import type { ReportKind } from '@hongyan/contract/protection-fields'
import { call } from '../../lib/api.ts'
import { translate } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { tellTrouble } from '../../lib/trouble.ts'
import { announce } from '../../ui/announcer.tsx'
import { toast } from '../../ui/toast-store.ts'
import { findRole, folderBook, shiftUnread, titleOf } from '../folders/folders.public.ts'
import { dropRows, patchFlags, showsConversations } from './message-query.ts'
import { type OwnChange, refreshLists } from './message-sync.ts'
import { shownAhead } from './shown-ahead.ts'
import { offer, offerUndo, undoable } from './undo.ts'

/** What an action needs to know of a message. One with `conversation` stands for its whole thread in its folder. */
export type Target = Pick<MessageItem, 'mailId' | 'mailboxId' | 'seen' | 'starred'> &
  Partial<Pick<MessageItem, 'pinned' | 'color' | 'threadId' | 'conversation'>>

const idsOf = (targets: readonly Target[]): number[] => targets.map(({ mailId }) => mailId)

const isThread = ({ conversation }: Target): boolean => (conversation?.count ?? 1) > 1

type Chosen = { mailIds: number[] } | { mailboxId: number; threadIds: number[] }

/** Targets as the server takes them: single mails together, conversations by their folder. */
function* selectionsOf(targets: readonly Target[]): Generator<Chosen> {
  const single = targets.filter((target) => !isThread(target))
  if (single.length > 0) yield { mailIds: idsOf(single) }
  const threads = targets.filter(isThread)
  for (const [mailboxId, group] of Map.groupBy(threads, (one) => one.mailboxId)) {
    yield { mailboxId, threadIds: group.flatMap(({ threadId }) => threadId ?? []) }
  }
}

async function callEach<T>(
  targets: readonly Target[],
  run: (chosen: Chosen) => Promise<T>,
): Promise<T[]> {
  const answers: T[] = []
  for (const chosen of selectionsOf(targets)) answers.push(await run(chosen))
  return answers
}

/** Marks read or unread, on screen at once. */
export async function markSeen(targets: readonly Target[], seen: boolean): Promise<void> {
  const changing = targets.filter((target) => target.seen !== seen || isThread(target))
  if (changing.length === 0) return
  const ids = idsOf(changing)
  const counted = changing.filter((target) => target.seen !== seen)
  shiftUnread(unreadShift(counted, seen ? -1 : 1))
  patchFlags(new Set(ids), { seen })
  announce(translate(seen ? 'list:done.seen' : 'list:done.unseen'))
  await shownAhead(
    ids,
    (own) =>
      callEach(changing, (chosen) => call(messages.seen, { body: { ...chosen, seen } }, own)),
    () => {
      shiftUnread(unreadShift(counted, seen ? 1 : -1))
      patchFlags(new Set(ids), { seen: !seen })
    },
  )
  // Rows of conversations count mails that they do not show.
  if (showsConversations()) refreshLists(0)
}

/** Stars or unstars, on screen at once. */
export async function markStarred(targets: readonly Target[], starred: boolean): Promise<void> {
  const ids = idsOf(targets.filter((target) => target.starred !== starred))
  if (ids.length === 0) return
  patchFlags(new Set(ids), { starred })
  announce(translate(starred ? 'list:done.starred' : 'list:done.unstarred'))
  await shownAhead(
    ids,
    (own) => call(messages.star, { body: { mailIds: ids, starred } }, own),
    () => patchFlags(new Set(ids), { starred: !starred }),
  )
}

/** Pins to the top of the folder or lets go; the list is loaded again in its new order. */
export async function markPinned(targets: readonly Target[], pinned: boolean): Promise<void> {
  const ids = idsOf(targets)
  if (ids.length === 0) return
  patchFlags(new Set(ids), { pinned })
  await shownAhead(
    ids,
    (own) => call(messages.pin, { body: { mailIds: ids, pinned } }, own),
    () => patchFlags(new Set(ids), { pinned: !pinned }),
  )
  refreshLists(0)
}

/** Gives a flag colour, 0 takes it away. */
export async function markColor(targets: readonly Target[], color: number): Promise<void> {
  const before = targets.map((target) => ({ id: target.mailId, color: target.color ?? 0 }))
  const ids = idsOf(targets)
  if (ids.length === 0) return
  patchFlags(new Set(ids), { color })
  await shownAhead(
    ids,
    (own) => call(messages.color, { body: { mailIds: ids, color } }, own),
    () => {
      for (const one of before) patchFlags(new Set([one.id]), { color: one.color })
    },
  )
}

/** Takes messages away from where they lie. @returns false when the server refused: then they lie there still */
export type Leaving = (targets: readonly Target[]) => Promise<boolean>

/** Moves messages and offers to undo it. */
export async function moveMessages(targets: readonly Target[], to: Folder): Promise<boolean> {
  const moving = targets.filter(({ mailboxId }) => mailboxId !== to.folderId)
  if (moving.length === 0) {
    toast({ kind: 'info', text: translate('list:sameFolder') })
    return true
  }
  return moveAway(moving, {
    to: to.folderId,
    run: (chosen, own) =>
      call(messages.move, { body: { ...chosen, targetMailboxId: to.folderId } }, own),
    say: () => translate('list:moved', { folder: titleOf(to, translate) }),
  })
}

/** Puts messages into the recycle bin and offers to undo it. */
export const recycleMessages: Leaving = (targets) =>
  moveAway(targets, {
    to: findRole(folderBook(), 'trash')?.folderId ?? 0,
    run: (body, own) => call(messages.recycle, { body }, own),
    say: (count) => translate('list:recycled', { count }),
  })

/** Moves messages to the archive. */
export const archiveMessages: Leaving = (targets) =>
  moveAway(targets, {
    to: findRole(folderBook(), 'archive')?.folderId ?? 0,
    run: (body, own) => call(messages.archive, { body }, own),
    say: (count) => translate('list:archived', { count }),
  })

/** Says that messages are spam, or that they are none. */
export const markSpam = (targets: readonly Target[], spam: boolean): Promise<boolean> =>
  moveAway(targets, {
    to: spam ? (findRole(folderBook(), 'junk')?.folderId ?? 0) : 0,
    run: (chosen, own) => call(messages.spam, { body: { ...chosen, spam } }, own),
    say: (count) => translate(spam ? 'list:markedSpam' : 'list:markedNotSpam', { count }),
  })

/** What somebody says of a mail that is reported. */
export interface Reported {
  kind: ReportKind
  note: string
  /** What is said when it is done: with the move to junk, or of what lies there. */
  words: { moved: string; done: string }
}

/** Reports a mail to the administrators and moves it to junk; undoing it takes the report back too. */
export async function reportMessage(
  { mailId, mailboxId, seen, starred }: Target,
  { words, ...said }: Reported,
  away: (targets: readonly Target[], run: Leaving) => unknown,
): Promise<void> {
  const junk = findRole(folderBook(), 'junk')?.folderId ?? 0
  const withdraw = () => call(protection.withdraw, { body: { mailId } })
  const body = { mailId, ...said }
  if (mailboxId !== junk) {
    // The mail alone, also where a row stands for its conversation.
    const run: Leaving = (targets) =>
      moveAway(targets, {
        to: junk,
        run: (_, own) => call(protection.report, { body }, own),
        say: () => words.moved,
        takenBack: withdraw,
      })
    away([{ mailId, mailboxId, seen, starred }], run)
    return
  }
  try {
    await call(protection.report, { body })
    offer(words.done, () => void withdraw().catch(tellTrouble))
  } catch (error) {
    tellTrouble(error)
  }
}

/** Brings messages back to where they were before the recycle bin. */
export const restoreMessages: Leaving = (targets) =>
  moveAway(targets, {
    to: 0,
    run: (body, own) => call(messages.restore, { body }, own),
    say: (count) => translate('list:restored', { count }),
  })

/** Deletes for good what is in the recycle bin or junk. The caller has asked the person. */
export async function destroyMessages(targets: readonly Target[]): Promise<boolean> {
  const answers = await removeFromView(targets, 0, (own) =>
    callEach(targets, (body) => call(messages.destroy, { body }, own)),
  )
  const count = answers?.reduce((sum, one) => sum + one.count, 0) ?? 0
  if (answers) toast({ kind: 'info', text: translate('list:destroyed', { count }) })
  return answers !== null
}

interface MoveAway {
  /** Where unread mail shows up at once; 0 when the server decides. */
  to: number
  run: (chosen: Chosen, own: OwnChange) => Promise<Moved>
  say: (count: number) => string
  /** What else is taken back with the move. */
  takenBack?: () => Promise<unknown>
}

const moveAway = async (targets: readonly Target[], move: MoveAway): Promise<boolean> =>
  targets.length === 0 || undoable(() => moveNow(targets, move))

async function moveNow(
  targets: readonly Target[],
  { to, run, say, takenBack }: MoveAway,
): Promise<boolean> {
  const answers = await removeFromView(targets, to, (own) =>
    callEach(targets, (chosen) => run(chosen, own)),
  )
  if (!answers) return false
  const from = answers.flatMap((one) => one.from)
  const count = answers.reduce((sum, one) => sum + one.count, 0)
  offerUndo(say(count), from, takenBack)
  return true
}

async function removeFromView<T>(
  targets: readonly Target[],
  to: number,
  run: (own: OwnChange) => Promise<T>,
): Promise<T | null> {
  const ids = idsOf(targets)
  const unread = targets.filter(({ seen }) => !seen)
  const before = queryClient.getQueriesData({ queryKey: ['list'] })
  const shift = unreadShift(unread, -1)
  if (to !== 0 && unread.length > 0) shift.set(to, unread.length)
  shiftUnread(shift)
  dropRows(new Set(ids))
  const answer = await shownAhead(ids, run, () => {
    for (const [key, page] of before) queryClient.setQueryData(key, page)
    shiftUnread(new Map([...shift].map(([folder, by]) => [folder, -by])))
  })
  refreshLists(0)
  return answer
}

function unreadShift(targets: readonly Target[], by: number): Map<number, number> {
  const shift = new Map<number, number>()
  for (const { mailboxId } of targets) shift.set(mailboxId, (shift.get(mailboxId) ?? 0) + by)
  return shift
}
