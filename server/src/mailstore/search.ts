import type { Db } from '../platform/db/pool.ts'
import type { AccountId, FolderId } from '../platform/ids.ts'
import {
  type Bounds,
  countHits,
  countInSet,
  countWalk,
  type Looks,
  type MailSet,
  rowsInSet,
  searchRows,
  sizeOfSet,
  spanOf,
  walkRows,
} from './search.queries.ts'
import type { Condition, Search } from './search-conditions.ts'
import { scoped, scopeOf, scopesBetween } from './search-terms.ts'
import type { MessageRow } from './types.ts'

/** One page of a search, newest first. */
export interface SearchRequest extends Search {
  accountId: AccountId
  limit: number
  cursor: { receivedAt: Date; id: number } | null
  from: Date | null
  until: Date | null
  /** Folders that the caller may not see now: nothing in them is found. */
  hidden: readonly FolderId[]
}

/** A look should be at about so many mails: fewer cost more looks, more cost more hits that are thrown away. */
const lookAt = 500
/** A mailbox that gets as much in so few days is first searched day by day. */
const maxDays = 8
const dayMs = 24 * 3600 * 1000

/**
 * Newest hits first. A word of every mail has a million hits in a large mailbox, but its newest page lies in the last days:
 * single days are looked at first, then months one by one, which costs little where a word does not occur.
 */
export async function search(db: Db, request: SearchRequest): Promise<MessageRow[]> {
  const { limit } = request
  const bounds = boundsOf(request)
  const set = await smallSetOf(db, request)
  if (set) return rowsInSet(db, { bounds: withWords(bounds, request.words), set, limit })
  if (request.words === null) return walkRows(db, { bounds, limit })
  const looks = await looksFor(db, request.words, bounds)
  return looks === null ? [] : searchRows(db, { bounds, looks, limit })
}

/** How many mails are found; `limit` when there are as many or more. */
export async function countFound(db: Db, request: Omit<SearchRequest, 'cursor'>): Promise<number> {
  const { limit } = request
  const bounds = boundsOf({ ...request, cursor: null })
  const set = await smallSetOf(db, request)
  if (set) return countInSet(db, { bounds: withWords(bounds, request.words), set, limit })
  if (request.words === null) return countWalk(db, { bounds, limit })
  const looks = await looksFor(db, request.words, bounds)
  return looks === null ? 0 : countHits(db, { bounds, looks, limit })
}

/** A folder or a label with so few mails is looked through as it is. */
const smallSet = 2_000

/** The small folder or label that every hit must be in; null when there is none. */
async function smallSetOf(
  db: Db,
  { accountId, conditions }: Pick<SearchRequest, 'accountId' | 'conditions'>,
): Promise<MailSet | null> {
  for (const [one, ...others] of conditions) {
    const isSet = one?.kind === 'folder' || one?.kind === 'label'
    if (!one || !isSet || one.negated || others.length > 0) continue
    const set = { kind: one.kind, id: one.id }
    if ((await sizeOfSet(db, accountId, { set, limit: smallSet })) < smallSet) return set
  }
  return null
}

const withWords = (bounds: Bounds, words: string | null): Bounds =>
  words === null
    ? bounds
    : { ...bounds, conditions: [...bounds.conditions, [{ kind: 'words', words, negated: false }]] }

/** Times that every hit must fulfil become bounds, so that months outside are not looked at. */
function boundsOf(request: SearchRequest): Bounds {
  const { accountId, cursor, hidden, conditions } = request
  const alone = conditions.flatMap(([one, ...others]) =>
    one?.kind === 'received' && others.length === 0 ? one : [],
  )
  const starts = alone.filter((one) => isStart(one)).map(({ at }) => at.getTime())
  const ends = alone.filter((one) => !isStart(one)).map(({ at }) => at.getTime() - 1)
  return {
    accountId,
    cursor,
    hidden,
    from: latest([...starts, ...timeOf(request.from)]),
    until: earliest([...ends, ...timeOf(request.until)]),
    conditions: conditions.filter(([one, ...others]) => others.length > 0 || !isTime(one)),
  }
}

const isTime = (one: Condition | undefined): boolean => one?.kind === 'received'
const isStart = (one: { side: 'from' | 'until'; negated: boolean }): boolean =>
  (one.side === 'from') !== one.negated
const timeOf = (at: Date | null): number[] => (at === null ? [] : [at.getTime()])
const latest = (times: number[]): Date | null =>
  times.length > 0 ? new Date(Math.max(...times)) : null
const earliest = (times: number[]): Date | null =>
  times.length > 0 ? new Date(Math.min(...times)) : null

/** Where to look for words; null when there is no mail in the wanted time. */
async function looksFor(db: Db, words: string, bounds: Bounds): Promise<Looks | null> {
  const { accountId, from, cursor } = bounds
  const until = earliest([...timeOf(bounds.until), ...timeOf(cursor?.receivedAt ?? null)])
  const span = await spanOf(db, accountId, { count: lookAt, until })
  if (span === null) return null
  const oldest = from && from > span.oldest ? from : span.oldest
  if (oldest > span.newest) return null
  const { newest, later } = span
  const asked = { accountId, words }
  const months = (end: Date, perLook: number): string[] =>
    monthLooks(asked, scopesBetween(accountId, oldest, end), perLook)
  if (later === null) return { days: [], months: months(newest, maxPerLook), monthsBefore: null }
  const lastDay = dayOf(newest)
  const count = lastDay - Math.max(dayOf(later), dayOf(oldest)) + 1
  if (count > maxDays) {
    return { days: [], months: months(newest, Math.ceil(count / 31)), monthsBefore: null }
  }
  const before = startOf(lastDay - count + 1)
  return {
    days: dayLooks(asked, lastDay, count),
    months: months(new Date(before.getTime() - 1), 1),
    monthsBefore: before,
  }
}

interface Asked {
  accountId: AccountId
  words: string
}

const dayLooks = ({ accountId, words }: Asked, lastDay: number, count: number): Looks['days'] =>
  Array.from({ length: count }, (_, index) => {
    const day = lastDay - index
    return { day, words: scoped(words, scopeOf(accountId, startOf(day))) }
  })

/** A query over more months at once grows longer than it saves. */
const maxPerLook = 60

/** Scopes in their order, so many in one look. */
function monthLooks({ words }: Asked, scopes: readonly string[], perLook: number): string[] {
  const size = Math.min(perLook, maxPerLook)
  return Array.from({ length: Math.ceil(scopes.length / size) }, (_, index) =>
    scopes
      .slice(index * size, (index + 1) * size)
      .map((scope) => `(${scoped(words, scope)})`)
      .join(' | '),
  )
}

/** The number that the column `day` holds for a time of arrival. */
const dayOf = (at: Date): number => Math.floor((at.getTime() - epoch) / dayMs)
const startOf = (day: number): Date => new Date(epoch + day * dayMs)
const epoch = Date.UTC(2001, 0, 1)
