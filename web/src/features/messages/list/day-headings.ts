import type { MessageItem } from '@hongyan/contract/messages'
import { type DateStyle, dayGroup, monthName } from '../../../lib/dates.ts'
import { madeKey } from '../../../lib/text-keys.ts'
import type { Translate } from '../../../lib/translate.ts'
import { isWhole, type ListSource, type ListView } from '../list-source.ts'

/** Lists by date have headings: days, then weeks, then months. */
export const hasHeadings = ({ sort }: ListView): boolean => sort === 'date'

/** Pinned mail stands on top where a folder is shown whole and by date. */
export const pinsOnTop = (source: ListSource | null, view: ListView): boolean =>
  source?.kind === 'folder' && isWhole(view) && view.sort === 'date'

/** Under which heading a row stands; null for none. Pinned mail has one of its own. */
export function headingOf(
  { pinned, receivedTime }: MessageItem,
  { zone, pinsOnTop }: { zone: number; pinsOnTop: boolean },
): string | null {
  return pinned && pinsOnTop ? 'pinned' : dayGroup(receivedTime, zone)
}

/** What a heading says. */
export const headingText = (
  heading: string,
  t: Translate<'list'>,
  { language }: DateStyle,
): string => (/^\d/.test(heading) ? monthName(heading, language) : t(madeKey(`days.${heading}`)))

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
