import type { Db } from '../../platform/db/pool.ts'
import type { AccountId, FolderId } from '../../platform/ids.ts'
import type { MessageRow } from '../types.ts'
import {
  type Bounds,
  countHits,
  type JudgedRow,
  judgedRows,
  type Look,
  type Looks,
  type MailSet,
  rareOf,
  type SearchArea,
  sizeOfSet,
  spanOf,
} from './search.queries.ts'
import type { Condition, IndexedWords, Search } from './search-conditions.ts'
import { scoped, scopeOf, scopesBetween } from './search-terms.ts'

/** A place between two mails: what is older comes after it. */
export interface SearchPlace {
  receivedAt: Date
  id: number
}

/** One page of a search, newest first. */
export interface SearchRequest extends Search {
  accountId: AccountId
  limit: number
  cursor: SearchPlace | null
  from: Date | null
  until: Date | null
  /** Folders that the caller may not see now: nothing in them is found. */
  hidden: readonly FolderId[]
  /** Time for looking into mails (ms): of a rare hit among many candidates one page finds only the part it got to. */
  budgetMs: number
}

/** What one page found. */
export interface Found {
  rows: MessageRow[]
  /** How far the page got when its time was used up before it was full; null when it was full or saw everything. */
  reached: SearchPlace | null
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
export async function search(db: Db, request: SearchRequest): Promise<Found> {
  const { limit } = request
  const asked = await askedFor(db, request)
  return asked === null
    ? { rows: [], reached: null }
    : untilLate(await judgedRows(db, { ...asked, limit }))
}

/** How many mails are found; `more` when the limit was reached first, or the time used up. */
export async function countFound(
  db: Db,
  request: Omit<SearchRequest, 'cursor'>,
): Promise<{ count: number; more: boolean }> {
  const { limit } = request
  const asked = await askedFor(db, { ...request, cursor: null })
  if (asked === null) return { count: 0, more: false }
  const { count, late } = await countHits(db, { ...asked, limit: limit + 1 })
  return { count: Math.min(count, limit), more: late || count > limit }
}

function untilLate(judged: readonly JudgedRow[]): Found {
  const late = judged.findIndex(({ verdict }) => verdict === null)
  const first = judged[late]
  const rows = (late < 0 ? judged : judged.slice(0, late)).map(({ verdict: _, ...row }) => row)
  // The next page begins with the mail that was not judged.
  return { rows, reached: first ? { receivedAt: first.receivedAt, id: first.id + 1 } : null }
}

/** Where the hits are and what is to be seen of each there; null when there is no mail in the wanted time. */
async function askedFor(
  db: Db,
  request: SearchRequest,
): Promise<{ area: SearchArea; bounds: Bounds } | null> {
  const { accountId, words, conditions } = request
  const bounds = boundsOf(request)
  const set = await smallSetOf(db, accountId, conditions)
  if (set) {
    const area = { kind: 'set', set } as const
    return { area, bounds: withWords(bounds, words ? (words.exact ?? words.index) : null) }
  }
  if (words === null) return { area: { kind: 'all' }, bounds }
  const looks = await looksFor(db, words, bounds)
  return looks === null ? null : { area: { kind: 'looks', looks }, bounds }
}

const withWords = (bounds: Bounds, words: string | null): Bounds =>
  words === null
    ? bounds
    : { ...bounds, conditions: [...bounds.conditions, [{ kind: 'words', words, negated: false }]] }

/** A folder, a label or a filter with so few mails is looked through as it is. */
const smallSet = 2_000

/** The small set that every hit must be in; null when there is none. */
async function smallSetOf(
  db: Db,
  accountId: AccountId,
  conditions: Search['conditions'],
): Promise<MailSet | null> {
  for (const [one, ...others] of conditions) {
    const set = one && others.length === 0 ? setOf(one) : null
    if (set && (await sizeOfSet(db, accountId, { set, limit: smallSet })) < smallSet) return set
  }
  return null
}

function setOf(one: Condition): MailSet | null {
  if (one.negated) return null
  switch (one.kind) {
    case 'folder':
    case 'label':
    case 'unread':
    case 'size':
      return one
    case 'starred':
    case 'attachment':
      return one.value ? { kind: one.kind } : null
    default:
      return null
  }
}

/** Times that every hit must fulfil become bounds, so that months outside are not looked at. */
function boundsOf(request: SearchRequest): Bounds {
  const { accountId, cursor, hidden, conditions, budgetMs } = request
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
    budgetMs,
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
async function looksFor(db: Db, words: IndexedWords, bounds: Bounds): Promise<Looks | null> {
  const { accountId, from, cursor } = bounds
  const until = earliest([...timeOf(bounds.until), ...timeOf(cursor?.receivedAt ?? null)])
  const span = await spanOf(db, accountId, { count: lookAt, until })
  if (span === null) return null
  const oldest = from && from > span.oldest ? from : span.oldest
  if (oldest > span.newest) return null
  const { newest, later } = span
  const unsettled = words.exact ?? words.index
  const scopes = scopesBetween(accountId, oldest, newest)
  const asked = { accountId, words, lead: await leadFor(db, words, scopes) }
  const months = (end: Date, perLook: number): Look[] =>
    monthLooks(asked, scopesBetween(accountId, oldest, end), perLook)
  if (later === null)
    return { unsettled, days: [], months: months(newest, maxPerLook), monthsBefore: null }
  const lastDay = dayOf(newest)
  const count = lastDay - Math.max(dayOf(later), dayOf(oldest)) + 1
  if (count > maxDays) {
    return {
      unsettled,
      days: [],
      months: months(newest, Math.ceil(count / 31)),
      monthsBefore: null,
    }
  }
  const before = startOf(lastDay - count + 1)
  return {
    unsettled,
    days: dayLooks(asked, lastDay, count),
    months: months(new Date(before.getTime() - 1), 1),
    monthsBefore: before,
  }
}

interface Asked {
  accountId: AccountId
  words: IndexedWords
  lead: string | null
}

/** So many months are looked at one by one without asking what is rare. */
const fewMonths = 3

/**
 * The words that few mails of the last whole month hold, where the others are common: the index reads all places of each
 * word that it is asked for, in every month.
 */
async function leadFor(
  db: Db,
  { terms }: IndexedWords,
  scopes: readonly string[],
): Promise<string | null> {
  const [, lastWhole = ''] = scopes
  if (terms.length < 2 || scopes.length <= fewMonths) return null
  const rare = await rareOf(
    db,
    terms.map((term) => scoped(term, lastWhole)),
  )
  const lead = terms.filter((_, index) => rare[index])
  return lead.length > 0 && lead.length < terms.length ? lead.join(' & ') : null
}

const dayLooks = ({ accountId, words }: Asked, lastDay: number, count: number): Looks['days'] =>
  Array.from({ length: count }, (_, index) => {
    const day = lastDay - index
    const scope = scopeOf(accountId, startOf(day))
    const exact = words.exact === null ? null : scoped(words.exact, scope)
    return { day, words: scoped(words.index, scope), exact, lead: null }
  })

/** A query over more months at once grows longer than it saves. */
const maxPerLook = 60

/** Scopes in their order, so many in one look. */
function monthLooks({ words, lead }: Asked, scopes: readonly string[], perLook: number): Look[] {
  const size = Math.min(perLook, maxPerLook)
  const { index, exact } = words
  return Array.from({ length: Math.ceil(scopes.length / size) }, (_, look) => {
    const some = scopes.slice(look * size, (look + 1) * size)
    const inSome = (text: string): string =>
      some.map((scope) => `(${scoped(text, scope)})`).join(' | ')
    // What is led by one word must be asked for the others.
    const all = exact ?? (lead === null ? null : index)
    return {
      words: inSome(index),
      exact: all === null ? null : inSome(all),
      lead: lead === null ? null : inSome(lead),
    }
  })
}

/** The number that the column `day` holds for a time of arrival. */
const dayOf = (at: Date): number => Math.floor((at.getTime() - epoch) / dayMs)
const startOf = (day: number): Date => new Date(epoch + day * dayMs)
const epoch = Date.UTC(2001, 0, 1)
