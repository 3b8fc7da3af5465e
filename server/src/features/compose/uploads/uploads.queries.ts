import { seenBy } from '../../../mailstore/messages/messages.queries.ts'
import type { Viewer } from '../../../mailstore/types.ts'
import type { Db } from '../../../platform/db/pool.ts'
import { none, type Sql, sql } from '../../../platform/db/sql.ts'
import type { AccountId, MessageId, UploadId } from '../../../platform/ids.ts'

/** A file that waits to be sent. */
export interface UploadRow {
  id: UploadId
  blob: Buffer
  fileName: string
  type: string
  size: number
  contentId: string | null
  /** The mail it was taken from; null for what was uploaded. */
  source: MessageId | null
}

const columns = sql`id, blob, file_name AS "fileName", type, size, content_id AS "contentId",
  source_message_id AS source`

export async function insertUpload(
  db: Db,
  accountId: AccountId,
  { upload, now }: { upload: Omit<UploadRow, 'id'>; now: Date },
): Promise<UploadRow> {
  const [row] = await db.query(sql<UploadRow>`
    INSERT INTO uploads (account_id, blob, file_name, type, size, content_id, source_message_id, created_at, used_at)
    VALUES (${accountId}, ${upload.blob}, ${upload.fileName}, ${upload.type}, ${upload.size}, ${upload.contentId},
      ${upload.source}, ${now}, ${now})
    RETURNING ${columns}`)
  if (!row) throw new Error('the upload was not kept')
  return row
}

/** Those of the ids that are the account's and that the viewer may see, in no order. */
export const uploadsById = (db: Db, viewer: Viewer, ids: readonly number[]): Promise<UploadRow[]> =>
  db.query(sql<UploadRow>`
    SELECT ${columns} FROM uploads u
    WHERE account_id = ${viewer.accountId} AND id = ANY(${ids}::bigint[]) ${fileSeenBy(viewer)}`)

/**
 * A file from a mail in a hidden folder is hidden too, unless a draft or a sent mail that is in sight holds it already:
 * there it can be read anyway, and whoever edits the draft must not lose it.
 */
const fileSeenBy = (viewer: Viewer): Sql =>
  viewer.hidden.length === 0
    ? none
    : sql`AND (
      NOT EXISTS (
        SELECT FROM messages m WHERE m.account_id = u.account_id AND m.id = u.source_message_id
          AND m.folder_id = ANY(${viewer.hidden}::bigint[]))
      OR EXISTS (
        SELECT FROM drafts d JOIN messages m ON m.account_id = d.account_id AND m.id = d.message_id
        WHERE d.account_id = u.account_id AND d.content -> 'fileIds' @> to_jsonb(u.id) ${seenBy(viewer)}))`

/** Bytes of all waiting files of an account, and of those that are coming in by chunks. */
export async function waitingBytes(db: Db, accountId: AccountId): Promise<number> {
  const [row] = await db.query(sql<{ bytes: number }>`
    SELECT (SELECT coalesce(sum(size), 0) FROM uploads WHERE account_id = ${accountId})::bigint
      + (SELECT coalesce(sum(size), 0) FROM open_uploads WHERE account_id = ${accountId} AND file_id IS NULL)::bigint
      AS bytes`)
  return row?.bytes ?? 0
}

export const touchUploads = (
  db: Db,
  accountId: AccountId,
  { ids, now }: { ids: readonly number[]; now: Date },
): Promise<number> =>
  db.run(sql`
    UPDATE uploads SET used_at = ${now} WHERE account_id = ${accountId} AND id = ANY(${ids}::bigint[])`)

/** An open draft names the file, or one that was sent and may have come back since. */
const isNamed = (since: Date): Sql => sql`EXISTS (
  SELECT FROM drafts d WHERE d.account_id = u.account_id AND (d.sent_submission_id IS NULL OR d.keep_until > ${since})
    AND d.content -> 'fileIds' @> to_jsonb(u.id))`

/**
 * Takes a file away unless a draft names it, or one that may have come back since then.
 * @returns the blobs that are no longer pointed to
 */
export async function deleteUpload(
  db: Db,
  accountId: AccountId,
  { id, since }: { id: number; since: Date },
): Promise<Buffer[]> {
  // A save touches its files before it names them: whoever waits for it here sees the draft in the next statement.
  await db.run(sql`SELECT FROM uploads WHERE account_id = ${accountId} AND id = ${id} FOR UPDATE`)
  const rows = await db.query(sql<{ blob: Buffer }>`
    DELETE FROM uploads u WHERE account_id = ${accountId} AND id = ${id} AND NOT ${isNamed(since)} RETURNING blob`)
  return rows.map((row) => row.blob)
}

/**
 * Takes away files that nobody used since `before` and that no open draft names, nor one that may come back.
 * @returns their blobs
 */
export async function sweepUploads(db: Db, before: Date, limit: number): Promise<Buffer[]> {
  const rows = await db.query(sql<{ blob: Buffer }>`
    DELETE FROM uploads WHERE (account_id, id) IN (
      SELECT u.account_id, u.id FROM uploads u
      WHERE u.used_at < ${before} AND NOT ${isNamed(before)}
      ORDER BY u.used_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING blob`)
  return rows.map((row) => row.blob)
}

export const renameUpload = (
  db: Db,
  accountId: AccountId,
  { id, fileName }: Pick<UploadRow, 'id' | 'fileName'>,
): Promise<number> =>
  db.run(
    sql`UPDATE uploads SET file_name = ${fileName} WHERE account_id = ${accountId} AND id = ${id}`,
  )
