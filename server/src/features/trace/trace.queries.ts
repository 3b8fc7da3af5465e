import type { Db } from '../../platform/db/pool.ts'
import { none, type Sql, sql } from '../../platform/db/sql.ts'
import type { AccountId, MessageId, SubmissionId } from '../../platform/ids.ts'
import type { TimeCursor } from '../../platform/time-cursor.ts'

/** How long it is kept. */
const kept = sql`now() - interval '90 days'`

/** A recipient of a mail, with what is known of it by now. */
export interface TraceRow {
  at: Date
  id: number
  submissionId: SubmissionId | null
  sender: string
  recipient: string
  written: string
  recipientAccount: AccountId | null
  messageId: string
  subject: string
  size: number
  outcome: string
  said: string
  protocol: string
  ip: string
  helo: string
  tls: string
  copyId: MessageId | null
  submissionState: string | null
  state: string | null
  reason: string | null
  stopped: boolean | null
}

const columns = sql`t.at, t.id, t.submission_id AS "submissionId", t.sender, t.recipient, t.written,
  t.recipient_account AS "recipientAccount", t.message_id AS "messageId", t.subject, t.size, t.outcome, t.said,
  t.protocol, t.ip, t.helo, t.tls, t.copy_id AS "copyId"`

/** The state of a recipient is the queue's, which is committed with each try. */
const withState = (page: Sql): Sql<TraceRow> => sql<TraceRow>`
  WITH page AS MATERIALIZED (${page})
  SELECT p.*, s.state AS "submissionState", r.state, r.reason, r.stopped FROM page p
  LEFT JOIN submissions s ON s.id = p."submissionId"
  LEFT JOIN submission_recipients r ON r.submission_id = p."submissionId" AND r.address = p.written
  ORDER BY p.at DESC, p.id DESC`

export interface TraceWish {
  /** Null: mail of everybody. */
  people: readonly AccountId[] | null
  sender: string
  recipient: string
  messageId: string
  words: readonly string[]
  from: Date | null
  until: Date | null
  after: TimeCursor | null
  limit: number
}

const ofPeople = (people: readonly AccountId[] | null): Sql =>
  people === null
    ? none
    : sql`AND (t.recipient_account = ANY(${people}::bigint[]) OR t.sender_account = ANY(${people}::bigint[]))`

/** Of a row, as its words name it. */
const dayOf = sql`floor(extract(epoch FROM t.at) / 86400)::int`

/** Words as they are kept on a day. */
const wordsOn = (day: Sql, words: readonly string[]): Sql =>
  sql`ARRAY(SELECT ${day} || '.' || word FROM unnest(${words}::text[]) word)`

type Conditions = Omit<TraceWish, 'people' | 'limit'>

const conditions = ({
  sender,
  recipient,
  messageId,
  words,
  from,
  until,
  after,
}: Conditions): Sql => sql`
  t.at > ${kept}
  ${from ? sql`AND t.at >= ${from}` : none} ${until ? sql`AND t.at <= ${until}` : none}
  ${after ? sql`AND (t.at, t.id) < (${after.at}, ${after.id}::bigint)` : none}
  ${sender === '' ? none : sql`AND t.sender = ${sender}`} ${recipient === '' ? none : sql`AND t.recipient = ${recipient}`}
  ${messageId === '' ? none : sql`AND t.message_id = ${messageId} AND t.message_id <> ''`}
  ${words.length === 0 ? none : sql`AND t.words @> ${wordsOn(dayOf, words)}`}`

/** Whatever it is about. */
const unnamed = { sender: '', recipient: '', messageId: '', words: [] }

/** So many people are asked for one by one, which reads no row of anybody else. */
const fewPeople = 300

/** The latest of a range of the index that fits what is asked. */
const plainPage = (wish: TraceWish): Sql => sql`
  SELECT ${columns} FROM traced t WHERE ${conditions(wish)} ${ofPeople(wish.people)}
  ORDER BY at DESC, id DESC LIMIT ${wish.limit}`

/** Where an address and more is asked for: whichever is rarer is looked up, and then put in order. */
const pageOfSeveral = (wish: TraceWish): Sql => sql`
  SELECT ${columns} FROM traced t WHERE ${conditions(wish)} ${ofPeople(wish.people)}
  ORDER BY t.at + interval '0' DESC, t.id DESC LIMIT ${wish.limit}`

/** The latest of each of some people, and of those the latest. */
const pageOfPeople = (wish: TraceWish, people: readonly AccountId[]): Sql => {
  const latest = sql`ORDER BY at DESC, id DESC LIMIT ${wish.limit}`
  return sql`
    SELECT t.* FROM unnest(${people}::bigint[]) AS one (id) CROSS JOIN LATERAL (
      (SELECT ${columns} FROM traced t WHERE t.recipient_account = one.id AND ${conditions(wish)} ${latest})
      UNION ALL
      (SELECT ${columns} FROM traced t WHERE t.sender_account = one.id AND ${conditions(wish)}
        AND NOT coalesce(t.recipient_account = ANY(${people}::bigint[]), false) ${latest})) t ${latest}`
}

/**
 * Day by day, the latest first, until the page is full: a word that stands everywhere is found on the first day, a rare one by
 * its own entries of the index, in which each word stands with its day. Times are compared, and days ordered, in a form that no
 * other index knows: by one of those a rare word would be looked for among all rows.
 */
const pageByWords = ({ people, words, from, until, after, limit }: TraceWish): Sql => sql`
  SELECT t.* FROM generate_series(
      floor(extract(epoch FROM least(coalesce(${after?.at ?? null}::timestamptz, 'infinity'),
        coalesce(${until}::timestamptz, 'infinity'), now() + interval '2 days')) / 86400)::int,
      floor(extract(epoch FROM greatest(coalesce(${from}::timestamptz, '-infinity'), ${kept})) / 86400)::int, -1) AS day (number)
    CROSS JOIN LATERAL (
      SELECT ${columns} FROM traced t
      WHERE t.words <> '{}' AND t.words @> ${wordsOn(sql`day.number`, words)}
        AND t.at + interval '0' > ${kept} ${from ? sql`AND t.at + interval '0' >= ${from}` : none}
        ${until ? sql`AND t.at + interval '0' <= ${until}` : none}
        ${after ? sql`AND (t.at + interval '0', t.id) < (${after.at}, ${after.id}::bigint)` : none} ${ofPeople(people)}
      ORDER BY t.at + interval '0' DESC, t.id DESC LIMIT ${limit}) t
  LIMIT ${limit}`

/** So many of the latest rows hold a page of a word that stands in each twentieth subject; looking through them takes 4 ms. */
const lookedThrough = 1_000

/** Of the latest rows those with all of the words: what stands in many subjects fills a page without a look at all of them. */
const latestByWords = ({ people, words, from, until, after, limit }: TraceWish): Sql => sql`
  SELECT ${columns} FROM (
    SELECT * FROM traced t WHERE ${conditions({ ...unnamed, from, until, after })}
    ORDER BY at DESC, id DESC LIMIT ${lookedThrough}) t
  WHERE t.words @> ${wordsOn(dayOf, words)} ${ofPeople(people)}
  ORDER BY t.at DESC, t.id DESC LIMIT ${limit}`

/** A page, the latest first. */
export const tracePage = async (db: Db, wish: TraceWish): Promise<TraceRow[]> => {
  const { people, sender, recipient, messageId, words } = wish
  if (words.length > 0 && sender === '' && recipient === '' && messageId === '') {
    const latest = await db.query(withState(latestByWords(wish)))
    return latest.length === wish.limit ? latest : db.query(withState(pageByWords(wish)))
  }
  const named = [sender, recipient, messageId].filter((one) => one !== '').length
  // Planned by what is asked: a newsletter has many rows, its reader few.
  if (named > 1) return db.query(withState(pageOfSeveral(wish)).planned())
  if (named === 0 && people !== null && people.length <= fewPeople)
    return db.query(withState(pageOfPeople(wish, people)))
  return db.query(withState(plainPage(wish)))
}

export interface OneWish {
  people: readonly AccountId[] | null
  id: number
  at: Date
}

export async function traceRow(db: Db, { people, id, at }: OneWish): Promise<TraceRow | null> {
  const [row] = await db.query(
    withState(sql`
      SELECT ${columns} FROM traced t WHERE t.at = ${at} AND t.id = ${id}::bigint AND t.at > ${kept} ${ofPeople(people)}`),
  )
  return row ?? null
}

/** Other rows of one Message-ID: what was passed on, and who else got it. */
export const relatedRows = (
  db: Db,
  { people, id, messageId }: { people: readonly AccountId[] | null; id: number; messageId: string },
): Promise<TraceRow[]> =>
  db.query(
    withState(sql`
      SELECT ${columns} FROM traced t
      WHERE t.message_id = ${messageId} AND t.message_id <> '' AND t.at > ${kept} AND t.id <> ${id}::bigint ${ofPeople(people)}
      ORDER BY at DESC, id DESC LIMIT 20`),
  )

export interface TryRow {
  at: Date
  state: string
  said: string
  nextAt: Date | null
  copyId: MessageId | null
}

/** The latest tries for one recipient, the first of them first. */
export const triesOf = async (
  db: Db,
  { submissionId, address, since }: { submissionId: SubmissionId; address: string; since: Date },
): Promise<TryRow[]> => {
  const rows = await db.query(sql<TryRow>`
    SELECT at, state, said, next_at AS "nextAt", copy_id AS "copyId" FROM trace_tries
    WHERE submission_id = ${submissionId} AND address = ${address} AND at >= ${since}
    ORDER BY at DESC, id DESC LIMIT 100`)
  return rows.reverse()
}

/** From where a mail of ours was handed over; null for what a program of ours wrote, and after a month. */
export async function handedFrom(
  db: Db,
  submissionId: SubmissionId,
): Promise<{ client: string; ip: string } | null> {
  const [row] = await db.query(sql<{ client: string; ip: string }>`
    SELECT a.client, a.ip FROM submissions s
    JOIN activity a ON a.account_id = s.account_id AND a.message_id = s.message_id AND a.kind = 'send'
    WHERE s.id = ${submissionId} LIMIT 1`)
  return row ?? null
}

export interface CopyRow {
  role: string | null
  seen: boolean
  answered: boolean
  forwarded: boolean
  deleted: boolean
}

/** What is known of a copy; null where nothing is left of it. */
export async function copyOf(
  db: Db,
  accountId: AccountId,
  copyId: MessageId,
): Promise<CopyRow | null> {
  const [row] = await db.query(sql<CopyRow>`
    SELECT f.role, m.seen, m.answered, m.forwarded, false AS deleted
    FROM messages m JOIN folders f ON f.account_id = m.account_id AND f.id = m.folder_id
    WHERE m.account_id = ${accountId} AND m.id = ${copyId}
    UNION ALL
    SELECT NULL, coalesce((d.message ->> 'seen')::boolean, false), coalesce((d.message ->> 'answered')::boolean, false),
      coalesce((d.message ->> 'forwarded')::boolean, false), true FROM deleted_messages d
    WHERE d.account_id = ${accountId} AND d.id = ${copyId} LIMIT 1`)
  return row ?? null
}

/** True while a held mail waits for somebody’s word. */
export async function isStillHeld(
  db: Db,
  accountId: AccountId,
  receivedAt: Date,
): Promise<boolean> {
  const rows = await db.query(
    sql`SELECT FROM quarantine WHERE account_id = ${accountId} AND received_at = ${receivedAt}`,
  )
  return rows.length > 0
}

/** The main address of whoever has this one; as it is where nobody does. */
export async function mainAddress(db: Db, address: string): Promise<string> {
  const [row] = await db.query(sql<{ address: string }>`
    SELECT a.address FROM addresses x JOIN accounts a ON a.id = x.account_id WHERE x.address = ${address}`)
  return row?.address ?? address
}
