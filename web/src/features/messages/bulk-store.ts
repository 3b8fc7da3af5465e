import { type BulkAction, type BulkProgress, bulk } from '@hongyan/contract/bulk'
import type { ListFilter } from '@hongyan/contract/messages'
import type { PushMessage } from '@hongyan/contract/push'
import { call } from '../../lib/api.ts'
import { translate } from '../../lib/i18n.ts'
import { onSessionEnd } from '../../lib/session-end.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { tellTrouble } from '../../lib/trouble.ts'
import { toast } from '../../ui/toast-store.ts'
import { refreshLists } from './message-sync.ts'
import { offer } from './undo.ts'

/** Actions on whole folders that are under way, by their number. */
export const useBulk = sessionStore<{ running: readonly BulkProgress[] }>(() => ({ running: [] }))

interface BulkStart {
  mailboxId: number
  action: BulkAction
  filter: ListFilter
  targetMailboxId?: number
}

/** Begins an action on all mail of a folder. */
export async function startBulk(body: BulkStart): Promise<void> {
  try {
    takeProgress(await call(bulk.start, { body }))
  } catch (error) {
    tellTrouble(error)
  }
}

export async function stopBulk(jobId: number): Promise<void> {
  try {
    await call(bulk.stop, { body: { jobId } })
  } catch (error) {
    tellTrouble(error)
  }
}

/**
 * Takes over what push says of actions on whole folders, whatever screen is open: what ended while somebody wrote is
 * said there, with its undo. A greeting follows on a line that was down, and news may have been missed.
 */
export function applyBulk(message: PushMessage): void {
  if (message.optType === 'bulk') takeProgress(message)
  if (message.optType === 'hello') void loadBulk()
}

/** What runs already when the page is opened. */
async function loadBulk(): Promise<void> {
  try {
    const { list } = await call(bulk.running, { query: {} })
    useBulk.setState({ running: list })
  } catch {
    // Told by push as it goes on.
  }
}

/** Push may say that an action has ended before the call that began it has answered. */
const ended = new Set<number>()
onSessionEnd(() => ended.clear())

/** What the server says of an action; one that ended is said in a toast and forgotten. */
function takeProgress(progress: BulkProgress): void {
  if (ended.has(progress.jobId)) return
  useBulk.setState(({ running }) => {
    const others = running.filter(({ jobId }) => jobId !== progress.jobId)
    return { running: progress.state === 'running' ? [...others, progress] : others }
  })
  if (progress.state === 'running') return
  ended.add(progress.jobId)
  refreshLists(0)
  const { jobId, action, state, changed, undoable } = progress
  const undone = action === 'undo' && state === 'done'
  const text = translate(undone ? 'list:bulk.undone' : `list:bulk.${state}`, { count: changed })
  if (undoable) offer(text, () => void undoBulk(jobId))
  else toast({ kind: state === 'failed' ? 'error' : 'info', text })
}

/** Puts back what an action on a whole folder moved: an action on a whole folder too. */
async function undoBulk(jobId: number): Promise<void> {
  try {
    takeProgress(await call(bulk.undo, { body: { jobId } }))
  } catch (error) {
    tellTrouble(error)
  }
}
