import type { Db } from '../../../platform/db/pool.ts'
import { json, sql } from '../../../platform/db/sql.ts'
import type { AccountId, OrganisationId } from '../../../platform/ids.ts'

export interface SyncRow {
  organisationId: OrganisationId
  everyHours: number
  filter: string
  department: string
  duties: string
  phone: string
  mostDisabledPercent: number
  lastAt: Date | null
  lastRunId: number | null
  trouble: '' | 'away' | 'nobody'
}

const columns = sql`organisation_id AS "organisationId", every_hours AS "everyHours", filter, department, duties, phone,
  most_disabled_percent AS "mostDisabledPercent", last_at AS "lastAt", last_run_id AS "lastRunId", trouble`

export async function syncOf(db: Db, id: OrganisationId): Promise<SyncRow | null> {
  const [row] = await db.query(
    sql<SyncRow>`SELECT ${columns} FROM directory_syncs WHERE organisation_id = ${id}`,
  )
  return row ?? null
}

/** Those whose time has come; a few minutes early, for the clock is asked once an hour. */
export const syncsDue = (db: Db): Promise<SyncRow[]> =>
  db.query(sql<SyncRow>`
    SELECT ${columns} FROM directory_syncs
    WHERE every_hours > 0
      AND (last_at IS NULL OR last_at < now() - make_interval(hours => every_hours) + interval '10 minutes')`)

export const saveSync = (
  db: Db,
  id: OrganisationId,
  plan: Omit<SyncRow, 'organisationId' | 'lastAt' | 'lastRunId' | 'trouble'>,
): Promise<number> =>
  db.run(sql`
    INSERT INTO directory_syncs (organisation_id, every_hours, filter, department, duties, phone, most_disabled_percent)
    VALUES (${id}, ${plan.everyHours}, ${plan.filter}, ${plan.department}, ${plan.duties}, ${plan.phone},
      ${plan.mostDisabledPercent})
    ON CONFLICT (organisation_id) DO UPDATE SET every_hours = EXCLUDED.every_hours, filter = EXCLUDED.filter,
      department = EXCLUDED.department, duties = EXCLUDED.duties, phone = EXCLUDED.phone,
      most_disabled_percent = EXCLUDED.most_disabled_percent`)

export const noteSync = (
  db: Db,
  id: OrganisationId,
  { runId, trouble }: { runId: number | null; trouble: SyncRow['trouble'] },
): Promise<number> =>
  db.run(sql`
    UPDATE directory_syncs SET last_at = now(), last_run_id = coalesce(${runId}::bigint, last_run_id), trouble = ${trouble}
    WHERE organisation_id = ${id}`)

export interface TiedPerson {
  directoryId: string
  address: string
  disabled: boolean
  shutByDirectory: boolean
}

/** People who are kept by the directory. */
export const tiedPeople = (db: Db, id: OrganisationId): Promise<TiedPerson[]> =>
  db.query(sql<TiedPerson>`
    SELECT u.directory_id AS "directoryId", a.address, u.disabled_at IS NOT NULL AS disabled,
      u.shut_by_directory AS "shutByDirectory"
    FROM users u JOIN accounts a ON a.id = u.account_id
    WHERE u.organisation_id = ${id} AND u.directory_id IS NOT NULL AND u.login_by = 'directory' AND u.deleted_at IS NULL
      AND a.kind = 'personal'`)

/** Ties people to entries, where both are free and the person is one of the directory's; the own password counts no more. */
export const tiePeople = (
  db: Db,
  rows: readonly { accountId: AccountId; directoryId: string; fresh: boolean }[],
): Promise<number> =>
  db.run(sql`
    UPDATE users u SET directory_id = x."directoryId", login_by = 'directory', password_owed = false
    FROM jsonb_to_recordset(${json(rows)}::jsonb) AS x ("accountId" bigint, "directoryId" text, fresh boolean)
    WHERE u.account_id = x."accountId" AND u.directory_id IS NULL
      AND (x.fresh OR u.login_by = 'directory' OR u.login_by = 'either'
        AND NOT (u.is_admin AND coalesce(u.console_role, 'owner') IN ('owner', 'admin')))
      AND NOT EXISTS (SELECT FROM users o WHERE o.directory_id = x."directoryId")`)

export const noteShut = (
  db: Db,
  rows: readonly { accountId: AccountId; shut: boolean }[],
): Promise<number> =>
  db.run(sql`
    UPDATE users u SET shut_by_directory = x.shut
    FROM jsonb_to_recordset(${json(rows)}::jsonb) AS x ("accountId" bigint, shut boolean)
    WHERE u.account_id = x."accountId"`)
