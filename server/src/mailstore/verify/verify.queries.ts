import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import { dayOf } from '../messages/ranks.queries.ts'

/** Something that should not be: what, and where. */
export interface Finding {
  problem: string
  place: string
}

/** UIDs not below UIDNEXT (RFC 9051 §2.3.1.1). */
export const badUids = (db: Db): Promise<Finding[]> =>
  db.query(sql<Finding>`
    SELECT 'UID not below UIDNEXT' AS problem, 'folder ' || m.folder_id || ' uid ' || m.uid AS place
    FROM messages m JOIN folders f ON f.account_id = m.account_id AND f.id = m.folder_id
    WHERE m.uid >= f.uid_next LIMIT 100`)

/** Messages in a later place of the feed than their mailbox or folder. */
export const badModseqs = (db: Db): Promise<Finding[]> =>
  db.query(sql<Finding>`
    SELECT 'MODSEQ above the mailbox' AS problem, 'message ' || m.id AS place
    FROM messages m JOIN accounts a ON a.id = m.account_id WHERE m.modseq > a.modseq
    UNION ALL
    SELECT 'feed row above the mailbox', 'account ' || c.account_id || ' modseq ' || c.modseq
    FROM changes c JOIN accounts a ON a.id = c.account_id WHERE c.modseq > a.modseq LIMIT 100`)

/** Folder counters against a recount. */
export const badCounters = (db: Db): Promise<Finding[]> =>
  db.query(sql<Finding>`
    SELECT 'folder counters differ' AS problem, 'folder ' || f.id || ': kept ' || f.total || '/' || f.unread || '/' || f.bytes
      || ', counted ' || coalesce(c.total, 0) || '/' || coalesce(c.unread, 0) || '/' || coalesce(c.bytes, 0) AS place
    FROM folders f LEFT JOIN (
      SELECT account_id, folder_id, count(*) AS total, count(*) FILTER (WHERE NOT seen) AS unread, sum(size) AS bytes
      FROM messages GROUP BY account_id, folder_id) c ON c.account_id = f.account_id AND c.folder_id = f.id
    WHERE f.total <> coalesce(c.total, 0) OR f.unread <> coalesce(c.unread, 0) OR f.bytes <> coalesce(c.bytes, 0)
    LIMIT 100`)

/** The index by label against the labels of messages, both ways. */
export const badLabels = (db: Db): Promise<Finding[]> =>
  db.query(sql<Finding>`
    WITH wanted AS (
      SELECT account_id, label_id, folder_id, received_at, id AS message_id, true AS here
      FROM messages, unnest(labels) label_id),
    indexed AS (SELECT *, true AS here FROM message_labels)
    SELECT CASE WHEN i.here IS NULL THEN 'label not in its index' ELSE 'label entry without a message' END AS problem,
      'label ' || label_id || ' message ' || message_id AS place
    FROM wanted w FULL JOIN indexed i USING (account_id, label_id, folder_id, received_at, message_id)
    WHERE w.here IS NULL OR i.here IS NULL
    UNION ALL
    SELECT 'label that does not exist', 'label ' || i.label_id FROM message_labels i
    LEFT JOIN labels l ON l.account_id = i.account_id AND l.id = i.label_id WHERE l.id IS NULL LIMIT 100`)

/** Label counters against a recount. */
export const badLabelCounts = (db: Db): Promise<Finding[]> =>
  db.query(sql<Finding>`
    SELECT 'label counters differ' AS problem, 'label ' || label_id || ' folder ' || folder_id || ': kept ' || coalesce(k.total, 0) || '/' || coalesce(k.unread, 0) || '/'
      || coalesce(k.bytes, 0) || ', counted ' || coalesce(c.total, 0) || '/' || coalesce(c.unread, 0) || '/'
      || coalesce(c.bytes, 0) AS place
    FROM label_counts k FULL JOIN (
      SELECT account_id, label_id, folder_id, count(*) AS total, count(*) FILTER (WHERE NOT seen) AS unread, sum(size) AS bytes
      FROM messages, unnest(labels) label_id GROUP BY account_id, label_id, folder_id) c
      USING (account_id, label_id, folder_id)
    WHERE coalesce(k.total, 0) <> coalesce(c.total, 0) OR coalesce(k.unread, 0) <> coalesce(c.unread, 0)
      OR coalesce(k.bytes, 0) <> coalesce(c.bytes, 0) LIMIT 100`)

/** Counts by day against a recount. */
export const badDays = (db: Db): Promise<Finding[]> =>
  db.query(sql<Finding>`
    SELECT 'counts by day differ' AS problem, 'folder ' || coalesce(d.folder_id, c.folder_id) || ' day ' || coalesce(d.day, c.day)
      || ': kept ' || coalesce(d.total, 0) || ', counted ' || coalesce(c.total, 0) AS place
    FROM folder_days d FULL JOIN (
      SELECT account_id, folder_id, ${dayOf(sql`received_at`)} AS day, count(*) AS total FROM messages GROUP BY 1, 2, 3) c
      USING (account_id, folder_id, day)
    WHERE coalesce(d.total, 0) <> coalesce(c.total, 0) LIMIT 100`)

/** Used bytes against a recount. */
export const badUse = (db: Db): Promise<Finding[]> =>
  db.query(sql<Finding>`
    SELECT 'used bytes differ' AS problem, 'account ' || a.id || ': kept ' || a.used_bytes || ', counted ' || coalesce(c.bytes, 0) AS place
    FROM accounts a LEFT JOIN (SELECT account_id, sum(size) AS bytes FROM messages GROUP BY account_id) c ON c.account_id = a.id
    WHERE a.used_bytes <> coalesce(c.bytes, 0) LIMIT 100`)

/** Messages without search words, and words without a message. */
export const badIndex = (db: Db): Promise<Finding[]> =>
  db.query(sql<Finding>`
    SELECT 'not in the search index' AS problem, 'message ' || m.id AS place FROM messages m
    LEFT JOIN message_search s ON s.account_id = m.account_id AND s.received_at = m.received_at AND s.message_id = m.id
    WHERE s.message_id IS NULL
    UNION ALL
    SELECT 'index row without a message', 'message ' || s.message_id FROM message_search s
    LEFT JOIN messages m ON m.account_id = s.account_id AND m.id = s.message_id WHERE m.id IS NULL LIMIT 100`)

/** Blob references against a recount over every table that points to blobs. */
export const badReferences = (db: Db): Promise<Finding[]> =>
  db.query(sql<Finding>`
    WITH counted AS (
      SELECT blob, count(*) AS refs FROM (
        SELECT blob FROM messages UNION ALL SELECT body FROM blobs WHERE body IS NOT NULL UNION ALL SELECT blob FROM uploads UNION ALL SELECT blob FROM authorised_mails
        UNION ALL SELECT blob FROM upload_chunks
        UNION ALL SELECT blob FROM letter_pictures
        UNION ALL SELECT blob FROM deleted_messages
        UNION ALL SELECT blob FROM legal_copies
        UNION ALL SELECT blob FROM mail_export_items WHERE blob IS NOT NULL
        UNION ALL SELECT blob FROM mail_import_items WHERE blob IS NOT NULL
        UNION ALL SELECT blob FROM submissions WHERE state IN ('held', 'scheduled', 'awaiting-approval', 'queued')
        UNION ALL SELECT blob FROM approvals
        UNION ALL SELECT blob FROM quarantine
        UNION ALL SELECT inside_blob FROM mail_group_posts WHERE inside_blob IS NOT NULL
        UNION ALL SELECT outside_blob FROM mail_group_posts WHERE outside_blob IS NOT NULL
        UNION ALL SELECT r.blob FROM submission_recipients r JOIN submissions s ON s.id = r.submission_id
          WHERE r.blob IS NOT NULL AND s.state IN ('held', 'scheduled', 'awaiting-approval', 'queued')) all_refs
      GROUP BY blob)
    SELECT CASE WHEN b.hash IS NULL THEN 'row without its blob' ELSE 'blob references differ' END AS problem,
      encode(coalesce(b.hash, c.blob), 'hex') || ': kept ' || coalesce(b.refs, 0) || ', counted ' || coalesce(c.refs, 0) AS place
    FROM blobs b FULL JOIN counted c ON c.blob = b.hash
    WHERE b.hash IS NULL OR b.refs <> coalesce(c.refs, 0) LIMIT 100`)

/** Hashes of all stored contents, in order, a piece at a time. */
export const blobHashes = (db: Db, after: Buffer, limit: number): Promise<{ hash: Buffer }[]> =>
  db.query(
    sql<{
      hash: Buffer
    }>`SELECT hash FROM blobs WHERE hash > ${after} ORDER BY hash LIMIT ${limit}`,
  )
