import type { Db } from '../../platform/db/pool.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { type Located, soughtBy } from '../messages/programs.queries.ts'
import type { Viewer } from '../types.ts'
import { longestId } from './header-fields.ts'

/** What SORT orders by (RFC 5256 §3, RFC 5957). */
export const sortKeys = [
  'arrival',
  'cc',
  'date',
  'from',
  'size',
  'subject',
  'to',
  'displayfrom',
  'displayto',
] as const
export type SortKey = (typeof sortKeys)[number]

export interface Order {
  key: SortKey
  isReversed: boolean
}

/** Keys that are not in the row of a message. */
export const needsHeaders = (orders: readonly Order[]): boolean =>
  orders.some(({ key }) => ['cc', 'to', 'displayto'].includes(key))

// RFC 5256 §2.1: what stands before and behind the subject itself, again and again. A part of a regular expression each.
const blob = String.raw`\[[^][]*\]\s*`
const leader = String.raw`(${blob})*(re|fwd?)\s*(${blob})?:`
/** Leaders, and texts in brackets behind which something is left. */
const before = String.raw`^(\s|${leader}|${blob}(?=\S))+`
const behind = String.raw`(\s|\(fwd\))+$`
const wrapped = String.raw`^\[fwd:(.*)\]$`

const stripped = (subject: Sql): Sql =>
  sql`regexp_replace(regexp_replace(${subject}, ${behind}, '', 'i'), ${before}, '', 'i')`
const oneLine = sql`trim(regexp_replace(m.subject, '\\s+', ' ', 'g'))`
/** RFC 5256 §2.1, step 6: what is wrapped is gone through again. */
const unwrapped = (subject: Sql): Sql =>
  stripped(sql`regexp_replace(${subject}, ${wrapped}, '\\1', 'i')`)
/** So many wrappers in each other; hardly a subject has one, and the others are not gone through for it. */
const mostWrapped = 8
const allUnwrapped = Array.from({ length: mostWrapped }).reduce<Sql>(unwrapped, stripped(oneLine))
const baseSubject = sql`upper(CASE WHEN m.subject ~* '\\[fwd:' THEN ${allUnwrapped} ELSE ${stripped(oneLine)} END) COLLATE "C"`
const isAnswer = sql`(m.subject ~* ${`^\\s*${leader}`} OR m.subject ~* ${String.raw`\(fwd\)\s*$|^\s*\[fwd:.*\]\s*$`})`

const sentAt = sql`coalesce(m.sent_at, m.received_at)`
const mailbox = sql`upper(regexp_replace(m.from_address, '@[^@]*$', '')) COLLATE "C"`
const displayFrom = sql`upper(coalesce(nullif(m.from_name, ''), m.from_address)) COLLATE "C"`

const columns: Record<SortKey, Sql> = {
  arrival: sql`m.received_at`,
  cc: sql`upper(coalesce(h.first_cc, '')) COLLATE "C"`,
  date: sentAt,
  from: mailbox,
  size: sql`m.size`,
  subject: baseSubject,
  to: sql`upper(coalesce(h.first_to, '')) COLLATE "C"`,
  displayfrom: displayFrom,
  displayto: sql`upper(coalesce(h.display_to, '')) COLLATE "C"`,
}

/** UIDs of what is sought, in an order; equal ones by their UID. */
export async function sortedUids(
  db: Db,
  viewer: Viewer,
  { orders, ...seeking }: Located & { orders: readonly Order[] },
): Promise<number[]> {
  const by = orders.map(({ key, isReversed }) =>
    isReversed ? sql`${columns[key]} DESC` : columns[key],
  )
  const order = by.reduceRight<Sql>((rest, one) => sql`${one}, ${rest}`, sql`m.uid`)
  const headers = needsHeaders(orders) ? sql`LEFT JOIN message_headers h ON h.blob = m.blob` : sql``
  const [row] = await db.query(
    sql<{ uids: number[] }>`
    SELECT coalesce(array_agg(m.uid ORDER BY ${order}), '{}') AS uids
    FROM messages m ${headers} WHERE ${soughtBy(viewer, seeking)}`.planned(),
  )
  return row?.uids ?? []
}

/** What THREAD joins a message by, beside the ids that it names. */
export interface ThreadRow {
  uid: number
  sentAt: Date
  messageId: string | null
  /** RFC 5256 §2.1, in capitals; of a long one what stands for it. */
  baseSubject: string
  isAnswer: boolean
}

/** Longer subjects are the same where their hashes are: a hundred thousand of them are in memory at once. */
const longSubject = 64

/** What is sought, in the order of sending. */
export const threadRows = (
  db: Db,
  viewer: Viewer,
  { limit, ...seeking }: Located & { limit: number },
): Promise<ThreadRow[]> =>
  db.query(
    sql<ThreadRow>`
    SELECT uid, "sentAt", "messageId", "isAnswer",
      CASE WHEN length(base) > ${longSubject} THEN md5(base) ELSE base END AS "baseSubject"
    FROM (
      SELECT m.uid, ${sentAt} AS "sentAt", left(m.message_id, ${longestId}) AS "messageId",
        ${baseSubject} AS base, ${isAnswer} AS "isAnswer"
      FROM messages m WHERE ${soughtBy(viewer, seeking)} ORDER BY 2, m.uid LIMIT ${limit}
    ) AS found ORDER BY "sentAt", uid`.planned(),
  )
