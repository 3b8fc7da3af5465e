import { tellTrouble } from '../../lib/trouble.ts'
import { refreshFolders } from '../folders/folders.public.ts'
import { type OwnChange, refreshLists, whileChanging } from './message-sync.ts'

/** Runs a change that is already shown; when it is refused, takes it back and says why. */
export async function shownAhead<T>(
  ids: readonly number[],
  run: (own: OwnChange) => Promise<T>,
  takeBack?: () => void,
): Promise<T | null> {
  try {
    const answer = await whileChanging(ids, run)
    // Somebody else was quicker: of what did not change now push says nothing that would correct the screen.
    if (countOf(answer) < ids.length) loadTruth()
    return answer
  } catch (error) {
    takeBack?.()
    loadTruth()
    tellTrouble(error)
    return null
  }
}

/** How many messages an answer, or several of them, say that they changed; an answer that does not say changed all. */
function countOf(answer: unknown): number {
  if (Array.isArray(answer)) return answer.reduce((sum: number, one) => sum + countOf(one), 0)
  if (typeof answer !== 'object' || answer === null || !('count' in answer))
    return Number.POSITIVE_INFINITY
  return Number(answer.count)
}

/** What is on screen was a guess that did not come true. */
function loadTruth(): void {
  refreshLists(0)
  refreshFolders(0)
}
