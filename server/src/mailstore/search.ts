import type { Db } from '../platform/db/pool.ts'
import { newestSpan, type SearchRequest, searchMessages } from './search.queries.ts'
import type { MessageRow } from './types.ts'

/** The first look is at about so many of the newest mails; a mailbox that has fewer is searched at once. */
const firstLook = 2_000
/** A look that found too little is followed by one at most so many times as far back. */
const widest = 32
/** Days of one look: the index gathers what everybody got in them. More: all mail of the account is looked at. */
const maxDays = 120
const dayMs = 24 * 3600 * 1000

/**
 * Newest hits first. A word of every mail has a million hits in a large mailbox, but its newest page lies in the last
 * days; a rare word is looked for in everything, which costs little because it is rare. What was found in a few
 * days tells how far to go back next.
 */
export async function search(db: Db, request: SearchRequest): Promise<MessageRow[]> {
  const span = await newestSpan(db, request.accountId, { count: firstLook, until: upTo(request) })
  if (span !== null) {
    const last = dayOf(span.newest)
    let days = last - dayOf(span.oldest) + 1
    while (days <= maxDays) {
      const rows = await searchMessages(db, request, last - days + 1)
      if (rows.length >= request.limit || beginsIn(request, last - days)) return rows
      days *= stepAfter(rows.length, request.limit)
    }
  }
  return searchMessages(db, request, null)
}

/** Twice what should be enough, if the word goes on as it began. */
const stepAfter = (found: number, limit: number): number =>
  Math.max(2, Math.min(widest, Math.ceil((2 * limit) / Math.max(1, found))))

/** Nothing before the wanted time is of interest. */
const beginsIn = ({ from }: SearchRequest, day: number): boolean =>
  from !== null && dayOf(from) > day

function upTo({ cursor, until }: SearchRequest): Date | null {
  const bounds = [cursor?.receivedAt, until].flatMap((at) => (at ? [at.getTime()] : []))
  return bounds.length > 0 ? new Date(Math.min(...bounds)) : null
}

/** The number that the column `day` holds for a time of arrival. */
const dayOf = (at: Date): number => Math.floor((at.getTime() - Date.UTC(2001, 0, 1)) / dayMs)
