import type { MessageItem } from '@hongyan/contract/messages'
import { type DateStyle, dayGroup, monthName } from '../../../lib/dates.ts'
import { madeKey } from '../../../lib/text-keys.ts'
import type { Translate } from '../../../lib/translate.ts'

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
