import { isWhole, type ListSource, type ListView } from '../list-source.ts'

/** Lists by date have headings: days, then weeks, then months. */
export const hasHeadings = ({ sort }: ListView): boolean => sort === 'date'

/** Pinned mail stands on top where a folder is shown whole and by date. */
export const pinsOnTop = (source: ListSource | null, view: ListView): boolean =>
  source?.kind === 'folder' && isWhole(view) && view.sort === 'date'

/** The rows of a long list that begin a group, as far as they were seen: group by group, the number of the row. */
export type Starts = ReadonlyMap<string, number>

interface Seen {
  first: number
  last: number
  headingAt: (index: number) => string | null
}

/** Takes the rows that were drawn into account; the same map when they tell nothing new. */
export function learnStarts(starts: Starts, seen: Seen): Starts {
  const kept = [...starts].filter(([heading, index]) => !isRefuted(heading, index, seen))
  const next = new Map(kept)
  for (let index = seen.first; index <= seen.last; index++) {
    const heading = seen.headingAt(index)
    if (heading !== null && beginsAt(index, heading, seen)) next.set(heading, index)
  }
  const same = next.size === starts.size && [...next].every(([key, at]) => starts.get(key) === at)
  return same ? starts : next
}

/** The row before is known, and of another group. */
function beginsAt(index: number, heading: string, { headingAt }: Seen): boolean {
  if (index === 0) return true
  const before = headingAt(index - 1)
  return before !== null && before !== heading
}

/** Rows have moved: what began here begins elsewhere. */
function isRefuted(heading: string, index: number, { first, last, headingAt }: Seen): boolean {
  if (index < first || index > last) return false
  return headingAt(index) !== heading || (index > 0 && headingAt(index - 1) === heading)
}
