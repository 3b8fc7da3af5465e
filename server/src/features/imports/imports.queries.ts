import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId } from '../../platform/ids.ts'

export interface ImportRow {
  accountId: AccountId
  jobId: number
  folderId: FolderId
  skipDuplicates: boolean
  hidden: FolderId[]
  /** More files may come. */
  open: boolean
  state: 'running' | 'done' | 'stopped'
  total: number
  imported: number
  skipped: number
  failed: number
}

/** Why a mail was not brought in. */
export type Reason = 'not-mail' | 'too-large' | 'quota' | 'file' | 'folder'

export interface WaitingMail {
  seq: number
  name: string
  blob: Buffer
  size: number
  seen: boolean
  starred: boolean
}

const columns = sql`account_id AS "accountId", id AS "jobId", folder_id AS "folderId",
  skip_duplicates AS "skipDuplicates", hidden, open, state, total, imported, skipped, failed`

export async function insertImport(
  db: Db,
  accountId: AccountId,
  made: { folderId: FolderId; skipDuplicates: boolean; hidden: readonly FolderId[] },
): Promise<ImportRow> {
  const [row] = await db.query(sql<ImportRow>`
    INSERT INTO mail_imports (account_id, folder_id, skip_duplicates, hidden)
    VALUES (${accountId}, ${made.folderId}, ${made.skipDuplicates}, ${made.hidden}::bigint[]) RETURNING ${columns}`)
  if (!row) throw new Error('the import was not made')
  return row
}

export async function findImport(
  db: Db,
  accountId: AccountId,
  jobId: number,
): Promise<ImportRow | null> {
  const [row] = await db.query(sql<ImportRow>`
    SELECT ${columns} FROM mail_imports WHERE account_id = ${accountId} AND id = ${jobId}`)
  return row ?? null
}

/** Holds an import for one step of it. */
export async function lockImport(
  db: Db,
  accountId: AccountId,
  jobId: number,
): Promise<ImportRow | null> {
  const [row] = await db.query(sql<ImportRow>`
    SELECT ${columns} FROM mail_imports WHERE account_id = ${accountId} AND id = ${jobId} FOR UPDATE`)
  return row ?? null
}

export const runningImports = (db: Db, accountId: AccountId): Promise<ImportRow[]> =>
  db.query(sql<ImportRow>`
    SELECT ${columns} FROM mail_imports WHERE account_id = ${accountId} AND state = 'running' ORDER BY id`)

/** What one step did; `total` is how many mails were found. */
export interface ImportStep {
  total?: number
  imported?: number
  skipped?: number
  failed?: number
}

export const stepImport = (
  db: Db,
  { accountId, jobId }: { accountId: AccountId; jobId: number },
  { total = 0, imported = 0, skipped = 0, failed = 0 }: ImportStep,
): Promise<number> =>
  db.run(sql`
    UPDATE mail_imports SET total = total + ${total}, imported = imported + ${imported}, skipped = skipped + ${skipped},
      failed = failed + ${failed}, updated_at = now()
    WHERE account_id = ${accountId} AND id = ${jobId}`)

/** No further file comes. */
export const closeImport = (db: Db, accountId: AccountId, jobId: number): Promise<number> =>
  db.run(sql`
    UPDATE mail_imports SET open = false, updated_at = now()
    WHERE account_id = ${accountId} AND id = ${jobId} AND state = 'running'`)

export const endImport = (
  db: Db,
  accountId: AccountId,
  { jobId, state }: { jobId: number; state: 'done' | 'stopped' },
): Promise<number> =>
  db.run(sql`
    UPDATE mail_imports SET state = ${state}, open = false, updated_at = now()
    WHERE account_id = ${accountId} AND id = ${jobId} AND state = 'running'`)

type NewItem =
  | { name: string; blob: Buffer; size: number; seen: boolean; starred: boolean }
  | { name: string; reason: Reason }

export const insertItems = (
  db: Db,
  { accountId, jobId }: { accountId: AccountId; jobId: number },
  items: readonly NewItem[],
): Promise<number> =>
  db.run(sql`
    INSERT INTO mail_import_items (account_id, import_id, name, blob, size, seen, starred, reason)
    SELECT ${accountId}, ${jobId}, * FROM unnest(${items.map((one) => one.name)}::text[],
      ${items.map((one) => ('blob' in one ? one.blob : null))}::bytea[],
      ${items.map((one) => ('blob' in one ? one.size : 0))}::int[],
      ${items.map((one) => 'blob' in one && one.seen)}::boolean[],
      ${items.map((one) => 'blob' in one && one.starred)}::boolean[],
      ${items.map((one) => ('reason' in one ? one.reason : null))}::text[])`)

/** The next mails that wait, in the order they came. */
export const waitingMails = (
  db: Db,
  { accountId, jobId }: { accountId: AccountId; jobId: number },
  limit: number,
): Promise<WaitingMail[]> =>
  db.query(sql<WaitingMail>`
    SELECT seq, name, blob, size, seen, starred FROM mail_import_items
    WHERE account_id = ${accountId} AND import_id = ${jobId} AND blob IS NOT NULL ORDER BY seq LIMIT ${limit}`)

/** Bytes of all mails of an account that wait. */
export async function waitingBytes(db: Db, accountId: AccountId): Promise<number> {
  const [row] = await db.query(sql<{ bytes: number }>`
    SELECT coalesce(sum(size), 0)::bigint AS bytes FROM mail_import_items
    WHERE account_id = ${accountId} AND blob IS NOT NULL`)
  return row?.bytes ?? 0
}

/** Takes waiting mails off the list. @returns those that were still on it */
export const takeItems = (
  db: Db,
  { accountId, jobId }: { accountId: AccountId; jobId: number },
  seqs: readonly number[],
): Promise<{ seq: number; blob: Buffer }[]> =>
  db.query(sql<{ seq: number; blob: Buffer }>`
    DELETE FROM mail_import_items
    WHERE account_id = ${accountId} AND import_id = ${jobId} AND seq = ANY(${seqs}::bigint[]) AND blob IS NOT NULL
    RETURNING seq, blob`)

/** Settles everything of an import that still waits. */
export async function takeAllItems(db: Db, accountId: AccountId, jobId: number): Promise<Buffer[]> {
  const rows = await db.query(sql<{ blob: Buffer }>`
    DELETE FROM mail_import_items WHERE account_id = ${accountId} AND import_id = ${jobId} AND blob IS NOT NULL
    RETURNING blob`)
  return rows.map((row) => row.blob)
}

export const failuresOf = (
  db: Db,
  { accountId, jobId }: { accountId: AccountId; jobId: number },
  limit: number,
): Promise<{ name: string; reason: Reason }[]> =>
  db.query(sql<{ name: string; reason: Reason }>`
    SELECT name, reason FROM mail_import_items
    WHERE account_id = ${accountId} AND import_id = ${jobId} AND reason IS NOT NULL ORDER BY seq LIMIT ${limit}`)

/** Which import. */
interface Place {
  accountId: AccountId
  jobId: number
}

/** Ends the receiving of imports that nothing has come for since then. */
export const closeLeftImports = (db: Db, before: Date): Promise<Place[]> =>
  db.query(sql<Place>`
    UPDATE mail_imports SET open = false, updated_at = now()
    WHERE state = 'running' AND open AND updated_at < ${before}
    RETURNING account_id AS "accountId", id AS "jobId"`)

/** Forgets what ended more than a day ago, with the names of what failed. */
export const sweepImports = (db: Db): Promise<number> =>
  db.run(
    sql`DELETE FROM mail_imports WHERE state <> 'running' AND updated_at < now() - interval '1 day'`,
  )
