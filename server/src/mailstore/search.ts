import type { Db } from '../platform/db/pool.ts'
import { messageCount, type SearchRequest, searchMessages } from './search.queries.ts'
import type { MessageRow } from './types.ts'

/** Mailboxes up to this size are searched at once. */
const smallMailbox = 20_000
/** How many weeks back the first looks at a large mailbox go; the last look is at everything. */
const firstWeeks = [2, 16]
const weekMs = 7 * 24 * 3600 * 1000

/**
 * Newest hits first. A word that stands in every mail has a million hits in a large mailbox, and its newest page is
 * found in the last weeks; a rare word is looked for in everything, which costs little because it is rare.
 */
export async function search(
  db: Db,
  request: SearchRequest,
  { now }: { now: Date },
): Promise<MessageRow[]> {
  if ((await messageCount(db, request.accountId)) > smallMailbox) {
    for (const weeks of stretches(request, now)) {
      const rows = await searchMessages(db, request, weeks)
      if (rows.length >= request.limit) return rows
    }
  }
  return searchMessages(db, request, null)
}

/** Weeks to look at before everything, the newest that can match first. */
function stretches({ cursor, until, from }: SearchRequest, now: Date): number[][] {
  const newest = Math.min(
    ...[now, cursor?.receivedAt, until].map((at) => at?.getTime() ?? Infinity),
  )
  const last = weekOf(new Date(newest))
  return firstWeeks
    .filter((weeks) => from === null || weekOf(from) <= last - weeks)
    .map((weeks) => Array.from({ length: weeks }, (_, back) => last - back))
}

/** The number that the column `week` holds for a time of arrival. */
const weekOf = (at: Date): number => Math.floor((at.getTime() - Date.UTC(2001, 0, 1)) / weekMs)
