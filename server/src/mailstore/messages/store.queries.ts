import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId } from '../../platform/ids.ts'
import { binaryArray } from '../search/binary-words.ts'
import { scopeMark } from '../search/search-terms.ts'
import type { FolderRole } from '../types.ts'
import { dayOf } from './ranks.queries.ts'

export interface AccountCounters {
  id: AccountId
  modseq: number
  used: number
  quota: number
}

export interface FolderCounters {
  accountId: AccountId
  id: FolderId
  role: FolderRole | null
  uidNext: number
  total: number
  unread: number
  bytes: number
}

/** Locks accounts in one order (no deadlock); whoever holds the row is the only writer of the mailbox. */
export const lockAccounts = (db: Db, ids: readonly AccountId[]): Promise<AccountCounters[]> =>
  db.query(sql<AccountCounters>`
    SELECT id, modseq, used_bytes AS used, quota_bytes AS quota FROM accounts
    WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR NO KEY UPDATE`)

/** Counters of the folders that copies go to, by role or by id. */
export const foldersFor = (
  db: Db,
  wanted: { accounts: readonly AccountId[]; roles: readonly string[]; ids: readonly FolderId[] },
): Promise<FolderCounters[]> =>
  db.query(sql<FolderCounters>`
    SELECT account_id AS "accountId", id, role, uid_next AS "uidNext", total, unread, bytes FROM folders
    WHERE account_id = ANY(${wanted.accounts}::bigint[])
      AND (role = ANY(${wanted.roles}::text[]) OR id = ANY(${wanted.ids}::bigint[]))`)

/** Forgets deliveries whose sender is known to have seen the answer. */
export const forgetReceipts = (db: Db, keys: readonly Buffer[]): Promise<number> =>
  db.run(sql`DELETE FROM delivery_receipts WHERE key = ANY(${keys}::bytea[])`)

/** Receipts that nobody acknowledged: a sender that has not tried again within a day will not. */
export const sweepReceipts = (db: Db): Promise<number> =>
  db.run(sql`DELETE FROM delivery_receipts WHERE created_at < now() - interval '1 day'`)

/**
 * Writes receipts; @returns those that are new, as hex. The others were delivered before; they are kept anew, so that a
 * sender that comes for days because of another recipient is recognised each time.
 */
export async function writeReceipts(db: Db, keys: readonly Buffer[]): Promise<Set<string>> {
  const rows = await db.query(sql<{ key: string; isNew: boolean }>`
    INSERT INTO delivery_receipts AS r (key) SELECT DISTINCT key FROM unnest(${keys}::bytea[]) key ORDER BY key
    ON CONFLICT (key) DO UPDATE SET created_at = now()
    RETURNING encode(r.key, 'hex') AS key, r.xmax = 0 AS "isNew"`)
  return new Set(rows.flatMap((row) => (row.isNew ? [row.key] : [])))
}

/** Threads that keys are known in, as a map from "account key" to the thread. */
export async function knownThreads(
  db: Db,
  accounts: readonly AccountId[],
  keys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.query(sql<{ place: string; thread: number }>`
    SELECT t.account_id || ' ' || t.key AS place, t.thread_id AS thread
    FROM unnest(${accounts}::bigint[], ${keys}::bigint[]) AS wanted (account_id, key)
    JOIN thread_members t ON t.account_id = wanted.account_id AND t.key = wanted.key`)
  return new Map(rows.map((row) => [row.place, row.thread]))
}

/** First of 64 message ids that belong to the caller alone. */
export async function reserveMessageIds(db: Db): Promise<number> {
  const [row] = await db.query(sql<{ id: number }>`SELECT nextval('message_ids') AS id`)
  return row?.id ?? 0
}

/** Everything that one group of new messages writes, as plain rows. */
export interface StoreRows {
  blobs: { hash: string; size: number; stored: number; refs: number; body?: string }[]
  accounts: { id: number; modseq: number; used: number }[]
  folders: {
    account: number
    id: number
    uid_next: number
    total: number
    unread: number
    bytes: number
    modseq: number
  }[]
  messages: object[]
  /** Search words of a mail with one copy, in binary with their scope. */
  ownWords: { id: number; words: Buffer }[]
  /** Search words of each other content, once for all its copies: the scope of each copy is put in here, not on the loop. */
  words: { content: number; tsv: string }[]
  log: object[]
  threads: { account: number; key: string; thread: number }[]
  changes: { account: number; modseq: number; ids: number[]; detail: object }[]
}

/** Writes a group of new messages in one round trip. */
export const writeStoreRows = (db: Db, rows: StoreRows): Promise<number> =>
  db.run(sql`
    WITH new_blobs AS (
      INSERT INTO blobs AS b (hash, size, stored_size, refs, body)
      SELECT decode(hash, 'hex'), size, stored, refs, decode(body, 'hex')
      FROM json_to_recordset(${json(rows.blobs)}::json) AS x (hash text, size int, stored int, refs int, body text)
      ORDER BY hash
      ON CONFLICT (hash) DO UPDATE SET refs = b.refs + EXCLUDED.refs, released_at = NULL, body = coalesce(b.body, EXCLUDED.body)),
    new_accounts AS (
      UPDATE accounts a SET modseq = x.modseq, used_bytes = x.used
      FROM json_to_recordset(${json(rows.accounts)}::json) AS x (id bigint, modseq bigint, used bigint)
      WHERE a.id = x.id),
    new_folders AS (
      UPDATE folders f SET uid_next = x.uid_next, total = x.total, unread = x.unread, bytes = x.bytes, modseq = x.modseq
      FROM json_to_recordset(${json(rows.folders)}::json)
        AS x (account bigint, id bigint, uid_next bigint, total int, unread int, bytes bigint, modseq bigint)
      WHERE f.account_id = x.account AND f.id = x.id),
    source AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${json(rows.messages)}::json) AS x (
        account_id bigint, id bigint, folder_id bigint, uid bigint, modseq bigint, thread_id bigint,
        received_at timestamptz, sent_at timestamptz, sent_zone smallint, size int, seen boolean, starred boolean, draft boolean,
        has_attachment boolean, blob text, subject text, from_name text, from_address text, recipients jsonb,
        preview text, message_id text, authentication jsonb, submission_id bigint, labels bigint[], sent_to json,
        answered boolean, forwarded boolean, deleted boolean, keywords text[], important boolean,
        content int, due boolean)),
    new_messages AS (
      INSERT INTO messages (account_id, id, folder_id, uid, modseq, thread_id, received_at, sent_at, sent_zone, size, seen,
        starred, draft, has_attachment, blob, subject, from_name, from_address, recipients, preview, message_id,
        authentication, submission_id, labels, answered, forwarded, deleted, keywords, important)
      SELECT account_id, id, folder_id, uid, modseq, thread_id, received_at, sent_at, sent_zone, size, seen, starred, draft,
        has_attachment, decode(blob, 'hex'), subject, from_name, from_address, recipients, preview, message_id,
        authentication, submission_id, coalesce(labels, '{}'), coalesce(answered, false), coalesce(forwarded, false),
        coalesce(deleted, false), coalesce(keywords, '{}'), coalesce(important, false)
      FROM source),
    new_log AS (
      INSERT INTO activity (account_id, kind, client, ip, member, message_id, folder_id, peer, subject)
      SELECT account, kind, client, ip, coalesce(member, ''), message, folder, peer, subject
      FROM json_to_recordset(${json(rows.log)}::json) AS x (account bigint, kind text, client text, ip text, member text,
        message bigint, folder bigint, peer text, subject text)),
    new_words AS (
      INSERT INTO message_search (account_id, received_at, message_id, tsv)
      SELECT account_id, received_at, id,
        replace(w.tsv, ${scopeMark}, search_scope(account_id, received_at))::tsvector
      FROM source JOIN json_to_recordset(${json(rows.words)}::json) AS w (content int, tsv text) USING (content)
      UNION ALL
      SELECT account_id, received_at, id, w.tsv
      FROM source JOIN unnest(${rows.ownWords.map(({ id }) => id)}::bigint[], ${binaryArray(rows.ownWords.map(({ words }) => words))}::tsvector[])
        AS w (id, tsv) USING (id)),
    new_due AS (INSERT INTO search_due (account_id, message_id) SELECT account_id, id FROM source WHERE due),
    new_days AS (
      INSERT INTO folder_days AS d (account_id, folder_id, day, total)
      SELECT account_id, folder_id, ${dayOf(sql`received_at`)} AS day, count(*) FROM source GROUP BY 1, 2, 3
      ON CONFLICT (account_id, folder_id, day) DO UPDATE SET total = d.total + EXCLUDED.total),
    new_correspondence AS (
      INSERT INTO sent_to (account_id, address, received_at, message_id)
      SELECT DISTINCT account_id, json_array_elements_text(sent_to), received_at, id FROM source),
    new_threads AS (
      INSERT INTO thread_members (account_id, key, thread_id)
      SELECT account, key::bigint, thread
      FROM json_to_recordset(${json(rows.threads)}::json) AS x (account bigint, key text, thread bigint)
      ON CONFLICT DO NOTHING)
    INSERT INTO changes (account_id, modseq, kind, message_ids, detail)
    SELECT account, modseq, 'added', ARRAY(SELECT json_array_elements_text(ids)::bigint), detail
    FROM json_to_recordset(${json(rows.changes)}::json)
      AS x (account bigint, modseq bigint, ids json, detail jsonb)`)
