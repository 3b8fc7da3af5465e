import type { MessageDetail, MessagePage } from '@hongyan/contract/messages'
import type { PushMessage } from '@hongyan/contract/push'
import { queryClient } from '../../lib/queries.ts'
import { onSessionEnd } from '../../lib/session-end.ts'

/** Own changes under way: a list loaded meanwhile could show the state before them. */
let underWay = 0
let timer: ReturnType<typeof setTimeout> | null = null
let due = 0
/** Messages this tab changed a moment ago: push most likely only repeats what is on screen already. */
const ownChanges = new Map<number, number>()
const echoTime = 3000
/** Messages whose open copy is to be compared with their row at the next refresh. */
const toCompare = new Set<number>()
/** An echo is no hurry, yet looked at: somebody else may have changed the same message in the same moment. */
const echoDelay = 1000
let greeted = false
/** A list was asked for before the folders were here. */
let askedAhead = false

/** To be said whenever a list is asked for. `ahead`: the folders, and so the position push begins at, are not here yet. */
export function noteListAsked(ahead: boolean): void {
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
    else void reload()
  }, delay)
}

async function reload(): Promise<void> {
  const ids = [...toCompare]
  toCompare.clear()
  await queryClient.invalidateQueries({ queryKey: ['list'] })
  for (const id of ids) compareWithRow(id)
}

/** Runs a change that is already on screen; nothing reloads before it is done. */
export async function whileChanging<T>(ids: Iterable<number>, run: () => Promise<T>): Promise<T> {
  underWay++
  for (const id of ids) ownChanges.set(id, Date.now())
  // What is stopped here may have been news of others: it is asked for again afterwards.
  const stopped = queryClient.isFetching({ queryKey: ['list'] }) > 0
  try {
    await queryClient.cancelQueries({ queryKey: ['list'] })
    return await run()
  } catch (error) {
    refreshLists(0)
    throw error
  } finally {
    underWay--
    if (stopped) refreshLists(0)
  }
}

/** Takes over what push says about lists and open messages. Counters are the folders' business, actions on folders bulk-store's. */
export function applyPush(message: PushMessage): void {
  if (isAboutTodo(message)) return
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
  const news = message.mailIds.filter(isNews)
  for (const id of news) void queryClient.invalidateQueries({ queryKey: ['mail', id] })
  for (const id of message.mailIds) if (!news.includes(id)) toCompare.add(id)
  const isEcho = news.length === 0 && message.mailIds.length > 0
  refreshLists(isEcho ? echoDelay : message.kind === 'added' ? 0 : 120)
}

/**
 * At the first greeting: where the first page was asked for together with the folders, whose position the connection
 * begins at, a change between the two answers would be in neither; a page that was asked for after them is only ever
 * newer. Later: a list that could not be loaded while the line was down is tried again.
 */
function greet(): void {
  if (!greeted && askedAhead) refreshLists(echoDelay)
  greeted = true
  const lists = queryClient.getQueryCache().findAll({ queryKey: ['list'], type: 'active' })
  if (lists.some(({ state }) => state.isInvalidated || state.status === 'error')) refreshLists(0)
}

onSessionEnd(() => {
  greeted = false
  askedAhead = false
  ownChanges.clear()
  toCompare.clear()
})

/** The open copy of a message takes the flags of its row; without a row it is loaded again. */
function compareWithRow(id: number): void {
  const key = ['mail', id]
  const open = queryClient.getQueryData<MessageDetail>(key)
  if (!open) return
  const row = rowOf(id)
  if (!row) {
    void queryClient.invalidateQueries({ queryKey: key })
    return
  }
  const { seen, starred, mailboxId } = row
  if (seen === open.seen && starred === open.starred && mailboxId === open.mailboxId) return
  queryClient.setQueryData(key, { ...open, seen, starred, mailboxId })
}

function rowOf(id: number) {
  const active = queryClient.getQueryCache().findAll({ queryKey: ['list'], type: 'active' })
  for (const { state } of active) {
    const page = state.data as MessagePage | undefined
    const found = page?.list.find(({ mailId }) => mailId === id)
    if (found) return found
  }
  return undefined
}

const isAboutTodo = (message: PushMessage): boolean =>
  message.optType === 'todo' || (message.optType === 'mailbox' && message.kind === 'todo')

function isNews(id: number): boolean {
  const changed = ownChanges.get(id)
  if (changed === undefined) return true
  if (Date.now() - changed < echoTime) return false
  ownChanges.delete(id)
  return true
}
