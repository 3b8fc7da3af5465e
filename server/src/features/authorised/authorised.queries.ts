import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, SubmissionId } from '../../platform/ids.ts'

export interface AuthorisedRow {
  id: number
  accountId: AccountId
  submissionId: SubmissionId
  blob: Buffer
  /** Of the sealed bytes. */
  size: number
  readLimit: number
  validUntil: Date
  passwordHash: string | null
  forbidForward: boolean
}

export interface ReaderRow extends AuthorisedRow {
  address: string
  remaining: number
  sealedKey: Buffer | null
  recalledAt: Date | null
  codeHash: Buffer | null
  codeUntil: Date | null
  lastReadAt: Date | null
}

const mailColumns = sql`a.id, a.account_id AS "accountId", a.submission_id AS "submissionId", a.blob, a.size,
  a.read_limit AS "readLimit", a.valid_until AS "validUntil", a.password_hash AS "passwordHash",
  a.forbid_forward AS "forbidForward"`
const readerColumns = sql`${mailColumns}, r.address, r.remaining, r.sealed_key AS "sealedKey",
  r.recalled_at AS "recalledAt", r.code_hash AS "codeHash", r.code_until AS "codeUntil", r.last_read_at AS "lastReadAt"`

export interface NewAuthorised extends Omit<AuthorisedRow, 'id'> {
  sealedKey: Buffer
  now: Date
}

export async function insertAuthorised(db: Db, mail: NewAuthorised): Promise<number> {
  const [row] = await db.query(sql<{ id: number }>`
    INSERT INTO authorised_mails (account_id, submission_id, blob, size, sealed_key, read_limit, valid_until,
      password_hash, forbid_forward, created_at)
    VALUES (${mail.accountId}, ${mail.submissionId}, ${mail.blob}, ${mail.size}, ${mail.sealedKey}, ${mail.readLimit},
      ${mail.validUntil}, ${mail.passwordHash}, ${mail.forbidForward}, ${mail.now})
    RETURNING id`)
  if (!row) throw new Error('the read-limited mail was not kept')
  return row.id
}

export const insertReaders = (
  db: Db,
  id: number,
  readers: readonly { address: string; tokenHash: Buffer; sealedKey: Buffer; remaining: number }[],
): Promise<number> =>
  db.run(sql`
    INSERT INTO authorised_readers (authorised_id, address, token_hash, sealed_key, remaining)
    SELECT ${id}, address, token_hash, sealed_key, remaining
    FROM unnest(${readers.map((one) => one.address)}::text[], ${readers.map((one) => one.tokenHash)}::bytea[],
      ${readers.map((one) => one.sealedKey)}::bytea[], ${readers.map((one) => one.remaining)}::int[])
      AS x (address, token_hash, sealed_key, remaining)`)

/** The sender's own. */
export async function ofSubmission(
  db: Db,
  accountId: AccountId,
  submissionId: SubmissionId,
): Promise<(AuthorisedRow & { sealedKey: Buffer }) | null> {
  const [row] = await db.query(sql<AuthorisedRow & { sealedKey: Buffer }>`
    SELECT ${mailColumns}, a.sealed_key AS "sealedKey" FROM authorised_mails a
    WHERE a.account_id = ${accountId} AND a.submission_id = ${submissionId}`)
  return row ?? null
}

export async function readerByToken(db: Db, tokenHash: Buffer): Promise<ReaderRow | null> {
  const [row] = await db.query(sql<ReaderRow>`
    SELECT ${readerColumns} FROM authorised_readers r JOIN authorised_mails a ON a.id = r.authorised_id
    WHERE r.token_hash = ${tokenHash}`)
  return row ?? null
}

/** A reader by the token, locked: of many readings at once each sees what the one before left. */
export async function lockReader(db: Db, tokenHash: Buffer): Promise<ReaderRow | null> {
  const [row] = await db.query(sql<ReaderRow>`
    SELECT ${readerColumns} FROM authorised_readers r JOIN authorised_mails a ON a.id = r.authorised_id
    WHERE r.token_hash = ${tokenHash} FOR UPDATE OF r`)
  return row ?? null
}

/** Counts one read of a locked reader; the key goes with the last one, the code with every one. */
export const countRead = (db: Db, tokenHash: Buffer, now: Date): Promise<number> =>
  db.run(sql`
    UPDATE authorised_readers SET remaining = remaining - 1, last_read_at = ${now}, code_hash = NULL, code_until = NULL,
      sealed_key = CASE WHEN remaining > 1 THEN sealed_key END
    WHERE token_hash = ${tokenHash}`)

export const writeCode = (
  db: Db,
  tokenHash: Buffer,
  code: { hash: Buffer; until: Date },
): Promise<number> =>
  db.run(sql`
    UPDATE authorised_readers SET code_hash = ${code.hash}, code_until = ${code.until} WHERE token_hash = ${tokenHash}`)

/** Readers of a submission by address, locked. */
export const lockReaders = (
  db: Db,
  submissionId: SubmissionId,
  addresses: readonly string[],
): Promise<ReaderRow[]> =>
  db.query(sql<ReaderRow>`
    SELECT ${readerColumns} FROM authorised_readers r JOIN authorised_mails a ON a.id = r.authorised_id
    WHERE a.submission_id = ${submissionId} AND r.address = ANY(${addresses}::text[]) ORDER BY r.address FOR UPDATE OF r`)

export const revokeReaders = (
  db: Db,
  id: number,
  { addresses, now }: { addresses: readonly string[]; now: Date },
): Promise<number> =>
  db.run(sql`
    UPDATE authorised_readers SET sealed_key = NULL, remaining = 0, recalled_at = ${now}
    WHERE authorised_id = ${id} AND address = ANY(${addresses}::text[])`)

export async function insertShow(
  db: Db,
  show: { authorisedId: number; sealedKey: Buffer; until: Date },
): Promise<number> {
  const [row] = await db.query(sql<{ id: number }>`
    INSERT INTO authorised_shows (authorised_id, sealed_key, until)
    VALUES (${show.authorisedId}, ${show.sealedKey}, ${show.until}) RETURNING id`)
  if (!row) throw new Error('the reading was not noted')
  return row.id
}

export interface ShowRow extends Pick<AuthorisedRow, 'blob' | 'size'> {
  authorisedId: number
  sealedKey: Buffer
}

export async function showById(db: Db, id: number, now: Date): Promise<ShowRow | null> {
  const [row] = await db.query(sql<ShowRow>`
    SELECT s.authorised_id AS "authorisedId", s.sealed_key AS "sealedKey", a.blob, a.size
    FROM authorised_shows s JOIN authorised_mails a ON a.id = s.authorised_id
    WHERE s.id = ${id} AND s.until > ${now}`)
  return row ?? null
}

/** Takes the original away for good. @returns its blob */
export async function deleteAuthorised(db: Db, submissionId: SubmissionId): Promise<Buffer[]> {
  const rows = await db.query(sql<{ blob: Buffer }>`
    DELETE FROM authorised_mails WHERE submission_id = ${submissionId} RETURNING blob`)
  return rows.map((row) => row.blob)
}

/** What nothing may open any more: keys of mails past their days, and readings that are over. */
export async function dropOldKeys(db: Db, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE authorised_readers r SET sealed_key = NULL FROM authorised_mails a
    WHERE a.id = r.authorised_id AND a.valid_until <= ${now} AND r.sealed_key IS NOT NULL`)
  await db.run(sql`DELETE FROM authorised_shows WHERE until <= ${now}`)
}

/** Mails past their days, in order, a piece at a time. */
export const expiredAfter = (
  db: Db,
  { after, now, limit }: { after: number; now: Date; limit: number },
): Promise<AuthorisedRow[]> =>
  db.query(sql<AuthorisedRow>`
    SELECT ${mailColumns} FROM authorised_mails a WHERE a.id > ${after} AND a.valid_until <= ${now}
    ORDER BY a.id LIMIT ${limit}`)
