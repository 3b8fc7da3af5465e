import { Readable } from 'node:stream'
import type { Db } from '../../../platform/db/pool.ts'
import { json, type Sql, sql } from '../../../platform/db/sql.ts'
import { AppError } from '../../../platform/errors.ts'
import type { AccountId, MessageId, SubmissionId } from '../../../platform/ids.ts'
import { readJson } from '../../../platform/json/read-json.ts'

/** A draft without what is written in it, which may be megabytes. */
export interface DraftState {
  id: number
  messageId: MessageId
  version: number
  sentSubmissionId: SubmissionId | null
  savedUnder: string | null
  writtenAt: number | null
}

export interface DraftRow extends DraftState {
  content: unknown
}

/** Which composer saved, and when by its clock (ms). */
export interface DraftWriter {
  savedUnder: string | null
  writtenAt: number | null
}

/** A new version of a draft. */
export interface DraftChange {
  id: number
  messageId: MessageId
  content: object
  sentSubmissionId: SubmissionId | null
  /** Until then a sent one may come back. */
  keepUntil?: Date | null
  writer?: DraftWriter
  now: Date
}

const columns = sql`id, message_id AS "messageId", version, sent_submission_id AS "sentSubmissionId",
  saved_under AS "savedUnder", written_at::float8 AS "writtenAt"`

export async function insertDraft(
  db: Db,
  accountId: AccountId,
  draft: Omit<DraftChange, 'id' | 'now'>,
): Promise<{ id: number; version: number }> {
  const [row] = await db.query(sql<{ id: number; version: number }>`
    INSERT INTO drafts (account_id, message_id, content, sent_submission_id, keep_until, saved_under, written_at)
    VALUES (${accountId}, ${draft.messageId}, ${json(draft.content)}::jsonb, ${draft.sentSubmissionId},
      ${draft.keepUntil ?? null}, ${draft.writer?.savedUnder ?? null}, ${draft.writer?.writtenAt ?? null})
    RETURNING id, version`)
  if (!row) throw new Error('the draft was not kept')
  return row
}

export const draftById = (db: Db, accountId: AccountId, id: number): Promise<DraftRow | null> =>
  whole(db, sql`account_id = ${accountId} AND id = ${id}`)

/** Locks the draft: saving, sending and taking back follow each other. */
export async function lockDraft(
  db: Db,
  accountId: AccountId,
  id: number,
): Promise<DraftState | null> {
  const [row] = await db.query(sql<DraftState>`
    SELECT ${columns} FROM drafts WHERE account_id = ${accountId} AND id = ${id} FOR UPDATE`)
  return row ?? null
}

/** The unsent draft whose latest version this composer saved. */
export async function lockDraftSavedUnder(
  db: Db,
  accountId: AccountId,
  sendKey: string,
): Promise<DraftState | null> {
  const [row] = await db.query(sql<DraftState>`
    SELECT ${columns} FROM drafts
    WHERE account_id = ${accountId} AND saved_under = ${sendKey} AND sent_submission_id IS NULL
    ORDER BY id DESC LIMIT 1 FOR UPDATE`)
  return row ?? null
}

export const draftOfMessage = (
  db: Db,
  accountId: AccountId,
  messageId: MessageId,
): Promise<DraftRow | null> =>
  whole(
    db,
    sql`account_id = ${accountId} AND message_id = ${messageId} AND sent_submission_id IS NULL`,
  )

export const draftOfSubmission = (
  db: Db,
  accountId: AccountId,
  id: SubmissionId,
): Promise<DraftRow | null> =>
  whole(db, sql`account_id = ${accountId} AND sent_submission_id = ${id}`)

/** What the mail of a submission had in common with itself; null where that was not written down. */
export async function digestOfSubmission(
  db: Db,
  accountId: AccountId,
  id: SubmissionId,
): Promise<string | null> {
  const [row] = await db.query(sql<{ digest: string | null }>`
    SELECT content ->> 'digest' AS digest FROM drafts WHERE account_id = ${accountId} AND sent_submission_id = ${id}`)
  return row?.digest ?? null
}

/** Bytes of a piece of what is read: the driver reads each in one turn. */
const pieceBytes = 256 * 1024

/** A draft with what is written in it, which is read in turns. */
async function whole(db: Db, which: Sql<unknown>): Promise<DraftRow | null> {
  const rows = await db.query(sql<DraftState & { piece: Buffer }>`
    SELECT ${columns}, substring(bytes FROM at + 1 FOR ${pieceBytes}) AS piece FROM (
      SELECT *, convert_to(content::text, 'UTF8') AS bytes FROM drafts WHERE ${which} ORDER BY id LIMIT 1) one,
      generate_series(0, octet_length(bytes) - 1, ${pieceBytes}) AS at ORDER BY at`)
  const [first] = rows
  if (!first) return null
  const { piece: _, ...state } = first
  const pieces = rows.map(({ piece }) => piece)
  return { ...state, content: await readPieces(pieces) }
}

/** It was taken from a request by the same limits; as the database writes it it may be a little longer. */
async function readPieces(pieces: readonly Buffer[]): Promise<unknown> {
  try {
    return await readJson(Readable.from(pieces), Number.POSITIVE_INFINITY)
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    return JSON.parse(Buffer.concat(pieces).toString())
  }
}

/** A new version of a locked draft: other content, another message. */
export async function writeDraft(
  db: Db,
  accountId: AccountId,
  draft: DraftChange,
): Promise<number> {
  const [row] = await db.query(sql<{ version: number }>`
    UPDATE drafts SET message_id = ${draft.messageId}, content = ${json(draft.content)}::jsonb,
      sent_submission_id = ${draft.sentSubmissionId}, keep_until = ${draft.keepUntil ?? null}, version = version + 1, updated_at = ${draft.now},
      saved_under = ${draft.writer?.savedUnder ?? null}, written_at = ${draft.writer?.writtenAt ?? null}
    WHERE account_id = ${accountId} AND id = ${draft.id} RETURNING version`)
  return row?.version ?? 0
}

export const deleteDrafts = (
  db: Db,
  accountId: AccountId,
  messageIds: readonly MessageId[],
): Promise<number> =>
  db.run(sql`
    DELETE FROM drafts WHERE account_id = ${accountId} AND message_id = ANY(${messageIds}::bigint[])
      AND sent_submission_id IS NULL`)

const onlyDigest = sql`jsonb_strip_nulls(jsonb_build_object('digest', content -> 'digest'))`

export interface ProtectedDraft {
  id: number
  accountId: AccountId
  submissionId: SubmissionId
  fileIds: number[]
}

/** Read-limited and encrypted mail that could be taken back until now and whose text is still kept. */
export const protectedDrafts = (
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<ProtectedDraft[]> =>
  db.query(sql<ProtectedDraft>`
    SELECT id, account_id AS "accountId", sent_submission_id AS "submissionId",
      ARRAY(SELECT jsonb_array_elements_text(content -> 'fileIds')::float8) AS "fileIds" FROM drafts
    WHERE sent_submission_id IS NOT NULL AND content ? 'html'
      AND (content -> 'encrypt' = 'true' OR jsonb_typeof(content -> 'authorisation') = 'object')
      AND keep_until < ${before} ORDER BY keep_until LIMIT ${limit}`)

/** Takes the text of a mail away that has left. */
export const emptySent = (
  db: Db,
  { id, accountId, submissionId }: ProtectedDraft,
): Promise<number> =>
  db.run(sql`
    UPDATE drafts SET content = ${onlyDigest}
    WHERE account_id = ${accountId} AND id = ${id} AND sent_submission_id = ${submissionId}`)

/**
 * Empties drafts whose mail has left: only that they were sent is still worth knowing, and for a month.
 * @returns how many were changed
 */
export async function sweepSentDrafts(
  db: Db,
  { emptyBefore, forgetBefore }: { emptyBefore: Date; forgetBefore: Date },
): Promise<void> {
  await db.run(sql`
    UPDATE drafts SET content = ${onlyDigest} WHERE sent_submission_id IS NOT NULL
      AND greatest(updated_at, keep_until) < ${emptyBefore} AND content ? 'html'`)
  await db.run(sql`
    DELETE FROM drafts WHERE sent_submission_id IS NOT NULL AND greatest(updated_at, keep_until) < ${forgetBefore}`)
}
