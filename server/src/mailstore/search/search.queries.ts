import type { Db } from '../../platform/db/pool.ts'
import { none, type Sql, sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId } from '../../platform/ids.ts'
import { rowColumns } from '../messages/messages.queries.ts'
import type { MessageRow } from '../types.ts'
import type { Condition } from './search-conditions.ts'
import { scopeMark } from './search-terms.ts'

/** What every look at the mail of an account is bounded by. */
export interface Bounds {
  accountId: AccountId
  cursor: { receivedAt: Date; id: number } | null
  from: Date | null
  until: Date | null
  /** Folders that the caller may not see now. */
  hidden: readonly FolderId[]
  conditions: readonly (readonly Condition[])[]
  /** After so many milliseconds no mail is judged any more. */
  budgetMs: number
}

/**
 * One look at the words of a day or of some months: tsquery texts with their scope in place. `exact` is asked of the mails
 * that the index found; a `lead` that few mails of the look hold is asked of the index instead of all the words.
 */
export interface Look {
  words: string
  exact: string | null
  lead: string | null
}

/**
 * Where to look, the newest place first. Single days come before months; `monthsBefore` keeps what the days
 * showed out of the months. Looks of a kind are alike: all or none have an `exact`, and a `lead`.
 */
export interface Looks {
  /** The whole query: it is asked of each mail whose words have no place in the index yet. */
  unsettled: string
  days: (Look & { day: number })[]
  months: Look[]
  monthsBefore: Date | null
}

export interface Span {
  newest: Date
  oldest: Date
  /** When the mail with this many newer ones arrived; null when there are fewer. */
  later: Date | null
}

/** First and last arrival among the mails of an account up to an instant; null when there is none. */
export async function spanOf(
  db: Db,
  accountId: AccountId,
  { count, until }: { count: number; until: Date | null },
): Promise<Span | null> {
  const of = sql`FROM message_search WHERE account_id = ${accountId}`
  const bound = until === null ? none : sql`AND received_at <= ${until}`
  const [row] = await db.query(sql<Span>`
    SELECT (SELECT received_at ${of} ${bound} ORDER BY received_at DESC LIMIT 1) AS newest,
      (SELECT received_at ${of} ORDER BY received_at LIMIT 1) AS oldest,
      (SELECT received_at ${of} ${bound} ORDER BY received_at DESC OFFSET ${count} LIMIT 1) AS later`)
  return row?.newest && row.oldest ? row : null
}

/** Mail that lies together: in one folder, under one label, or in an index of the lists. */
export type MailSet =
  | { kind: 'folder'; id: number }
  | { kind: 'label'; id: number }
  | { kind: 'unread'; value: boolean }
  | { kind: 'starred' | 'attachment' }
  | { kind: 'size'; side: 'above' | 'below'; bytes: number }

/** Where hits are looked for: by words, in a small set, or in everything. */
export type SearchArea =
  | { kind: 'looks'; looks: Looks }
  | { kind: 'set'; set: MailSet }
  | { kind: 'all' }

interface Asked {
  bounds: Bounds
  area: SearchArea
  limit: number
}

/** `verdict` is null for a mail that there was no time to judge: it may be a hit or not. */
export type JudgedRow = MessageRow & { verdict: true | null }

/** Newest first. Everything newer than the first row without a verdict was judged. */
export const judgedRows = (db: Db, { bounds, area, limit }: Asked): Promise<JudgedRow[]> =>
  db.query(
    planFor(
      area,
      sql<JudgedRow>`
    SELECT ${rowColumns}, hit.verdict FROM (${hits(bounds, area, limit)}) hit
    JOIN messages m ON m.account_id = ${bounds.accountId} AND m.id = hit.message_id
    ORDER BY hit.received_at DESC, hit.message_id DESC LIMIT ${limit}`,
    ),
  )

/** How many hits there are, counted up to the limit; `late` when there was no time to judge all mail before that. */
export async function countHits(
  db: Db,
  { bounds, area, limit }: Asked,
): Promise<{ count: number; late: boolean }> {
  const [row] = await db.query(
    planFor(
      area,
      sql<{ count: number; late: boolean }>`
    SELECT count(*) FILTER (WHERE verdict)::int AS count, coalesce(bool_or(verdict IS NULL), false) AS late
    FROM (${hits(bounds, area, limit)}) hit`,
    ),
  )
  return row ?? { count: 0, late: false }
}

/** Looks are the same for all words; how to read a set or everything depends on how large it is. */
const planFor = <Row>({ kind }: SearchArea, statement: Sql<Row>): Sql<Row> =>
  kind === 'looks' ? statement : statement.planned()

function hits(bounds: Bounds, area: SearchArea, limit: number): Sql {
  if (area.kind === 'looks') return inLooks(bounds, area.looks, limit)
  const mails =
    area.kind === 'all'
      ? sql`SELECT account_id, received_at, message_id FROM message_search WHERE account_id = ${bounds.accountId}`
      : sql`SELECT m.account_id, m.received_at, m.id AS message_id FROM (${setOf(bounds.accountId, area.set)}) m`
  return judged({ ...bounds, exact: null }, mails, limit)
}

/**
 * The looks follow each other in the order they are given in, and a look that is not needed is not taken: the outer
 * limit pulls them one by one through the append and the lateral joins. Mails that wait for their place in the index are
 * looked at beside them: both are newest first, and each ends behind the first mail that it had no time to judge.
 */
function inLooks(
  bounds: Bounds,
  { unsettled, days, months, monthsBefore }: Looks,
  limit: number,
): Sql {
  const exact = sql`look.exact`
  const ofDay = days.some((one) => one.exact !== null) ? exact : null
  const ofMonth = months.some((one) => one.exact !== null) ? exact : null
  const before = monthsBefore === null ? none : sql`AND s.received_at < ${monthsBefore}`
  const asked: Condition = { kind: 'words', words: unsettled, negated: false }
  const each = { ...bounds, conditions: [...bounds.conditions, [asked]], exact: null }
  return sql`
    SELECT * FROM (${judged(each, waiting(bounds.accountId), limit)}) waiting
    UNION ALL (SELECT * FROM (
      SELECT found.* FROM unnest(${days.map(({ day }) => day)}::int[], ${days.map(({ words }) => words)}::tsquery[],
        ${days.map((one) => one.exact)}::tsquery[]) AS look (day, words, exact)
      CROSS JOIN LATERAL (${judged({ ...bounds, exact: ofDay }, matching(sql`s.day = look.day`), limit)}) found
      UNION ALL
      SELECT found.* FROM (${monthLooks(months)}) look
      CROSS JOIN LATERAL (${judged({ ...bounds, exact: ofMonth }, matching(sql`true ${before}`), limit)}) found
    ) looked LIMIT ${limit})`
}

function monthLooks(months: readonly Look[]): Sql {
  const words = sql`${months.map((one) => one.words)}::tsquery[]`
  const exact = sql`${months.map((one) => one.exact)}::tsquery[]`
  if (months.every(({ lead }) => lead === null)) {
    return sql`SELECT * FROM unnest(${words}, ${exact}) AS look (words, exact)`
  }
  return sql`SELECT CASE WHEN ${atMost(few, sql`asked.lead`)} THEN asked.lead ELSE asked.words END AS words, asked.exact
    FROM unnest(${words}, ${exact}, ${months.map((one) => one.lead)}::tsquery[]) AS asked (words, exact, lead) OFFSET 0`
}

/** So few mails are sooner opened than found again among those of a common word. */
const few = 40

const atMost = (count: number, words: Sql): Sql =>
  sql`(SELECT count(*) FROM (SELECT 1 FROM message_search r WHERE r.tsv @@ ${words} AND r.settled LIMIT ${count + 1}) counted) <= ${count}`

/** Which of some tsquery texts, with their scope in place, few mails fulfil. */
export async function rareOf(db: Db, words: readonly string[]): Promise<boolean[]> {
  const rows = await db.query(sql<{ rare: boolean }>`
    SELECT ${atMost(few, sql`one.words`)} AS rare FROM unnest(${words}::tsquery[]) WITH ORDINALITY AS one (words, place) ORDER BY place`)
  return rows.map(({ rare }) => rare)
}

/**
 * The words lead, through the index: they name the mailbox themselves. OFFSET 0 keeps the planner from walking by date
 * instead, which would unpack the words of every mail on its way.
 */
const matching = (where: Sql): Sql => sql`
  SELECT s.account_id, s.received_at, s.message_id FROM message_search s WHERE s.tsv @@ look.words AND s.settled AND ${where} OFFSET 0`

/** Mails whose words have no place in the index yet: few, and new. */
const waiting = (accountId: AccountId): Sql => sql`
  SELECT account_id, received_at, message_id FROM message_search WHERE account_id = ${accountId} AND NOT settled`

/** `exact`: a tsquery that the mails must fulfil too. */
type Judging = Bounds & { exact: Sql | null }

/**
 * Those of some mails that are hits, newest first. The mails are put in order before the conditions are looked at, so that
 * no more of them are opened than the page needs; the lateral join keeps the order. What comes after the time is used up
 * has no verdict: it is passed on, fills the limit and ends the statement. The first few are judged in any case, so that
 * each page gets on and a small mailbox is always seen whole.
 */
function judged(bounds: Judging, mails: Sql, limit: number): Sql {
  const { accountId, conditions, exact, hidden } = bounds
  const ordered = sql`
    SELECT s.received_at, s.message_id FROM (${mails}) s WHERE s.account_id = ${accountId} ${within(bounds)}
    ORDER BY s.received_at DESC, s.message_id DESC`
  if (conditions.length === 0 && hidden.length === 0 && exact === null) {
    return sql`SELECT c.received_at, c.message_id, true AS verdict FROM (${ordered} LIMIT ${limit}) c`
  }
  return sql`
    SELECT c.received_at, c.message_id, v.verdict FROM (
      SELECT received_at, message_id, row_number() OVER (ORDER BY received_at DESC, message_id DESC) AS place FROM (${ordered}) o) c
    CROSS JOIN LATERAL (${verdict(bounds)} OFFSET 0) v
    WHERE v.verdict IS NOT FALSE ORDER BY c.received_at DESC, c.message_id DESC LIMIT ${limit}`
}

/** So many mails of a look are judged even when there is no time. */
const always = 50

function verdict(bounds: Judging): Sql {
  const { accountId, budgetMs, exact, hidden } = bounds
  const inTime = sql`c.place <= ${always} OR clock_timestamp() < statement_timestamp() + ${budgetMs}::float8 * interval '1 millisecond'`
  const fulfilled = cheapFirst(bounds.conditions).reduce(
    (all, group) => sql`${all} AND (${anyOf(accountId, group)})`,
    sql`true`,
  )
  const from = asksMessage(bounds)
    ? sql`FROM messages m WHERE m.account_id = ${accountId} AND m.id = c.message_id
        ${hidden.length === 0 ? none : sql`AND m.folder_id <> ALL(${hidden}::bigint[])`}`
    : none
  const asked = exact === null ? fulfilled : sql`${fulfilled} AND ${matches(accountId, exact)}`
  return sql`SELECT CASE WHEN ${inTime} THEN ${asked} END AS verdict ${from}`
}

/** Whether the words of the mail `c` fulfil a tsquery. */
const matches = (
  accountId: AccountId,
  words: Sql,
): Sql => sql`coalesce((SELECT s.tsv @@ ${words} FROM message_search s
  WHERE s.account_id = ${accountId} AND s.received_at = c.received_at AND s.message_id = c.message_id), false)`

/** Words last: each look at them unpacks all words of a mail. */
const cheapFirst = (groups: Bounds['conditions']): Bounds['conditions'] =>
  groups.toSorted((one, other) => Number(hasWords(one)) - Number(hasWords(other)))

const hasWords = (group: readonly Condition[]): boolean =>
  group.some(({ kind }) => kind === 'words')

const asksMessage = ({ hidden, conditions }: Bounds): boolean =>
  hidden.length > 0 || conditions.flat().some(({ kind }) => kind !== 'words' && kind !== 'received')

/** How many mails are in a set, counted up to a limit. */
export async function sizeOfSet(
  db: Db,
  accountId: AccountId,
  { set, limit }: { set: MailSet; limit: number },
): Promise<number> {
  const [row] = await db.query(
    sql<{
      count: number
    }>`SELECT count(*)::int AS count FROM (SELECT 1 FROM (${setOf(accountId, set)}) mails LIMIT ${limit}) counted`.planned(),
  )
  return row?.count ?? 0
}

/** The set leads: OFFSET 0 keeps the planner from beginning elsewhere. Flags and sizes have an index by folder. */
function setOf(accountId: AccountId, set: MailSet): Sql {
  const columns = sql`m.account_id, m.received_at, m.id`
  if (set.kind === 'folder') {
    return sql`SELECT ${columns} FROM messages m WHERE m.account_id = ${accountId} AND m.folder_id = ${set.id} OFFSET 0`
  }
  if (set.kind === 'label') {
    return sql`SELECT ${columns} FROM messages m WHERE m.account_id = ${accountId}
      AND m.id IN (SELECT l.message_id FROM message_labels l WHERE l.account_id = ${accountId} AND l.label_id = ${set.id}) OFFSET 0`
  }
  return sql`SELECT m.* FROM folders f CROSS JOIN LATERAL (
      SELECT ${columns} FROM messages m WHERE m.account_id = f.account_id AND m.folder_id = f.id AND ${memberOf(set)}) m
    WHERE f.account_id = ${accountId} OFFSET 0`
}

function memberOf(set: Exclude<MailSet, { kind: 'folder' | 'label' }>): Sql {
  switch (set.kind) {
    case 'unread':
      return sql`m.seen = ${!set.value} ORDER BY m.received_at DESC, m.id DESC`
    case 'starred':
      return sql`m.starred ORDER BY m.received_at DESC, m.id DESC`
    case 'attachment':
      return sql`m.has_attachment ORDER BY m.received_at DESC, m.id DESC`
    case 'size':
      // A size may be asked for that no mail can have, and that the type of the column does not hold.
      return set.side === 'above'
        ? sql`m.size > ${set.bytes}::bigint ORDER BY m.size DESC, m.received_at DESC, m.id DESC`
        : sql`m.size < ${set.bytes}::bigint ORDER BY m.size, m.received_at, m.id`
  }
}

const within = ({ cursor, from, until }: Bounds): Sql => sql`
  ${cursor ? sql`AND (s.received_at, s.message_id) < (${cursor.receivedAt}, ${cursor.id})` : none}
  ${from === null ? none : sql`AND s.received_at >= ${from}`}
  ${until === null ? none : sql`AND s.received_at <= ${until}`}`

const anyOf = (accountId: AccountId, group: readonly Condition[]): Sql =>
  group.reduce((any, one) => sql`${any} OR ${conditionSql(accountId, one)}`, sql`false`)

const conditionSql = (accountId: AccountId, condition: Condition): Sql =>
  condition.negated ? sql`NOT ${positive(accountId, condition)}` : positive(accountId, condition)

function positive(accountId: AccountId, condition: Condition): Sql {
  switch (condition.kind) {
    case 'words':
      return matches(
        accountId,
        sql`replace(${condition.words}, ${scopeMark}, search_scope(${accountId}, c.received_at))::tsquery`,
      )
    case 'attachment':
      return sql`(m.has_attachment = ${condition.value})`
    case 'unread':
      return sql`(m.seen <> ${condition.value})`
    case 'starred':
      return sql`(m.starred = ${condition.value})`
    case 'folder':
      return sql`(m.folder_id = ${condition.id})`
    case 'label':
      return sql`(m.labels @> ARRAY[${condition.id}::bigint])`
    case 'size':
      return condition.side === 'above'
        ? sql`(m.size > ${condition.bytes}::bigint)`
        : sql`(m.size < ${condition.bytes}::bigint)`
    case 'received':
      return condition.side === 'from'
        ? sql`(c.received_at >= ${condition.at})`
        : sql`(c.received_at < ${condition.at})`
  }
}
