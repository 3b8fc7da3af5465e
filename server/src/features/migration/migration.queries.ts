import type { FolderRole } from '../../mailstore/types.ts'
import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { MigrationReason, MigrationState, SourceServer } from './migration-types.ts'

export interface MigrationRow extends SourceServer {
  accountId: AccountId
  jobId: number
  address: string
  userName: string
  secret: Buffer | null
  /** `2026-01-31`; null: all. */
  since: string | null
  until: string | null
  state: MigrationState
  reason: MigrationReason | null
  total: number | null
  imported: number
  skipped: number
  failed: number
  tries: number
  dueAt: Date
  createdAt: Date
  updatedAt: Date
  /** The process that fetches. */
  holder: string | null
}

/** Why a message was not brought in. */
export type FailureReason = 'too-large' | 'refused' | 'unnamed' | 'folder' | 'line' | 'closed'

export interface Failure {
  folder: string
  uid: string
  /** Sender and subject, as far as they are known. */
  about: string
  size: number
  at: Date | null
  reason: FailureReason
}

export interface PlannedFolder {
  seq: number
  path: string
  steps: string[]
  role: FolderRole | null
  isEverything: boolean
  validity: string
  cursor: number
  /** What cut the line when it was asked for alone: a UID, '' for the folder itself. */
  suspect: string
  cuts: number
  skipped: number
}

const columns = sql`account_id AS "accountId", id AS "jobId", address, protocol, host, port, security,
  user_name AS "userName", secret, since::text AS since, until::text AS until, state, reason, total, imported, skipped,
  failed, tries, due_at AS "dueAt", created_at AS "createdAt", updated_at AS "updatedAt", holder`

export interface NewMigration extends SourceServer {
  address: string
  userName: string
  secret: Buffer
  since: string | null
  until: string | null
}

/** Null where another one of the account runs. */
export async function insertMigration(
  db: Db,
  accountId: AccountId,
  made: NewMigration,
): Promise<MigrationRow | null> {
  const [row] = await db.query(sql<MigrationRow>`
    INSERT INTO mail_migrations (account_id, address, protocol, host, port, security, user_name, secret, since, until)
    VALUES (${accountId}, ${made.address}, ${made.protocol}, ${made.host}, ${made.port}, ${made.security},
      ${made.userName}, ${made.secret}, ${made.since}::date, ${made.until}::date)
    ON CONFLICT (account_id) WHERE state IN ('dispatching', 'inProgress', 'paused') DO NOTHING
    RETURNING ${columns}`)
  return row ?? null
}

export async function findMigration(
  db: Db,
  accountId: AccountId,
  jobId: number,
): Promise<MigrationRow | null> {
  const [row] = await db.query(sql<MigrationRow>`
    SELECT ${columns} FROM mail_migrations WHERE account_id = ${accountId} AND id = ${jobId}`)
  return row ?? null
}

/** Nobody else fetches for so long, unless it is asked for again. */
const leaseSeconds = 30

/** @returns false while another process has it: two would ask the other side for everything twice */
export const takeLease = async (db: Db, jobId: number, holder: string): Promise<boolean> =>
  (await db.run(sql`
    UPDATE mail_migrations SET holder = ${holder}, held_until = now() + ${leaseSeconds} * interval '1 second'
    WHERE id = ${jobId} AND (holder IS NULL OR holder = ${holder} OR held_until < now())`)) > 0

/** For who has it still. */
export const renewLease = (db: Db, jobId: number, holder: string): Promise<number> =>
  db.run(sql`
    UPDATE mail_migrations SET held_until = now() + ${leaseSeconds} * interval '1 second'
    WHERE id = ${jobId} AND holder = ${holder}`)

export const releaseLease = (db: Db, jobId: number, holder: string): Promise<number> =>
  db.run(sql`
    UPDATE mail_migrations SET holder = NULL, held_until = NULL WHERE id = ${jobId} AND holder = ${holder}`)

/** Holds it for one step of the process that has the lease; null: it was stopped, or somebody else has it by now. */
export async function lockRunning(
  db: Db,
  { accountId, jobId, holder }: { accountId: AccountId; jobId: number; holder: string },
): Promise<MigrationRow | null> {
  const row = await lockMigration(db, accountId, jobId)
  const runs = row?.state === 'dispatching' || row?.state === 'inProgress'
  return runs && row.holder === holder ? row : null
}

/** Holds it for one step. */
export async function lockMigration(
  db: Db,
  accountId: AccountId,
  jobId: number,
): Promise<MigrationRow | null> {
  const [row] = await db.query(sql<MigrationRow>`
    SELECT ${columns} FROM mail_migrations WHERE account_id = ${accountId} AND id = ${jobId} FOR UPDATE`)
  return row ?? null
}

export const newestMigrations = (
  db: Db,
  accountId: AccountId,
  limit: number,
): Promise<MigrationRow[]> =>
  db.query(sql<MigrationRow>`
    SELECT ${columns} FROM mail_migrations WHERE account_id = ${accountId} ORDER BY id DESC LIMIT ${limit}`)

export const runs = async (db: Db, accountId: AccountId): Promise<boolean> =>
  (
    await db.query(sql<{ id: number }>`
    SELECT id FROM mail_migrations WHERE account_id = ${accountId} AND state IN ('dispatching', 'inProgress', 'paused')`)
  ).length > 0

/** Those whose next try is due. */
export const dueMigrations = (
  db: Db,
  now: Date,
): Promise<{ accountId: AccountId; jobId: number }[]> =>
  db.query(sql<{ accountId: AccountId; jobId: number }>`
    SELECT account_id AS "accountId", id AS "jobId" FROM mail_migrations
    WHERE state IN ('dispatching', 'inProgress') AND due_at <= ${now} ORDER BY due_at LIMIT 1000`)

interface Standing {
  state: MigrationState
  reason: MigrationReason | null
  tries?: number
  dueAt?: Date
}

export const setStanding = (
  db: Db,
  { jobId }: { jobId: number },
  { state, reason, tries = 0, dueAt }: Standing,
): Promise<number> =>
  db.run(sql`
    UPDATE mail_migrations SET state = ${state}, reason = ${reason}, tries = ${tries}, updated_at = now(),
      due_at = coalesce(${dueAt ?? null}::timestamptz(3), now()),
      secret = CASE WHEN ${state} IN ('completed', 'cancelled') THEN NULL ELSE secret END
    WHERE id = ${jobId}`)

export const setSecret = (db: Db, jobId: number, secret: Buffer): Promise<number> =>
  db.run(sql`UPDATE mail_migrations SET secret = ${secret} WHERE id = ${jobId}`)

/** What one step did. */
export interface MigrationStep {
  imported?: number
  failed?: number
}

export const stepMigration = (
  db: Db,
  jobId: number,
  { imported = 0, failed = 0 }: MigrationStep,
): Promise<number> =>
  db.run(sql`
    UPDATE mail_migrations SET imported = imported + ${imported},
      failed = failed + ${failed}, tries = CASE WHEN ${imported + failed} > 0 THEN 0 ELSE tries END,
      reason = NULL, updated_at = now()
    WHERE id = ${jobId}`)

/** Writes down what there is to fetch. */
export async function insertPlan(
  db: Db,
  jobId: number,
  folders: readonly (Pick<PlannedFolder, 'path' | 'steps' | 'role' | 'isEverything'> & {
    total: number
  })[],
): Promise<void> {
  const total = folders.reduce((sum, one) => sum + one.total, 0)
  await db.run(sql`
    INSERT INTO mail_migration_folders (migration_id, seq, path, steps, role, is_everything)
    SELECT ${jobId}, seq, path, string_to_array(steps, chr(31)), role, is_everything
    FROM unnest(${folders.map((one) => one.path)}::text[],
      ${folders.map((one) => one.steps.join('\u001f'))}::text[], ${folders.map((one) => one.role)}::text[],
      ${folders.map((one) => one.isEverything)}::boolean[])
      WITH ORDINALITY AS f (path, steps, role, is_everything, seq)
    ON CONFLICT DO NOTHING`)
  await db.run(sql`
    UPDATE mail_migrations SET state = 'inProgress', total = ${total}, updated_at = now() WHERE id = ${jobId}`)
}

/** The folder that is fetched now; null: all are done. */
export async function nextFolder(db: Db, jobId: number): Promise<PlannedFolder | null> {
  const [row] = await db.query(sql<PlannedFolder>`
    SELECT seq, path, steps, role, is_everything AS "isEverything", validity, cursor, suspect, cuts, skipped
    FROM mail_migration_folders WHERE migration_id = ${jobId} AND NOT done ORDER BY seq LIMIT 1`)
  return row ?? null
}

interface FolderStep {
  seq: number
  validity: string
  cursor: number
  /** Of its messages up to the cursor. */
  skipped: number
  done: boolean
}

/** How far a folder is. What was left out is the sum of all folders: what is looked at again is not counted again. */
export async function stepFolder(
  db: Db,
  jobId: number,
  { seq, validity, cursor, skipped, done }: FolderStep,
): Promise<void> {
  await db.run(sql`
    UPDATE mail_migration_folders SET validity = ${validity}, cursor = ${cursor}, skipped = ${skipped}, done = ${done},
      suspect = '', cuts = 0
    WHERE migration_id = ${jobId} AND seq = ${seq}`)
  await db.run(sql`
    UPDATE mail_migrations SET updated_at = now(),
      skipped = (SELECT coalesce(sum(skipped), 0) FROM mail_migration_folders WHERE migration_id = ${jobId})
    WHERE id = ${jobId}`)
}

/** One more cut of the line by the same thing. @returns how many in a row */
export async function noteCut(
  db: Db,
  jobId: number,
  { seq, suspect }: { seq: number; suspect: string },
): Promise<number> {
  const [row] = await db.query(sql<{ cuts: number }>`
    UPDATE mail_migration_folders
    SET cuts = CASE WHEN suspect = ${suspect} THEN cuts + 1 ELSE 1 END, suspect = ${suspect}
    WHERE migration_id = ${jobId} AND seq = ${seq} RETURNING cuts`)
  return row?.cuts ?? 0
}

/** Those of some UIDs that were looked at before, and whether it was this migration that brought them in or could not. */
export async function seenUids(
  db: Db,
  {
    accountId,
    jobId,
    place,
    path,
  }: { accountId: AccountId; jobId: number; place: Buffer; path: string },
  uids: readonly string[],
): Promise<Map<string, 'own' | 'other'>> {
  const rows = await db.query(sql<{ uid: string; isOwn: boolean }>`
    SELECT uid, migration_id IS NOT DISTINCT FROM ${jobId} AS "isOwn" FROM mail_migration_seen
    WHERE account_id = ${accountId} AND place = ${place} AND uid = ANY(${uids}::text[])
    UNION ALL
    SELECT uid, true FROM mail_migration_failures
    WHERE migration_id = ${jobId} AND md5(folder) = md5(${path}) AND uid = ANY(${uids}::text[])`)
  const seen = new Map<string, 'own' | 'other'>()
  for (const { uid, isOwn } of rows)
    if (isOwn || !seen.has(uid)) seen.set(uid, isOwn ? 'own' : 'other')
  return seen
}

interface SeenAt {
  accountId: AccountId
  place: Buffer
  /** The migration that brings them in or cannot. */
  jobId: number
}

interface SeenMessage {
  uid: string
  /** Null: it was not fetched. */
  content: Buffer | null
}

/** @returns those that nobody has noted before */
export async function noteSeen(
  db: Db,
  { accountId, place, jobId }: SeenAt,
  seen: readonly SeenMessage[],
): Promise<Set<string>> {
  const rows = await db.query(sql<{ uid: string }>`
    INSERT INTO mail_migration_seen (account_id, place, migration_id, listed_by, uid, content)
    SELECT ${accountId}, ${place}, ${jobId}, ${jobId}, *
    FROM unnest(${seen.map(({ uid }) => uid)}::text[], ${seen.map(({ content }) => content)}::bytea[])
    ON CONFLICT DO NOTHING RETURNING uid`)
  return new Set(rows.map(({ uid }) => uid))
}

/** What was seen before stands there still. */
export const noteListed = (
  db: Db,
  { accountId, place, jobId }: SeenAt,
  uids: readonly string[],
): Promise<number> =>
  db.run(sql`
    UPDATE mail_migration_seen SET listed_by = ${jobId}
    WHERE account_id = ${accountId} AND place = ${place} AND uid = ANY(${uids}::text[]) AND content IS NOT NULL
      AND listed_by IS DISTINCT FROM ${jobId}`)

/**
 * How many messages of these contents a source folder had (by the content in hex): so far in this migration, and in the one
 * before it, or under the validity before, that saw the most.
 */
export async function copiesListed(
  db: Db,
  { accountId, place, jobId }: SeenAt,
  contents: readonly Buffer[],
): Promise<Map<string, { own: number; before: number }>> {
  const rows = await db.query(sql<{ content: Buffer; own: number; before: number }>`
    SELECT content, coalesce(max(count) FILTER (WHERE "isOwn"), 0)::int AS own,
      coalesce(max(count) FILTER (WHERE NOT "isOwn"), 0)::int AS before
    FROM (SELECT content, listed_by = ${jobId} AND place = ${place} AS "isOwn", count(*) AS count
      FROM mail_migration_seen WHERE account_id = ${accountId} AND content = ANY(${contents}::bytea[])
      GROUP BY content, listed_by, place) AS c
    GROUP BY content`)
  return new Map(rows.map(({ content, ...counts }) => [content.toString('hex'), counts]))
}

/** They were here by another way: no migration has brought them. */
export const noteKnown = (
  db: Db,
  { accountId, place }: SeenAt,
  uids: readonly string[],
): Promise<number> =>
  db.run(sql`
    UPDATE mail_migration_seen SET migration_id = NULL
    WHERE account_id = ${accountId} AND place = ${place} AND uid = ANY(${uids}::text[])`)

/** As if they had not been looked at. */
export const forgetSeen = (
  db: Db,
  { accountId, place }: { accountId: AccountId; place: Buffer },
  uids: readonly string[],
): Promise<number> =>
  db.run(sql`
    DELETE FROM mail_migration_seen WHERE account_id = ${accountId} AND place = ${place} AND uid = ANY(${uids}::text[])`)

/** Writes down what could not be brought in, each once, and counts it. */
export async function insertFailures(
  db: Db,
  jobId: number,
  failures: readonly Failure[],
): Promise<void> {
  if (failures.length === 0) return
  const failed = await db.run(sql`
    INSERT INTO mail_migration_failures (migration_id, folder, uid, about, size, at, reason)
    SELECT ${jobId}, * FROM unnest(${failures.map((one) => one.folder)}::text[],
      ${failures.map((one) => one.uid)}::text[], ${failures.map((one) => one.about)}::text[],
      ${failures.map((one) => one.size)}::bigint[], ${failures.map((one) => one.at)}::timestamptz[],
      ${failures.map((one) => one.reason)}::text[])
    ON CONFLICT DO NOTHING`)
  await stepMigration(db, jobId, { failed })
}

/** A page of what failed, behind an id. */
export const failuresAfter = (
  db: Db,
  jobId: number,
  { after, limit }: { after: number; limit: number },
): Promise<(Failure & { id: number })[]> =>
  db.query(sql<Failure & { id: number }>`
    SELECT id, folder, uid, about, size, at, reason FROM mail_migration_failures
    WHERE migration_id = ${jobId} AND id > ${after} ORDER BY id LIMIT ${limit}`)

/** Forgets passwords of what nobody went on with, and migrations that ended long ago. */
export async function sweepMigrations(db: Db): Promise<void> {
  await db.run(sql`
    UPDATE mail_migrations SET state = 'cancelled', secret = NULL, updated_at = now()
    WHERE state IN ('paused', 'failed') AND updated_at < now() - interval '30 days'`)
  await db.run(sql`
    DELETE FROM mail_migrations WHERE state IN ('completed', 'cancelled') AND updated_at < now() - interval '1 year'`)
}
