import type { ThreadRow } from '../../../mailstore/sorting/sorting.queries.ts'
import { inSteps } from '../../../platform/sort-in-turns.ts'
import type { Thread } from './thread-list.ts'

/** ORDEREDSUBJECT (RFC 5256 §3): the first mail of a subject and under it all others. @param rows in the order of sending */
export async function bySubject(rows: readonly ThreadRow[]): Promise<Thread[]> {
  const pause = inSteps()
  const groups = new Map<string, { uid: number; children: Thread[] }>()
  for (const { baseSubject, uid } of rows) {
    const group = groups.get(baseSubject)
    if (group) group.children.push({ uid, children: [] })
    else groups.set(baseSubject, { uid, children: [] })
    await pause()
  }
  return [...groups.values()]
}
