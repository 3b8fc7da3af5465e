import type { PushMessage } from '@hongyan/contract/push'
import type { CallOptions } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'
import { randomKey } from '../../lib/random-key.ts'
import { onSessionEnd } from '../../lib/session-end.ts'

/** Own changes under way: a list loaded meanwhile could show the state before them. */
let underWay = 0
let timer: ReturnType<typeof setTimeout> | null = null
let due = 0
/** This tab's changes that were on screen before the server had them, by name, and what they changed: push only repeats it. */
const ownChanges = new Map<string, ReadonlySet<number>>()
const maxOwnChanges = 1_000
const tab = randomKey()
let named = 0
/** How often a list was asked for. */
let asked = 0
/** Where the first greeting finds that a page may be too old, it is asked for again when all is calm. */
const calm = 1000
let greeted = false
/** A list was asked for before the folders were here. */
let askedAhead = false

/** To be said whenever a list is asked for. `ahead`: the folders, and so the position push begins at, are not here yet. */
export function noteListAsked(ahead: boolean): void {
  asked++
  askedAhead ||= ahead
}

/** Loads the lists on screen again, once at the earliest moment that anybody asked for. */
export function refreshLists(delay: number): void {
  const at = Date.now() + delay
  if (timer !== null && due <= at) return
  if (timer !== null) clearTimeout(timer)
  due = at
  timer = setTimeout(() => {
    timer = null
    if (underWay > 0) refreshLists(100)
    else void queryClient.invalidateQueries({ queryKey: ['list'] })
  }, delay)
}

/** Goes with every call of a change that is already on screen. */
export type OwnChange = Required<Pick<CallOptions, 'origin'>>

/** Runs a change that is already on screen; nothing reloads before it is done. */
export async function whileChanging<T>(
  ids: Iterable<number>,
  run: (own: OwnChange) => Promise<T>,
): Promise<T> {
  underWay++
  const origin = nameChange(new Set(ids))
  // What is stopped here may have been news of others: it is asked for again afterwards.
  const stopped = queryClient.isFetching({ queryKey: ['list'] }) > 0
  try {
    await queryClient.cancelQueries({ queryKey: ['list'] })
    const before = asked
    const answer = await run({ origin })
    // A list that was asked for meanwhile may show the state before the change, and push will not say so.
    if (asked !== before) refreshLists(0)
    return answer
  } catch (error) {
    ownChanges.delete(origin)
    refreshLists(0)
    throw error
  } finally {
    underWay--
    if (stopped) refreshLists(0)
  }
}

function nameChange(ids: ReadonlySet<number>): string {
  const origin = `${tab}.${++named}`
  ownChanges.set(origin, ids)
  // Of one that changed nothing push says nothing.
  const [oldest] = ownChanges.keys()
  if (ownChanges.size > maxOwnChanges && oldest !== undefined) ownChanges.delete(oldest)
  return origin
}

/** Takes over what push says about lists and open messages. Counters are the folders' business, actions on folders bulk-store's. */
export function applyPush(message: PushMessage): void {
  if (isAboutOther(message)) {
    if (isOfMembers(message) && showsAssigned()) refreshLists(120)
    return
  }
  if (message.optType === 'hello') {
    greet()
    return
  }
  if (message.optType === 'bulk') return
  if (message.optType === 'resync') {
    void queryClient.invalidateQueries({ queryKey: ['mail'] })
  }
  if (message.optType !== 'mailbox') {
    refreshLists(0)
    return
  }
  const { kind, mailIds, origin = '' } = message
  const own = ownChanges.get(origin)
  // Of a conversation more is changed than its row; and where a mail lies now, an open copy does not know.
  const news = own && kind === 'flags' ? mailIds.filter((id) => !own.has(id)) : mailIds
  for (const id of news) void queryClient.invalidateQueries({ queryKey: ['mail', id] })
  if (own) return
  refreshLists(kind === 'added' ? 0 : 120)
}

/**
 * At the first greeting: where the first page was asked for together with the folders, whose position the connection
 * begins at, a change between the two answers would be in neither; a page that was asked for after them is only ever
 * newer. Later: a list that could not be loaded while the line was down is tried again.
 */
function greet(): void {
  if (!greeted && askedAhead) refreshLists(calm)
  greeted = true
  const lists = queryClient.getQueryCache().findAll({ queryKey: ['list'], type: 'active' })
  if (lists.some(({ state }) => state.isInvalidated || state.status === 'error')) refreshLists(0)
}

onSessionEnd(() => {
  greeted = false
  askedAhead = false
  ownChanges.clear()
})

const isOfMembers = (message: PushMessage): boolean =>
  message.optType === 'mailbox' && message.kind === 'members'

/** A list on screen is of mail that somebody is to answer. */
const showsAssigned = (): boolean =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: ['list'], type: 'active' })
    .some(({ queryKey: [, , , , view] }) => isAssignedView(view))

const isAssignedView = (view: unknown): boolean =>
  typeof view === 'object' && view !== null && 'assigned' in view

const elsewhere = new Set(['todo', 'members', 'approval'])
/** Todo mail, what members of a mailbox do with mails, and approval are no change of the mails themselves. */
const isAboutOther = (message: PushMessage): boolean =>
  message.optType === 'todo' || (message.optType === 'mailbox' && elsewhere.has(message.kind))
