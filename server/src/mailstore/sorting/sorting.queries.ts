import type { Db } from '../../platform/db/pool.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { inSteps } from '../../platform/sort-in-turns.ts'
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
/**
 * Hardly a subject is an answer's or has whitespace but single spaces. One expression tells, where the others take seven: a folder of
 * 10,000 is sorted and threaded in a third of the time.
 */
const isPlain = sql`m.subject !~* ${String.raw`^\s|^\[|^re|^fw|[\s)\]]$|\s\s|[^\S ]`}`
const worked = sql`CASE WHEN m.subject ~* '\\[fwd:' THEN ${allUnwrapped} ELSE ${stripped(oneLine)} END`
const baseSubject = sql`upper(CASE WHEN ${isPlain} THEN m.subject ELSE ${worked} END) COLLATE "C"`
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

/** What THREAD joins a message by. */
export interface ThreadRow {
  uid: number
  /** ms */
  sentAt: number
  messageId: string | null
  /** RFC 5256 §2.1, in capitals; of a long one what stands for it. */
  baseSubject: string
  isAnswer: boolean
  /** The ids that it names; null: too long to be held of all. */
  refs: readonly string[] | null
}

/** Longer subjects are the same where their hashes are: a hundred thousand of them are in memory at once. */
const longSubject = 64
/** Bytes of the ids that a message names; most name one or a few. */
const shortReferences = 200
/** Messages in a row of the answer: a row for each would take the driver longer than all else. */
const perGroup = 250

/** Neighbours in the order of sending: columns, one value for each. */
export interface ThreadGroup {
  uids: number[]
  sentAt: number[]
  messageIds: (string | null)[]
  baseSubjects: string[]
  /** `t` or `f` for each. */
  answers: string
  /** False: too long. Null: its header was never read. */
  refs: (string[] | false | null)[]
}

interface Threading {
  limit: number
  /** Whether the ids that they name are wanted too. */
  asksReferences: boolean
}

/** Messages in the order of sending. */
export interface ThreadRows {
  rows: ThreadRow[]
  /** False: of some the header was never read, and nobody knows what they name. */
  isRead: boolean
}

/** What is sought, in the order of sending, as columns; `rowsOfThreads` makes rows of it. */
export function threadGroups(
  db: Db,
  viewer: Viewer,
  { limit, asksReferences, ...seeking }: Located & Threading,
): Promise<ThreadGroup[]> {
  const headers = asksReferences ? sql`LEFT JOIN message_headers h ON h.blob = s.blob` : sql``
  const refs = asksReferences
    ? sql`CASE WHEN octet_length(array_to_string(h.refs, ' ')) > ${shortReferences}::int THEN 'false'::json ELSE to_json(h.refs) END`
    : sql`'[]'::json`
  return db.query(
    sql<ThreadGroup>`
    SELECT array_agg(t.uid ORDER BY t.n) AS uids, array_agg(t.at ORDER BY t.n) AS "sentAt",
      json_agg(t.message_id ORDER BY t.n) AS "messageIds",
      json_agg(CASE WHEN length(t.base) > ${longSubject}::int THEN md5(t.base) ELSE t.base END ORDER BY t.n) AS "baseSubjects",
      string_agg(CASE WHEN t.answers THEN 't' ELSE 'f' END, '' ORDER BY t.n) AS answers,
      json_agg(t.refs ORDER BY t.n) AS refs
    FROM (
      SELECT s.n, (s.n - 1) / ${perGroup}::int AS part, s.uid, (extract(epoch FROM s.at) * 1000)::bigint AS at, s.message_id, s.base, s.answers, ${refs} AS refs
      FROM (
        SELECT row_number() OVER (ORDER BY ${sentAt}, m.uid) AS n, m.uid, ${sentAt} AS at, m.blob,
          left(m.message_id, ${longestId}::int) AS message_id, ${baseSubject} AS base,
          CASE WHEN ${isPlain} THEN false ELSE ${isAnswer} END AS answers
        FROM messages m WHERE ${soughtBy(viewer, seeking)} ORDER BY 1 LIMIT ${limit}
      ) AS s ${headers}
    ) AS t GROUP BY t.part ORDER BY t.part`.planned(),
  )
}

/** The rows of all groups, some in each turn. */
export async function rowsOfThreads(groups: readonly ThreadGroup[]): Promise<ThreadRows> {
  const pause = inSteps()
  const rows: ThreadRow[] = []
  let isRead = true
  for (const group of groups) {
    isRead &&= !group.refs.includes(null)
    for (const [index, uid] of group.uids.entries()) rows.push(rowOf(group, index, uid))
    await pause(perGroup)
  }
  return { rows, isRead }
}

const rowOf = (group: ThreadGroup, index: number, uid: number): ThreadRow => ({
  uid,
  sentAt: group.sentAt[index] ?? 0,
  messageId: group.messageIds[index] ?? null,
  baseSubject: group.baseSubjects[index] ?? '',
  isAnswer: group.answers[index] === 't',
  refs: group.refs[index] === false ? null : (group.refs[index] ?? []),
})
