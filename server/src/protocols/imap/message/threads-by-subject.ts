import type { ThreadRow } from '../../../mailstore/sorting/sorting.queries.ts'
import type { Thread } from './thread-list.ts'

/** ORDEREDSUBJECT (RFC 5256 §3): the first mail of a subject and under it all others. @param rows in the order of sending */
export function bySubject(rows: readonly ThreadRow[]): Thread[] {
  const groups = new Map<string, number[]>()
  for (const { baseSubject, uid } of rows) {
    const group = groups.get(baseSubject)
    if (group) group.push(uid)
    else groups.set(baseSubject, [uid])
  }
  return [...groups.values()].map(([uid = 0, ...others]) => ({
    uid,
    children: others.map((one) => ({ uid: one, children: [] })),
  }))
}
