import type { Db } from '../../platform/db/pool.ts'
import { json, none, sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId, LabelId, MessageId } from '../../platform/ids.ts'
import { dayOf } from '../messages/ranks.queries.ts'
import { type Forgotten, forgetRows } from './legal.queries.ts'

/** Keeps messages that are about to be deleted for good; their blobs stay referenced. Drafts are not kept. */
export async function keepDeleted(
  db: Db,
  accountId: AccountId,
  ids: readonly MessageId[],
): Promise<Set<MessageId>> {
  const rows = await db.query(sql<{ id: MessageId }>`
    INSERT INTO deleted_messages (account_id, id, folder_id, blob, size, subject, from_name, from_address, received_at, message)
    SELECT m.account_id, m.id, m.folder_id, m.blob, m.size, m.subject, m.from_name, m.from_address, m.received_at,
      to_jsonb(m) - ARRAY['account_id', 'id', 'folder_id', 'uid', 'modseq', 'blob', 'size']
    FROM messages m WHERE m.account_id = ${accountId} AND m.id = ANY(${ids}::bigint[]) AND NOT m.draft
    ON CONFLICT (account_id, id) DO NOTHING RETURNING id`)
  return new Set(rows.map((row) => row.id))
}

export interface DeletedRow {
  id: MessageId
  folderId: FolderId
  deletedAt: Date
  size: number
  subject: string
  fromName: string
  fromAddress: string
  receivedAt: Date
  blob: Buffer
  seen: boolean
  labels: LabelId[]
}

const columns = sql`id, folder_id AS "folderId", deleted_at AS "deletedAt", size, subject, from_name AS "fromName",
  from_address AS "fromAddress", received_at AS "receivedAt", blob, (message ->> 'seen')::boolean AS seen, ARRAY(SELECT jsonb_array_elements_text(message -> 'labels')::bigint) AS labels`
const alive = sql`deleted_at > now() - interval '30 days'`

export interface DeletedRequest {
  accountId: AccountId
  limit: number
  cursor: { at: Date; id: number } | null
  hidden: readonly FolderId[]
}

/** A page of what can be fetched back, newest first. */
export const deletedPage = (db: Db, request: DeletedRequest): Promise<DeletedRow[]> =>
  db.query(sql<DeletedRow>`
    SELECT ${columns} FROM deleted_messages
    WHERE account_id = ${request.accountId} AND ${alive} AND folder_id <> ALL(${request.hidden}::bigint[])
      ${request.cursor ? sql`AND (deleted_at, id) < (${request.cursor.at}, ${request.cursor.id})` : none}
    ORDER BY deleted_at DESC, id DESC LIMIT ${request.limit}`)

/** Ids of deleted messages; those that lay in a folder of `hidden` are none. */
export interface DeletedByIdRequest {
  ids: readonly MessageId[]
  hidden: readonly FolderId[]
}

/** Rows by id that can be fetched back. */
export const deletedById = (
  db: Db,
  accountId: AccountId,
  { ids, hidden }: DeletedByIdRequest,
): Promise<DeletedRow[]> =>
  db.query(sql<DeletedRow>`
    SELECT ${columns} FROM deleted_messages
    WHERE account_id = ${accountId} AND id = ANY(${ids}::bigint[]) AND ${alive}
      AND folder_id <> ALL(${hidden}::bigint[])
    ORDER BY id FOR UPDATE`)

export interface Restored {
  id: MessageId
  folderId: FolderId
  uid: number
  /** With its scope in place. */
  tsv: string
  /** Its files are to be read for the search. */
  due: boolean
  labels: LabelId[]
}

/** Puts rows back as they were, in their new places, with their search words. The caller has counted them. */
export const restoreRows = (
  db: Db,
  accountId: AccountId,
  { modseq, rows }: { modseq: number; rows: readonly Restored[] },
): Promise<number> =>
  db.run(sql`
    WITH wanted AS (
      SELECT * FROM json_to_recordset(${json(rows)}::json) AS x (id bigint, "folderId" bigint, uid bigint, tsv text, due boolean, labels jsonb)),
    gone AS (
      DELETE FROM deleted_messages d USING wanted w WHERE d.account_id = ${accountId} AND d.id = w.id
      RETURNING d.id, d.blob, d.size, d.message, w."folderId", w.uid, w.tsv, w.due, w.labels),
    back AS (
      INSERT INTO messages SELECT (jsonb_populate_record(NULL::messages,
        -- Deleted before there was this column.
        '{"important": false}'::jsonb || g.message || jsonb_build_object(
        'account_id', ${accountId}::bigint, 'id', g.id, 'folder_id', g."folderId", 'uid', g.uid, 'modseq', ${modseq}::bigint,
        'blob', '\\x' || encode(g.blob, 'hex'), 'size', g.size, 'labels', g.labels, 'deleted', false,
        'saved_at', now()))).*
      FROM gone g RETURNING id, folder_id, received_at, recipients),
    days AS (
      INSERT INTO folder_days AS d (account_id, folder_id, day, total)
      SELECT ${accountId}, folder_id, ${dayOf(sql`received_at`)} AS day, count(*) FROM back GROUP BY 2, 3
      ON CONFLICT (account_id, folder_id, day) DO UPDATE SET total = d.total + EXCLUDED.total),
    correspondence AS (
      INSERT INTO sent_to (account_id, address, received_at, message_id)
      SELECT DISTINCT f.account_id, lower(person ->> 'address'), b.received_at, b.id
      FROM back b JOIN folders f ON f.account_id = ${accountId} AND f.id = b.folder_id AND f.role = 'sent',
        jsonb_array_elements(b.recipients -> 'to') person
      WHERE person ->> 'address' <> ''),
    files AS (
      INSERT INTO search_due (account_id, message_id) SELECT ${accountId}, id FROM gone WHERE due ON CONFLICT DO NOTHING)
    INSERT INTO message_search (account_id, received_at, message_id, tsv)
    SELECT ${accountId}, b.received_at, b.id, g.tsv::tsvector FROM back b JOIN gone g ON g.id = b.id`)

/** Contents deleted from a moment on; locked. */
export const lockDeletedCopies = (
  db: Db,
  accountId: AccountId,
  { blobs, since }: { blobs: readonly Buffer[]; since: Date },
): Promise<{ id: MessageId; blob: Buffer }[]> =>
  db.query(sql<{ id: MessageId; blob: Buffer }>`
    SELECT id, blob FROM deleted_messages
    WHERE account_id = ${accountId} AND deleted_at >= ${since} AND blob = ANY(${blobs}::bytea[]) ORDER BY id FOR UPDATE`)

/** They can be fetched back no more. */
export const forgetDeleted = (
  db: Db,
  accountId: AccountId,
  ids: readonly MessageId[],
): Promise<Forgotten> =>
  forgetRows(db, sql`d.account_id = ${accountId} AND d.id = ANY(${ids}::bigint[])`)

/** Some of what an account has, whenever it was deleted: nobody is there to fetch it back. */
export const forgetSomeDeleted = (
  db: Db,
  accountId: AccountId,
  limit: number,
): Promise<Forgotten> =>
  forgetRows(
    db,
    sql`d.ctid = ANY(ARRAY(
      SELECT ctid FROM deleted_messages WHERE account_id = ${accountId} LIMIT ${limit} FOR UPDATE))`,
  )

/** Lets go of what was deleted more than 30 days ago, a piece at a time. */
export const sweepDeleted = (db: Db, limit: number): Promise<Forgotten> =>
  forgetRows(
    db,
    sql`d.ctid = ANY(ARRAY(
      SELECT ctid FROM deleted_messages WHERE NOT (${alive}) LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
  )
