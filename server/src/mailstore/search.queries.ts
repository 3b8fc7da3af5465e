import type { Db } from '../platform/db/pool.ts'
import { none, type Sql, sql } from '../platform/db/sql.ts'
import type { AccountId, FolderId } from '../platform/ids.ts'
import { rowColumns } from './messages.queries.ts'
import type { Condition } from './search-conditions.ts'
import { scopeMark } from './search-terms.ts'
import type { MessageRow } from './types.ts'

/** What every look at the mail of an account is bounded by. */
export interface Bounds {
  accountId: AccountId
  cursor: { receivedAt: Date; id: number } | null
  from: Date | null
  until: Date | null
  /** Folders that the caller may not see now. */
  hidden: readonly FolderId[]
  conditions: readonly (readonly Condition[])[]
}

/**
 * Where to look, the newest place first. Single days come before months; `monthsBefore` keeps what the days
 * showed out of the months. The words are tsquery texts with their scope in place.
 */
export interface Looks {
  days: { day: number; words: string }[]
  months: string[]
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

interface Look {
  bounds: Bounds
  looks: Looks
  limit: number
}

/** Newest hits first. The looks run one after the other until there are enough hits. */
export const searchRows = (db: Db, { bounds, looks, limit }: Look): Promise<MessageRow[]> =>
  db.query(sql<MessageRow>`
    SELECT ${rowColumns} FROM (${hits(bounds, looks, limit)}) hit
    JOIN messages m ON m.account_id = ${bounds.accountId} AND m.id = hit.message_id
    ORDER BY hit.received_at DESC, hit.message_id DESC LIMIT ${limit}`)

/** How many hits there are, counted up to the limit. */
export async function countHits(db: Db, { bounds, looks, limit }: Look): Promise<number> {
  const [row] = await db.query(sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (${hits(bounds, looks, limit)}) hit`)
  return row?.count ?? 0
}

/**
 * The looks follow each other in the order they are given in, and a look that is not needed is not taken: the outer
 * limit pulls them one by one through the append and the lateral joins.
 */
const hits = (bounds: Bounds, { days, months, monthsBefore }: Looks, limit: number): Sql => sql`
  SELECT * FROM (
    SELECT found.* FROM unnest(${days.map(({ day }) => day)}::int[], ${days.map(({ words }) => words)}::tsquery[]) AS look (day, words)
    CROSS JOIN LATERAL (${found(bounds, sql`AND s.day = look.day`, limit)}) found
    UNION ALL
    SELECT found.* FROM unnest(${months}::tsquery[]) AS look (words)
    CROSS JOIN LATERAL (${found(bounds, monthsBefore === null ? none : sql`AND s.received_at < ${monthsBefore}`, limit)}) found
  ) looked LIMIT ${limit}`

/**
 * The words lead, through the index: they name the mailbox themselves. OFFSET 0 keeps the planner from walking by date
 * instead, which would unpack the words of every mail on its way.
 */
const found = (bounds: Bounds, where: Sql, limit: number): Sql => sql`
  SELECT s.received_at, s.message_id FROM (
    SELECT s.account_id, s.received_at, s.message_id, s.tsv FROM message_search s
    WHERE s.tsv @@ look.words ${where} OFFSET 0) s
  ${messageOf(bounds)}
  WHERE s.account_id = ${bounds.accountId} ${within(bounds)}
  ORDER BY s.received_at DESC, s.message_id DESC LIMIT ${limit}`

/** By date alone, for a query without words that the index could begin with. */
export const walkRows = (
  db: Db,
  { bounds, limit }: { bounds: Bounds; limit: number },
): Promise<MessageRow[]> =>
  db.query(
    sql<MessageRow>`SELECT ${rowColumns} ${walk(bounds)} ORDER BY s.received_at DESC, s.message_id DESC LIMIT ${limit}`.planned(),
  )

export async function countWalk(
  db: Db,
  { bounds, limit }: { bounds: Bounds; limit: number },
): Promise<number> {
  const [row] = await db.query(
    sql<{
      count: number
    }>`SELECT count(*)::int AS count FROM (SELECT 1 ${walk(bounds)} LIMIT ${limit}) hit`.planned(),
  )
  return row?.count ?? 0
}

/** Mail that lies together: in one folder, or under one label. */
export type MailSet = { kind: 'folder' | 'label'; id: number }

/** How many mails are in a set, counted up to a limit. */
export async function sizeOfSet(
  db: Db,
  accountId: AccountId,
  { set, limit }: { set: MailSet; limit: number },
): Promise<number> {
  const of =
    set.kind === 'folder'
      ? sql`messages WHERE account_id = ${accountId} AND folder_id = ${set.id}`
      : sql`message_labels WHERE account_id = ${accountId} AND label_id = ${set.id}`
  const [row] = await db.query(sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (SELECT 1 FROM ${of} LIMIT ${limit}) counted`)
  return row?.count ?? 0
}

/** Every mail of a small set is looked at, which costs less than every mail with a common word. */
export const rowsInSet = (
  db: Db,
  { bounds, set, limit }: { bounds: Bounds; set: MailSet; limit: number },
): Promise<MessageRow[]> =>
  db.query(
    sql<MessageRow>`SELECT ${rowColumns} ${inSet(bounds, set)} ORDER BY s.received_at DESC, s.message_id DESC LIMIT ${limit}`.planned(),
  )

export async function countInSet(
  db: Db,
  { bounds, set, limit }: { bounds: Bounds; set: MailSet; limit: number },
): Promise<number> {
  const [row] = await db.query(
    sql<{
      count: number
    }>`SELECT count(*)::int AS count FROM (SELECT 1 ${inSet(bounds, set)} LIMIT ${limit}) hit`.planned(),
  )
  return row?.count ?? 0
}

/** The set leads: OFFSET 0 keeps the planner from beginning elsewhere. */
const inSet = (bounds: Bounds, { kind, id }: MailSet): Sql => sql`
  FROM (SELECT m.* FROM messages m WHERE m.account_id = ${bounds.accountId} AND ${
    kind === 'folder'
      ? sql`m.folder_id = ${id}`
      : sql`m.id IN (SELECT l.message_id FROM message_labels l WHERE l.account_id = ${bounds.accountId} AND l.label_id = ${id})`
  } OFFSET 0) m
  JOIN message_search s ON s.account_id = ${bounds.accountId} AND s.received_at = m.received_at AND s.message_id = m.id
  WHERE true ${within(bounds)}`

const walk = (bounds: Bounds): Sql => sql`
  FROM message_search s JOIN messages m ON m.account_id = ${bounds.accountId} AND m.id = s.message_id
  WHERE s.account_id = ${bounds.accountId} ${within(bounds)}`

const asksMessage = ({ hidden, conditions }: Bounds): boolean =>
  hidden.length > 0 || conditions.flat().some(({ kind }) => kind !== 'words' && kind !== 'received')

const messageOf = (bounds: Bounds): Sql =>
  asksMessage(bounds)
    ? sql`JOIN messages m ON m.account_id = ${bounds.accountId} AND m.id = s.message_id`
    : none

const within = ({ accountId, cursor, from, until, hidden, conditions }: Bounds): Sql => sql`
  ${cursor ? sql`AND (s.received_at, s.message_id) < (${cursor.receivedAt}, ${cursor.id})` : none}
  ${from === null ? none : sql`AND s.received_at >= ${from}`}
  ${until === null ? none : sql`AND s.received_at <= ${until}`}
  ${hidden.length === 0 ? none : sql`AND m.folder_id <> ALL(${hidden}::bigint[])`}
  ${conditions.reduce((all, group) => sql`${all} AND (${anyOf(accountId, group)})`, none)}`

const anyOf = (accountId: AccountId, group: readonly Condition[]): Sql =>
  group.reduce((any, one) => sql`${any} OR ${conditionSql(accountId, one)}`, sql`false`)

const conditionSql = (accountId: AccountId, condition: Condition): Sql =>
  condition.negated ? sql`NOT ${positive(accountId, condition)}` : positive(accountId, condition)

function positive(accountId: AccountId, condition: Condition): Sql {
  switch (condition.kind) {
    case 'words':
      return sql`(s.tsv @@ replace(${condition.words}, ${scopeMark}, search_scope(${accountId}, s.received_at))::tsquery)`
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
        ? sql`(m.size > ${condition.bytes})`
        : sql`(m.size < ${condition.bytes})`
    case 'received':
      return condition.side === 'from'
        ? sql`(s.received_at >= ${condition.at})`
        : sql`(s.received_at < ${condition.at})`
  }
}
