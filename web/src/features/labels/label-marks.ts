/** Which labels all, or only some, of the mails in hand have. */
export type Marks = ReadonlyMap<number, 'all' | 'some'>

export function marksOf(mails: readonly { labels: readonly number[] }[]): Marks {
  const counts = new Map<number, number>()
  for (const { labels } of mails) {
    for (const id of labels) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return new Map([...counts].map(([id, count]) => [id, count === mails.length ? 'all' : 'some']))
}

/** A press on a label: off and partly become on, on becomes off. */
export function next(marks: Marks, id: number): Marks {
  const changed = new Map(marks)
  if (marks.get(id) === 'all') changed.delete(id)
  else changed.set(id, 'all')
  return changed
}

/** What has to be told to the server. */
export function changesOf(before: Marks, after: Marks): { add: number[]; remove: number[] } {
  return {
    add: [...after].flatMap(([id, mark]) =>
      mark === 'all' && before.get(id) !== 'all' ? [id] : [],
    ),
    remove: [...before.keys()].filter((id) => !after.has(id)),
  }
}
