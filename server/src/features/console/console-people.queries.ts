import type { Db } from '../../platform/db/pool.ts'
import { none, sql } from '../../platform/db/sql.ts'
import type { AccountId, OrganisationId, UserId } from '../../platform/ids.ts'
import { roleOf } from './console-sessions.queries.ts'
import type { ConsoleRole } from './roles.ts'

/** Which people somebody may see: those of the organisation, or of a subtree of its departments. */
export interface Sight {
  organisationId: OrganisationId
  departmentId: number | null
}

/** A department with all below it. */
const below = (id: number | null) => sql`(
  WITH RECURSIVE tree AS (
    SELECT id FROM departments WHERE id = ${id}
    UNION SELECT d.id FROM departments d JOIN tree t ON d.parent_id = t.id)
  SELECT id FROM tree)`

export const seen = ({ organisationId, departmentId }: Sight) =>
  departmentId === null
    ? sql`u.organisation_id = ${organisationId} AND a.kind = 'personal' AND u.deleted_at IS NULL`
    : sql`u.organisation_id = ${organisationId} AND a.kind = 'personal' AND u.deleted_at IS NULL AND u.department_id IN ${below(departmentId)}`

export interface ListedRow {
  accountId: AccountId
  name: string
  address: string
  department: string
  departmentId: number | null
  role: ConsoleRole | null
  disabled: boolean
  usedBytes: number
  quotaBytes: number
  lastLogin: Date | null
}

const columns = sql`a.id AS "accountId", u.name, a.address, coalesce(d.name, '') AS department,
  u.department_id AS "departmentId", ${roleOf} AS role, u.disabled_at IS NOT NULL AS disabled,
  a.used_bytes AS "usedBytes", a.quota_bytes AS "quotaBytes",
  (SELECT max(s.created_at) FROM sessions s WHERE s.user_id = u.id AND s.login_id IS NULL) AS "lastLogin"`

const tables = sql`users u JOIN accounts a ON a.id = u.account_id LEFT JOIN departments d ON d.id = u.department_id`

export interface Wanted {
  keyword: string
  departmentId: number | null
  state: 'all' | 'active' | 'disabled' | 'role'
}

/**
 * People of a sight that are wanted. `users_pages` has all of it, so that neither accounts nor the rest of each person is
 * read; what is asked for elsewhere is asked once, and no join puts them into another order.
 */
const wantedOf = (
  { organisationId, departmentId: top }: Sight,
  { keyword, departmentId, state }: Wanted,
) => {
  const within = (id: number | null) =>
    id === null ? none : sql`AND coalesce(u.department_id IN ${below(id)}, false)`
  const states = {
    all: none,
    active: sql`AND u.disabled_at IS NULL`,
    disabled: sql`AND u.disabled_at IS NOT NULL`,
    role: sql`AND u.is_admin`,
  }
  const found =
    keyword === ''
      ? none
      : sql`AND (strpos(lower(u.name), lower(${keyword})) > 0
          OR u.account_id IN (SELECT x.account_id FROM addresses x WHERE strpos(x.address, lower(${keyword})) > 0))`
  return sql`u.organisation_id = ${organisationId} AND u.deleted_at IS NULL
    AND u.account_id NOT IN (SELECT id FROM accounts WHERE kind <> 'personal')
    ${within(top)} ${within(departmentId)} ${states[state]} ${found}`
}

/** A page of people by name, and how many there are. */
export async function peopleSeen(
  db: Db,
  sight: Sight,
  { offset, limit, ...wanted }: Wanted & { offset: number; limit: number },
): Promise<{ total: number; list: ListedRow[] }> {
  const found = wantedOf(sight, wanted)
  const rows = await db.query(
    sql<ListedRow & { total: number }>`
    WITH page AS MATERIALIZED (
      SELECT u.name, u.account_id, count(*) OVER ()::int AS total FROM users u WHERE ${found}
      ORDER BY u.name, u.account_id LIMIT ${limit} OFFSET ${offset})
    SELECT ${columns}, p.total FROM page p JOIN (${tables}) ON u.account_id = p.account_id
    ORDER BY p.name, p.account_id`.planned(),
  )
  const [first] = rows
  if (first || offset === 0) return { total: first?.total ?? 0, list: rows }
  // Behind the last page.
  const [counted] = await db.query(
    sql<{ total: number }>`SELECT count(*)::int AS total FROM users u WHERE ${found}`.planned(),
  )
  return { total: counted?.total ?? 0, list: [] }
}

/** Everybody of a sight. */
export async function accountsSeen(db: Db, sight: Sight): Promise<AccountId[]> {
  const rows = await db.query(sql<{ id: AccountId }>`
    SELECT a.id FROM users u JOIN accounts a ON a.id = u.account_id WHERE ${seen(sight)}`)
  return rows.map(({ id }) => id)
}

export interface PersonRow extends ListedRow {
  userId: UserId
  duties: string
  phone: string
  validUntil: Date | null
  hasSecondStep: boolean
  loginBy: string
  logins: number
  headsDepartment: number | null
}

export async function personSeen(db: Db, sight: Sight, id: AccountId): Promise<PersonRow | null> {
  const [row] = await db.query(sql<PersonRow>`
    SELECT ${columns}, u.id AS "userId", u.duties, u.phone, a.valid_until AS "validUntil", u.login_by AS "loginBy",
      u.totp_since IS NOT NULL OR u.second_by_phone OR u.second_by_passkey AS "hasSecondStep",
      u.console_department AS "headsDepartment",
      (SELECT count(*)::int FROM sessions s WHERE s.user_id = u.id AND s.login_id IS NULL AND s.revoked_at IS NULL
        AND s.expires_at > now()) AS logins
    FROM ${tables} WHERE ${seen(sight)} AND a.id = ${id}`)
  return row ?? null
}

export const changePerson = (
  db: Db,
  userId: UserId,
  to: { name: string; departmentId: number | null; duties: string; phone: string },
): Promise<number> =>
  db.run(sql`
    UPDATE users SET name = ${to.name}, department_id = ${to.departmentId}, duties = ${to.duties}, phone = ${to.phone}
    WHERE id = ${userId}`)

export const renameAccount = (db: Db, id: AccountId, name: string): Promise<number> =>
  db.run(sql`UPDATE accounts SET display_name = ${name} WHERE id = ${id}`)

export const setQuota = (db: Db, id: AccountId, quotaBytes: number): Promise<number> =>
  db.run(sql`UPDATE accounts SET quota_bytes = ${quotaBytes} WHERE id = ${id}`)

export const setRole = (
  db: Db,
  userId: UserId,
  { role, departmentId }: { role: ConsoleRole | null; departmentId: number | null },
): Promise<number> =>
  db.run(sql`
    UPDATE users SET is_admin = ${role !== null}, console_role = ${role}, console_department = ${departmentId}
    WHERE id = ${userId}`)

/** One after another changes who is in charge: two at once could leave nobody. */
export const lockRoles = (db: Db, id: OrganisationId): Promise<number> =>
  db.run(sql`SELECT pg_advisory_xact_lock(7340, ${id}::int)`)

export async function ownersBut(db: Db, id: OrganisationId, userId: UserId): Promise<number> {
  const [row] = await db.query(sql<{ owners: number }>`
    SELECT count(*)::int AS owners FROM users u
    WHERE u.organisation_id = ${id} AND u.id <> ${userId} AND ${roleOf} = 'owner' AND u.disabled_at IS NULL`)
  return row?.owners ?? 0
}

export interface DepartmentRow {
  id: number
  parentId: number | null
  name: string
  people: number
}

export const departmentsSeen = (
  db: Db,
  { organisationId, departmentId }: Sight,
): Promise<DepartmentRow[]> =>
  db.query(sql<DepartmentRow>`
    SELECT d.id, d.parent_id AS "parentId", d.name, coalesce(c.people, 0) AS people
    FROM departments d LEFT JOIN (
      SELECT department_id, count(*)::int AS people FROM users
      WHERE department_id IS NOT NULL GROUP BY 1) c ON c.department_id = d.id
    WHERE d.organisation_id = ${organisationId}
      AND ${departmentId === null ? sql`true` : sql`d.id IN ${below(departmentId)}`}
    ORDER BY d.sort, d.id`)

export const isDepartmentSeen = async (
  db: Db,
  { organisationId, departmentId }: Sight,
  id: number,
): Promise<boolean> => {
  const rows = await db.query(sql`
    SELECT FROM departments d WHERE d.id = ${id} AND d.organisation_id = ${organisationId}
      AND ${departmentId === null ? sql`true` : sql`d.id IN ${below(departmentId)}`}`)
  return rows.length > 0
}

export const isBelow = async (db: Db, id: number, top: number): Promise<boolean> =>
  (await db.query(sql`SELECT FROM departments WHERE id = ${id} AND id IN ${below(top)}`)).length > 0

export const lockDepartments = (db: Db, id: OrganisationId): Promise<number> =>
  db.run(sql`SELECT pg_advisory_xact_lock(7341, ${id}::int)`)

export async function namedBeside(
  db: Db,
  organisationId: OrganisationId,
  { id, name, parentId }: { id: number | null; name: string; parentId: number | null },
): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT FROM departments WHERE organisation_id = ${organisationId} AND name = ${name}
      AND parent_id IS NOT DISTINCT FROM ${parentId}::bigint AND id IS DISTINCT FROM ${id}::bigint`)
  return rows.length > 0
}

export const updateDepartment = (
  db: Db,
  organisationId: OrganisationId,
  { id, name, parentId }: { id: number; name: string; parentId: number | null },
): Promise<number> =>
  db.run(sql`
    UPDATE departments SET name = ${name}, parent_id = ${parentId}
    WHERE organisation_id = ${organisationId} AND id = ${id}`)

/** Why a department stays; null: nothing keeps it. Asked at every door that deletes one. */
export async function departmentStays(db: Db, id: number): Promise<'full' | 'on-hold' | null> {
  const [row] = await db.query(sql<{ full: boolean; held: boolean }>`
    SELECT EXISTS (SELECT FROM users WHERE department_id = ${id} OR console_department = ${id})
        OR EXISTS (SELECT FROM departments WHERE parent_id = ${id}) AS full,
      EXISTS (SELECT FROM legal_hold_departments d JOIN legal_holds h ON h.id = d.hold_id
        WHERE d.department_id = ${id} AND h.released_at IS NULL) AS held`)
  if (row?.held) return 'on-hold'
  return row?.full ? 'full' : null
}

export const deleteDepartment = (db: Db, organisationId: OrganisationId, id: number) =>
  db.run(sql`DELETE FROM departments WHERE organisation_id = ${organisationId} AND id = ${id}`)

export interface OverviewRow {
  people: number
  disabled: number
  usedBytes: number
  nearlyFull: number
  waiting: number
  logins: number
}

export async function overviewOf(db: Db, organisationId: OrganisationId): Promise<OverviewRow> {
  const [row] = await db.query(sql<OverviewRow>`
    SELECT count(*) FILTER (WHERE u.disabled_at IS NULL)::int AS people,
      count(*) FILTER (WHERE u.disabled_at IS NOT NULL)::int AS disabled,
      coalesce(sum(a.used_bytes), 0)::float8 AS "usedBytes",
      count(*) FILTER (WHERE a.used_bytes * 10 >= a.quota_bytes * 9)::int AS "nearlyFull",
      (SELECT count(*)::int FROM submission_recipients WHERE state IN ('queued', 'deferred')) AS waiting,
      (SELECT count(*)::int FROM sessions s WHERE s.created_at > now() - interval '1 day' AND s.login_id IS NULL) AS logins
    FROM users u JOIN accounts a ON a.id = u.account_id
    WHERE u.organisation_id = ${organisationId} AND a.kind = 'personal' AND u.deleted_at IS NULL`)
  if (!row) throw new Error('no overview')
  return row
}
