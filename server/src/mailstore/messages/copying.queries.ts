import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId, MessageId } from '../../platform/ids.ts'

/** What a copy is made of: its source, its own id, and its place. */
export interface CopyRow {
  from: MessageId
  id: number
  uid: number
}

/**
 * Writes copies of messages with their search words and the text of their files. Flags, labels and keywords come
 * along (RFC 9051 §6.4.7); what became of a sent mail stays with the sent mail.
 */
export const insertCopies = (
  db: Db,
  accountId: AccountId,
  { target, modseq, rows }: { target: FolderId; modseq: number; rows: readonly CopyRow[] },
): Promise<number> =>
  db.run(sql`
    WITH wanted AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${json(rows)}::json) AS x ("from" bigint, id bigint, uid bigint)),
    copied AS (
      INSERT INTO messages (account_id, id, folder_id, uid, modseq, thread_id, received_at, sent_at, sent_zone, size, seen,
        starred, answered, forwarded, draft, deleted, pinned, has_attachment, color, labels, keywords, blob, subject,
        from_name, from_address, recipients, preview, message_id, authentication, read_before, important)
      SELECT m.account_id, w.id, ${target}, w.uid, ${modseq}, m.thread_id, m.received_at, m.sent_at, m.sent_zone, m.size, m.seen,
        m.starred, m.answered, m.forwarded, m.draft, m.deleted, m.pinned, m.has_attachment, m.color, m.labels,
        m.keywords, m.blob, m.subject, m.from_name, m.from_address, m.recipients, m.preview, m.message_id,
        m.authentication, m.read_before, m.important
      FROM wanted w JOIN messages m ON m.account_id = ${accountId} AND m.id = w."from"
      RETURNING blob),
    used AS (SELECT blob, count(*)::int AS n FROM copied GROUP BY blob),
    held AS (SELECT b.hash, used.n FROM blobs b JOIN used ON used.blob = b.hash ORDER BY b.hash FOR UPDATE OF b),
    counted AS (
      UPDATE blobs b SET refs = b.refs + held.n, released_at = NULL FROM held WHERE b.hash = held.hash),
    texts AS (
      INSERT INTO file_texts (account_id, message_id, texts)
      SELECT ${accountId}, w.id, t.texts FROM wanted w
      JOIN file_texts t ON t.account_id = ${accountId} AND t.message_id = w."from"),
    due AS (
      INSERT INTO search_due (account_id, message_id)
      SELECT ${accountId}, w.id FROM wanted w
      JOIN search_due d ON d.account_id = ${accountId} AND d.message_id = w."from")
    INSERT INTO message_search (account_id, received_at, message_id, tsv)
    SELECT s.account_id, s.received_at, w.id, s.tsv FROM wanted w
    JOIN messages m ON m.account_id = ${accountId} AND m.id = w."from"
    JOIN message_search s ON s.account_id = m.account_id AND s.received_at = m.received_at AND s.message_id = m.id`)
