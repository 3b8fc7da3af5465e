import type { Db } from '../../../platform/db/pool.ts'
import { json, sql } from '../../../platform/db/sql.ts'
import type { OrganisationId, UserId } from '../../../platform/ids.ts'
import type { PersonField, RowRefusal } from './list-words.ts'
import type { Wanted } from './people-csv.ts'

export type RunState = 'checked' | 'asking' | 'working' | 'done' | 'stopped' | 'old'
export type Outcome = 'new' | 'changed' | 'same' | 'refused'

export interface RunRow {
  id: number
  organisationId: OrganisationId
  kind: 'csv' | 'directory'
  name: string
  userId: UserId | null
  who: string
  ip: string
  state: RunState
  total: number
  counts: Record<Outcome, number>
  disabling: number
  done: number
  failed: number
  createdAt: Date
}

const columns = sql`id, organisation_id AS "organisationId", kind, name, user_id AS "userId", who, ip, state, total, counts,
  disabling, done, failed, created_at AS "createdAt"`

export async function insertRun(
  db: Db,
  run: Pick<RunRow, 'organisationId' | 'kind' | 'name' | 'userId' | 'who' | 'ip' | 'state'>,
): Promise<number> {
  const none = { new: 0, changed: 0, same: 0, refused: 0 }
  const [row] = await db.query(sql<{ id: number }>`
    INSERT INTO people_runs (organisation_id, kind, name, user_id, who, ip, state, total, counts)
    VALUES (${run.organisationId}, ${run.kind}, ${run.name}, ${run.userId}, ${run.who}, ${run.ip}, ${run.state}, 0,
      ${json(none)}::jsonb) RETURNING id`)
  return row?.id ?? 0
}

export const setCounts = (
  db: Db,
  id: number,
  { total, counts, disabling }: Pick<RunRow, 'total' | 'counts' | 'disabling'>,
): Promise<number> =>
  db.run(sql`
    UPDATE people_runs SET total = ${total}, counts = ${json(counts)}::jsonb, disabling = ${disabling} WHERE id = ${id}`)

export interface NewRow {
  seq: number
  address: string
  name: string
  wanted: Wanted
  outcome: Outcome
  fields: readonly PersonField[]
  why: RowRefusal | null
  /** Sealed, in base64; '' for none. */
  password: string
}

export const insertRows = (db: Db, runId: number, rows: readonly NewRow[]): Promise<number> =>
  db.run(sql`
    INSERT INTO people_run_rows (run_id, seq, address, name, wanted, outcome, fields, why, password)
    SELECT ${runId}, x.seq, x.address, x.name, x.wanted, x.outcome, ARRAY(SELECT jsonb_array_elements_text(x.fields)),
      x.why, CASE WHEN x.password <> '' THEN decode(x.password, 'base64') END
    FROM jsonb_to_recordset(${json(rows)}::jsonb) AS x
      (seq int, address text, name text, wanted jsonb, outcome text, fields jsonb, why text, password text)`)

export async function runById(db: Db, id: number): Promise<RunRow | null> {
  const [row] = await db.query(sql<RunRow>`SELECT ${columns} FROM people_runs WHERE id = ${id}`)
  return row ?? null
}

export async function lockRun(db: Db, id: number): Promise<RunRow | null> {
  const [row] = await db.query(
    sql<RunRow>`SELECT ${columns} FROM people_runs WHERE id = ${id} FOR UPDATE`,
  )
  return row ?? null
}

/** The latest. @param userId whose they are; null: anybody's */
export const latestRuns = (
  db: Db,
  organisationId: OrganisationId,
  userId: UserId | null,
): Promise<RunRow[]> =>
  db.query(sql<RunRow>`
    SELECT ${columns} FROM people_runs
    WHERE organisation_id = ${organisationId} AND (${userId}::bigint IS NULL OR user_id = ${userId})
    ORDER BY id DESC LIMIT 20`)

export const lockRuns = (db: Db, id: OrganisationId): Promise<number> =>
  db.run(sql`SELECT pg_advisory_xact_lock(7342, ${id}::int)`)

export async function isWorking(db: Db, organisationId: OrganisationId): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT FROM people_runs WHERE organisation_id = ${organisationId} AND state = 'working'`)
  return rows.length > 0
}

export const setRunState = (db: Db, id: number, state: RunState): Promise<number> =>
  db.run(sql`
    UPDATE people_runs SET state = ${state},
      done_at = CASE WHEN ${state} IN ('done', 'stopped') THEN now() END WHERE id = ${id}`)

export interface ListRow {
  seq: number
  address: string
  name: string
  outcome: Outcome
  fields: PersonField[]
  why: RowRefusal | null
  did: '' | 'done' | 'failed'
}

export const rowsAfter = (
  db: Db,
  runId: number,
  { outcome, after, limit }: { outcome: Outcome | null; after: number; limit: number },
): Promise<ListRow[]> =>
  db.query(
    sql<ListRow>`
    SELECT seq, address, name, outcome, fields, why, did FROM people_run_rows
    WHERE run_id = ${runId} AND seq > ${after} AND (${outcome}::text IS NULL OR outcome = ${outcome})
    ORDER BY seq LIMIT ${limit}`.planned(),
  )

export const resultsAfter = (
  db: Db,
  runId: number,
  { after, limit }: { after: number; limit: number },
): Promise<(ListRow & { sealed: Buffer | null })[]> =>
  db.query(sql<ListRow & { sealed: Buffer | null }>`
    SELECT seq, address, name, outcome, fields, why, did,
      CASE WHEN did = 'done' AND outcome = 'new' THEN password END AS sealed
    FROM people_run_rows WHERE run_id = ${runId} AND seq > ${after} ORDER BY seq LIMIT ${limit}`)

export interface OpenRow {
  seq: number
  wanted: Wanted
  sealed: Buffer | null
}

export const openRows = (db: Db, runId: number, limit: number): Promise<OpenRow[]> =>
  db.query(sql<OpenRow>`
    SELECT seq, wanted, password AS sealed FROM people_run_rows
    WHERE run_id = ${runId} AND did = '' AND outcome IN ('new', 'changed') ORDER BY seq LIMIT ${limit}`)

export interface DoneRow {
  seq: number
  did: 'done' | 'failed'
  why: RowRefusal | null
  /** A made one, sealed, in base64; '' for none: one that was given is forgotten. */
  password: string
}

/** @returns how many were open: what another process did is done */
export const endRows = (db: Db, runId: number, rows: readonly DoneRow[]): Promise<number> =>
  db.run(sql`
    UPDATE people_run_rows r SET did = x.did, why = coalesce(x.why, r.why),
      password = CASE WHEN x.password <> '' THEN decode(x.password, 'base64') END
    FROM jsonb_to_recordset(${json(rows)}::jsonb) AS x (seq int, did text, why text, password text)
    WHERE r.run_id = ${runId} AND r.seq = x.seq AND r.did = ''`)

export const stepRun = (
  db: Db,
  id: number,
  { done, failed }: { done: number; failed: number },
): Promise<number> =>
  db.run(sql`
    UPDATE people_runs SET done = done + ${done}, failed = failed + ${failed} WHERE id = ${id}`)

/** Passwords of a day ago, and lists of a month ago. */
export async function sweepRuns(db: Db): Promise<void> {
  await db.run(sql`
    UPDATE people_run_rows r SET password = NULL FROM people_runs p
    WHERE p.id = r.run_id AND r.password IS NOT NULL AND p.state <> 'working' AND p.created_at < now() - interval '1 day'`)
  await db.run(sql`
    UPDATE people_runs SET state = 'old' WHERE state IN ('checked', 'asking') AND created_at < now() - interval '1 day'`)
  await db.run(
    sql`DELETE FROM people_runs WHERE created_at < now() - interval '30 days' AND state <> 'working'`,
  )
}

export interface ChangedPerson {
  accountId: number
  userId: number
  name: string
  departmentId: number | null
  duties: string
  phone: string
  quotaBytes: number
  validUntil: string | null
}

/** Writes people as a list has them, all at once. */
export async function changePeople(db: Db, rows: readonly ChangedPerson[]): Promise<void> {
  const x = sql`jsonb_to_recordset(${json(rows)}::jsonb) AS x ("accountId" bigint, "userId" bigint, name text,
    "departmentId" bigint, duties text, phone text, "quotaBytes" bigint, "validUntil" timestamptz)`
  await db.run(sql`
    UPDATE users u SET name = x.name, department_id = x."departmentId", duties = x.duties, phone = x.phone
    FROM ${x} WHERE u.id = x."userId"`)
  await db.run(sql`
    UPDATE accounts a SET display_name = x.name, quota_bytes = x."quotaBytes", valid_until = x."validUntil"
    FROM ${x} WHERE a.id = x."accountId"`)
}

export const endMailboxes = (
  db: Db,
  rows: readonly { accountId: number; validUntil: string }[],
): Promise<number> =>
  db.run(sql`
    UPDATE accounts a SET valid_until = x."validUntil"
    FROM jsonb_to_recordset(${json(rows)}::jsonb) AS x ("accountId" bigint, "validUntil" timestamptz)
    WHERE a.id = x."accountId"`)
