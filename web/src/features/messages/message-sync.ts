import type { BulkProgress } from '@hongyan/contract/bulk'
import type { PushMessage } from '@hongyan/contract/push'
import { queryClient } from '../../lib/queries.ts'

/** Own changes under way: a list loaded meanwhile could show the state before them. */
let underWay = 0
let timer: ReturnType<typeof setTimeout> | null = null
/** Messages this tab changed a moment ago; the echo that push sends of it is no news. */
const ownChanges = new Map<number, number>()
const echoTime = 3000

/** Loads the lists on screen again, soon and only once however often it is asked for. */
export function refreshLists(delay: number): void {
  if (timer !== null) return
  timer = setTimeout(() => {
    timer = null
    if (underWay > 0) refreshLists(100)
    else void queryClient.invalidateQueries({ queryKey: ['list'] })
  }, delay)
}

/** Runs a change that is already on screen; nothing reloads before it is done. */
export async function whileChanging<T>(ids: Iterable<number>, run: () => Promise<T>): Promise<T> {
  underWay++
  for (const id of ids) ownChanges.set(id, Date.now())
  await queryClient.cancelQueries({ queryKey: ['list'] })
  try {
    return await run()
  } finally {
    underWay--
  }
}

type BulkListener = (progress: BulkProgress | null) => void
let bulkListener: BulkListener | null = null

/** Who is told of actions on whole folders; null is said when the line is up again and news may have been missed. */
export function onBulk(listener: BulkListener): () => void {
  bulkListener = listener
  return () => {
    bulkListener = null
  }
}

/** Takes over what push says about lists and open messages. Counters are the folders' business. */
export function applyPush(message: PushMessage): void {
  if (isAboutTodo(message)) return
  if (message.optType === 'hello') return void bulkListener?.(null)
  if (message.optType === 'bulk') return void bulkListener?.(message)
  if (message.optType === 'resync') {
    void queryClient.invalidateQueries({ queryKey: ['mail'] })
  }
  if (message.optType !== 'mailbox') {
    refreshLists(0)
  } else if (message.kind !== 'folders') {
    const news = message.mailIds.filter(isNews)
    for (const id of news) void queryClient.invalidateQueries({ queryKey: ['mail', id] })
    if (news.length > 0 || message.mailIds.length === 0) {
      refreshLists(message.kind === 'added' ? 0 : 120)
    }
  }
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
