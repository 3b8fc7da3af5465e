import type { Db } from '../../../platform/db/pool.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { AccountId, OrganisationId, UserId } from '../../../platform/ids.ts'
import { roleOf } from '../console-sessions.queries.ts'
import type { ConsoleRole } from '../roles.ts'

/** Whose addresses some are, and whose they were. */
export const ownersOf = (
  db: Db,
  addresses: readonly string[],
): Promise<{ address: string; accountId: AccountId; former: boolean }[]> =>
  db.query(sql<{ address: string; accountId: AccountId; former: boolean }>`
    SELECT address, account_id AS "accountId", false AS former FROM addresses WHERE address = ANY(${addresses}::text[])
    UNION ALL
    SELECT f.address, f.account_id, true FROM former_addresses f
    WHERE f.address = ANY(${addresses}::text[]) AND NOT EXISTS (SELECT FROM addresses a WHERE a.address = f.address)`)

export interface KnownPerson {
  accountId: AccountId
  userId: UserId
  address: string
  name: string
  departmentId: number | null
  duties: string
  phone: string
  quotaBytes: number
  aliases: string[]
  /** Those that the person gave oneself. */
  own: string[]
  disabled: boolean
  validUntil: Date | null
  role: ConsoleRole | null
  directoryId: string | null
  /** The directory may take it over. */
  mayTie: boolean
}

const columns = sql`a.id AS "accountId", u.id AS "userId", a.address, u.name, u.department_id AS "departmentId", u.duties,
  u.phone, a.quota_bytes::float8 AS "quotaBytes", u.disabled_at IS NOT NULL AS disabled, a.valid_until AS "validUntil",
  ${roleOf} AS role, u.directory_id AS "directoryId",
  u.directory_id IS NULL AND (u.login_by = 'directory' OR u.login_by = 'either'
    AND NOT (u.is_admin AND coalesce(u.console_role, 'owner') IN ('owner', 'admin'))) AS "mayTie",
  ARRAY(SELECT x.address FROM addresses x WHERE x.account_id = a.id AND NOT x.is_primary ORDER BY 1) AS aliases,
  ARRAY(SELECT x.address FROM addresses x WHERE x.account_id = a.id AND x.own ORDER BY 1) AS own`
const alive = sql`a.kind = 'personal' AND u.deleted_at IS NULL`

export const peopleByAccount = (
  db: Db,
  organisationId: OrganisationId,
  ids: readonly AccountId[],
): Promise<KnownPerson[]> =>
  db.query(sql<KnownPerson>`
    SELECT ${columns} FROM accounts a JOIN users u ON u.account_id = a.id
    WHERE a.id = ANY(${ids}::bigint[]) AND u.organisation_id = ${organisationId} AND ${alive}`)

/** A page of everybody, by account. */
export const everybodyAfter = (
  db: Db,
  organisationId: OrganisationId,
  { after, limit }: { after: number; limit: number },
): Promise<KnownPerson[]> =>
  db.query(sql<KnownPerson>`
    SELECT ${columns} FROM accounts a JOIN users u ON u.account_id = a.id
    WHERE a.id > ${after} AND u.organisation_id = ${organisationId} AND ${alive}
    ORDER BY a.id LIMIT ${limit}`)

export interface KnownDepartment {
  id: number
  parentId: number | null
  name: string
}

export const allDepartments = (db: Db, id: OrganisationId): Promise<KnownDepartment[]> =>
  db.query(sql<KnownDepartment>`
    SELECT id, parent_id AS "parentId", name FROM departments WHERE organisation_id = ${id} ORDER BY sort, id`)
