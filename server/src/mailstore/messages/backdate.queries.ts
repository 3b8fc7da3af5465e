import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { AccountId, MessageId } from '../../platform/ids.ts'
import { dayOf } from './ranks.queries.ts'

export interface StoredName {
  id: MessageId
  messageId: string | null
  subject: string
}

/** Every message of an account by its Message-ID, for the demo's placing of what it sent. */
export const storedNames = (db: Db, accountId: AccountId): Promise<StoredName[]> =>
  db.query(sql<StoredName>`
    SELECT id, message_id AS "messageId", subject FROM messages WHERE account_id = ${accountId}`)

/**
 * Gives messages an earlier time of arrival, in list, index and log. Only for the demo: mail that is read keeps its time.
 * Mail written `inside` the house has no results of checks, as when it is delivered by the outbox.
 */
export async function backdate(
  db: Db,
  accountId: AccountId,
  times: readonly { id: MessageId; at: Date; inside: boolean }[],
): Promise<void> {
  const rows = json(times)
  await db.run(sql`
    WITH times AS (SELECT * FROM json_to_recordset(${rows}::json) AS x (id bigint, at timestamptz, inside boolean)),
    old AS (
      SELECT m.id, m.received_at, m.folder_id, m.labels FROM messages m JOIN times ON times.id = m.id WHERE m.account_id = ${accountId}),
    labelled AS (
      UPDATE message_labels i SET received_at = times.at FROM times JOIN old ON old.id = times.id
      WHERE i.account_id = ${accountId} AND i.label_id = ANY(old.labels) AND i.folder_id = old.folder_id
        AND i.received_at = old.received_at AND i.message_id = times.id),
    moved AS (
      UPDATE message_search s SET received_at = times.at, settled = false,
        tsv = replace(s.tsv::text, '''' || search_scope(${accountId}, s.received_at), '''' || search_scope(${accountId}, times.at))::tsvector
      FROM times JOIN old ON old.id = times.id
      WHERE s.account_id = ${accountId} AND s.received_at = old.received_at AND s.message_id = times.id),
    logged AS (
      UPDATE activity a SET at = times.at FROM times WHERE a.account_id = ${accountId} AND a.message_id = times.id AND a.kind = 'receive'),
    placed AS (
      DELETE FROM activity a USING times WHERE a.account_id = ${accountId} AND a.message_id = times.id AND a.kind <> 'receive'),
    contacts AS (
      UPDATE sent_to c SET received_at = times.at FROM times WHERE c.account_id = ${accountId} AND c.message_id = times.id)
    UPDATE messages m SET received_at = times.at,
      authentication = CASE WHEN NOT times.inside THEN m.authentication END
    FROM times WHERE m.account_id = ${accountId} AND m.id = times.id`)
  await db.run(sql`DELETE FROM folder_days WHERE account_id = ${accountId}`)
  await db.run(sql`
    INSERT INTO folder_days (account_id, folder_id, day, total)
    SELECT account_id, folder_id, ${dayOf(sql`received_at`)} AS day, count(*) FROM messages
    WHERE account_id = ${accountId} GROUP BY 1, 2, 3`)
}
