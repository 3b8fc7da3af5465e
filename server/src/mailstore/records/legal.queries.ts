import type { Db } from '../../platform/db/pool.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { AccountId, MessageId } from '../../platform/ids.ts'

/** Holds that keep a mail of `row`. */
const holdsOf = (row: Sql) => sql`(
  SELECT h.id FROM legal_holds_on(${row}.account_id) h
  WHERE (h.mail_from IS NULL OR ${row}.received_at >= h.mail_from)
    AND (h.mail_until IS NULL OR ${row}.received_at < h.mail_until))`

/** Nothing is asked of each mail where nobody is on hold. */
const anyHold = sql`EXISTS (SELECT FROM legal_holds WHERE released_at IS NULL)`

/**
 * Keeps what is on legal hold of rows that are `leaving`, a statement with the columns of `messages` and `message_id`; their references
 * to blobs become those of the copies. Two parts of a larger WITH: `copied` has what is kept.
 */
const copying = (leaving: Sql) => sql`
  copied AS (
    INSERT INTO legal_copies (account_id, message_id, blob, size, subject, from_name, from_address, received_at)
    SELECT l.account_id, l.message_id, l.blob, l.size, l.subject, l.from_name, l.from_address, l.received_at
    FROM ${leaving} l WHERE ${anyHold} AND EXISTS ${holdsOf(sql`l`)}
    ON CONFLICT (account_id, message_id) DO NOTHING
    RETURNING id, account_id, message_id, received_at),
  noted AS (
    INSERT INTO legal_copy_holds (hold_id, copy_id)
    SELECT h.id, c.id FROM copied c, LATERAL ${holdsOf(sql`c`)} h)`

/** Keeps messages that are about to go without a trace, as far as they are on hold. @returns those that are kept */
export async function keepForLaw(
  db: Db,
  accountId: AccountId,
  ids: readonly MessageId[],
): Promise<Set<MessageId>> {
  if (ids.length === 0) return new Set()
  const rows = await db.query(sql<{ id: MessageId }>`
    WITH leaving AS (
      SELECT m.account_id, m.id AS message_id, m.blob, m.size, m.subject, m.from_name, m.from_address, m.received_at
      FROM messages m WHERE m.account_id = ${accountId} AND m.id = ANY(${ids}::bigint[])),
    ${copying(sql`leaving`)}
    SELECT message_id AS id FROM copied`)
  return new Set(rows.map(({ id }) => id))
}

/** What is to be fetched back no more. */
export interface Forgotten {
  count: number
  /** Blobs to release: of what is on legal hold there is a copy that needs its own. */
  released: Buffer[]
}

/**
 * The one way out of `deleted_messages` but for being fetched back: what is on legal hold is kept elsewhere.
 * @param which of the rows `d`
 */
export async function forgetRows(db: Db, which: Sql): Promise<Forgotten> {
  const rows = await db.query(sql<{ blob: Buffer; kept: boolean }>`
    WITH gone AS (
      DELETE FROM deleted_messages d WHERE ${which}
      RETURNING d.account_id, d.id AS message_id, d.blob, d.size, d.subject, d.from_name, d.from_address, d.received_at),
    ${copying(sql`gone`)}
    SELECT g.blob, EXISTS (
      SELECT FROM copied c WHERE c.account_id = g.account_id AND c.message_id = g.message_id) AS kept FROM gone g`)
  return {
    count: rows.length,
    released: rows.filter(({ kept }) => !kept).map(({ blob }) => blob),
  }
}
