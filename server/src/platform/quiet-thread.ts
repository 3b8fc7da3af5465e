import { setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'

/** Of 19: the loop that serves everybody comes first where there are fewer processors than work. */
const niceness = 10

/**
 * A thread that takes the bytes of strangers apart steps back behind the main loop. On Linux a thread has a priority of
 * its own; elsewhere this would slow the whole process down.
 */
export function workQuietly(): void {
  if (isMainThread || process.platform !== 'linux') return
  setPriority(niceness)
}
