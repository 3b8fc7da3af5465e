import type { Db } from '../../../platform/db/pool.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { AccountId, OpenUploadId, UploadId } from '../../../platform/ids.ts'

/** A file that comes in by chunks. */
export interface OpenUpload {
  id: OpenUploadId
  composeKey: string
  fileName: string
  type: string
  size: number
  sha256: Buffer | null
  /** Bytes stored, from the beginning, without gaps. */
  received: number
  /** The attachment it became. */
  fileId: UploadId | null
}

/** A stored piece of a file. */
export interface Chunk {
  at: number
  size: number
  blob: Buffer
}

const columns = sql`id, compose_key AS "composeKey", file_name AS "fileName", type, size, sha256, received, file_id AS "fileId"`

export async function insertOpenUpload(
  db: Db,
  accountId: AccountId,
  {
    upload,
    uploadKey,
    now,
  }: { upload: Omit<OpenUpload, 'id' | 'received' | 'fileId'>; uploadKey: string; now: Date },
): Promise<OpenUpload> {
  const { composeKey, fileName, type, size, sha256 } = upload
  const [row] = await db.query(sql<OpenUpload>`
    INSERT INTO open_uploads (account_id, upload_key, compose_key, file_name, type, size, sha256, created_at, used_at)
    VALUES (${accountId}, ${uploadKey}, ${composeKey}, ${fileName}, ${type}, ${size}, ${sha256}, ${now}, ${now})
    RETURNING ${columns}`)
  if (!row) throw new Error('the upload was not begun')
  return row
}

export async function openUploadByKey(
  db: Db,
  accountId: AccountId,
  uploadKey: string,
): Promise<OpenUpload | null> {
  const [row] = await db.query(sql<OpenUpload>`
    SELECT ${columns} FROM open_uploads WHERE account_id = ${accountId} AND upload_key = ${uploadKey}`)
  return row ?? null
}

export async function openUpload(
  db: Db,
  accountId: AccountId,
  id: number,
): Promise<OpenUpload | null> {
  const [row] = await db.query(sql<OpenUpload>`
    SELECT ${columns} FROM open_uploads WHERE account_id = ${accountId} AND id = ${id}`)
  return row ?? null
}

/** An upload that nobody else changes until the end of the transaction. */
export async function lockOpenUpload(
  db: Db,
  accountId: AccountId,
  id: number,
): Promise<OpenUpload | null> {
  const [row] = await db.query(sql<OpenUpload>`
    SELECT ${columns} FROM open_uploads WHERE account_id = ${accountId} AND id = ${id} FOR UPDATE`)
  return row ?? null
}

/** Names of an account's unfinished uploads, by the composer they belong to; at most `limit`. */
export const unfinishedUploads = (
  db: Db,
  accountId: AccountId,
  limit: number,
): Promise<{ id: OpenUploadId; composeKey: string; fileName: string }[]> =>
  db.query(sql<{ id: OpenUploadId; composeKey: string; fileName: string }>`
    SELECT id, compose_key AS "composeKey", file_name AS "fileName" FROM open_uploads
    WHERE account_id = ${accountId} AND file_id IS NULL ORDER BY id LIMIT ${limit}`)

export async function chunkAt(
  db: Db,
  accountId: AccountId,
  { id, at }: { id: number; at: number },
): Promise<Chunk | null> {
  const [row] = await db.query(sql<Chunk>`
    SELECT at, size, blob FROM upload_chunks WHERE account_id = ${accountId} AND upload_id = ${id} AND at = ${at}`)
  return row ?? null
}

/** All of them, in the order of the file. */
export const chunksOf = (db: Db, accountId: AccountId, id: number): Promise<Chunk[]> =>
  db.query(sql<Chunk>`
    SELECT at, size, blob FROM upload_chunks WHERE account_id = ${accountId} AND upload_id = ${id} ORDER BY at`)

/** Adds a chunk behind what is there. */
export async function addChunk(
  db: Db,
  accountId: AccountId,
  { id, chunk, now }: { id: number; chunk: Chunk; now: Date },
): Promise<void> {
  await db.run(sql`
    INSERT INTO upload_chunks (account_id, upload_id, at, size, blob)
    VALUES (${accountId}, ${id}, ${chunk.at}, ${chunk.size}, ${chunk.blob})`)
  await db.run(sql`
    UPDATE open_uploads SET received = ${chunk.at + chunk.size}, used_at = ${now}
    WHERE account_id = ${accountId} AND id = ${id}`)
}

/** The upload begins again at 0. @returns the blobs that are no longer pointed to */
export async function dropChunks(db: Db, accountId: AccountId, id: number): Promise<Buffer[]> {
  const rows = await db.query(sql<{ blob: Buffer }>`
    DELETE FROM upload_chunks WHERE account_id = ${accountId} AND upload_id = ${id} RETURNING blob`)
  await db.run(sql`
    UPDATE open_uploads SET received = 0 WHERE account_id = ${accountId} AND id = ${id}`)
  return rows.map((row) => row.blob)
}

/** It became an attachment; its chunks are gone. */
export const settleOpenUpload = (
  db: Db,
  accountId: AccountId,
  { id, fileId, now }: { id: number; fileId: UploadId; now: Date },
): Promise<number> =>
  db.run(sql`
    UPDATE open_uploads SET file_id = ${fileId}, received = size, used_at = ${now}
    WHERE account_id = ${accountId} AND id = ${id}`)

export const deleteOpenUpload = (db: Db, accountId: AccountId, id: number): Promise<number> =>
  db.run(sql`DELETE FROM open_uploads WHERE account_id = ${accountId} AND id = ${id}`)

/** Takes away uploads that nobody touched since `before`. @returns how many, and the blobs of their chunks */
export async function sweepOpenUploads(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ count: number; blobs: Buffer[] }> {
  const old = await db.query(sql<{ accountId: AccountId; id: OpenUploadId }>`
    SELECT account_id AS "accountId", id FROM open_uploads WHERE used_at < ${before}
    ORDER BY used_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`)
  const accounts = old.map((one) => one.accountId)
  const ids = old.map((one) => one.id)
  const chunks = await db.query(sql<{ blob: Buffer }>`
    DELETE FROM upload_chunks c USING unnest(${accounts}::bigint[], ${ids}::bigint[]) AS x (account_id, id)
    WHERE c.account_id = x.account_id AND c.upload_id = x.id RETURNING c.blob`)
  await db.run(sql`
    DELETE FROM open_uploads o USING unnest(${accounts}::bigint[], ${ids}::bigint[]) AS x (account_id, id)
    WHERE o.account_id = x.account_id AND o.id = x.id`)
  return { count: old.length, blobs: chunks.map((row) => row.blob) }
}
