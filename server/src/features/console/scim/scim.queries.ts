import type { Db } from '../../../platform/db/pool.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import type { AccountId, OrganisationId } from '../../../platform/ids.ts'
import type { Comparison } from './scim-filter.ts'

export interface TokenRow {
  id: number
  name: string
  createdBy: string
  createdAt: Date
  lastUsedAt: Date | null
}

export const tokensOf = (db: Db, id: OrganisationId): Promise<TokenRow[]> =>
  db.query(sql<TokenRow>`
    SELECT id, name, created_by AS "createdBy", created_at AS "createdAt", last_used_at AS "lastUsedAt"
    FROM scim_tokens WHERE organisation_id = ${id} AND revoked_at IS NULL ORDER BY id`)

export async function insertToken(
  db: Db,
  token: { organisationId: OrganisationId; name: string; hash: Buffer; by: string },
): Promise<number> {
  const [row] = await db.query(sql<{ id: number }>`
    INSERT INTO scim_tokens (organisation_id, name, hash, created_by)
    VALUES (${token.organisationId}, ${token.name}, ${token.hash}, ${token.by}) RETURNING id`)
  return row?.id ?? 0
}

export const revokeToken = (db: Db, organisationId: OrganisationId, id: number): Promise<number> =>
  db.run(sql`
    UPDATE scim_tokens SET revoked_at = now()
    WHERE organisation_id = ${organisationId} AND id = ${id} AND revoked_at IS NULL`)

export interface Bearer {
  id: number
  organisationId: OrganisationId
  name: string
}

/** Whose token it is; its use is noted once a minute. */
export async function bearerOf(db: Db, hash: Buffer): Promise<Bearer | null> {
  const [row] = await db.query(sql<Bearer & { stale: boolean }>`
    SELECT id, organisation_id AS "organisationId", name,
      coalesce(last_used_at < now() - interval '1 minute', true) AS stale
    FROM scim_tokens WHERE hash = ${hash} AND revoked_at IS NULL`)
  if (!row) return null
  if (row.stale) await db.run(sql`UPDATE scim_tokens SET last_used_at = now() WHERE id = ${row.id}`)
  return row
}

export interface ScimPerson {
  accountId: AccountId
  address: string
  name: string
  givenName: string
  familyName: string
  externalId: string
  active: boolean
  duties: string
  phone: string
  departmentId: number | null
  aliases: string[]
  createdAt: Date
  changedAt: Date
}

const columns = sql`a.id AS "accountId", a.address, u.name, coalesce(s.given_name, '') AS "givenName",
  coalesce(s.family_name, '') AS "familyName", coalesce(s.external_id, '') AS "externalId",
  u.disabled_at IS NULL AS active, u.duties, u.phone, u.department_id AS "departmentId",
  ARRAY(SELECT x.address FROM addresses x WHERE x.account_id = a.id AND NOT x.is_primary ORDER BY 1) AS aliases,
  a.created_at AS "createdAt", coalesce(s.changed_at, a.created_at) AS "changedAt"`
const tables = sql`users u JOIN accounts a ON a.id = u.account_id LEFT JOIN scim_people s ON s.account_id = a.id`
const alive = (id: OrganisationId) =>
  sql`u.organisation_id = ${id} AND a.kind = 'personal' AND u.deleted_at IS NULL AND NOT coalesce(s.removed, false)`

const compared = (column: Sql, { operator, value }: Comparison): Sql => {
  const wanted = value.toLowerCase()
  if (operator === 'eq') return sql`lower(${column}) = ${wanted}`
  if (operator === 'sw') return sql`starts_with(lower(${column}), ${wanted})`
  return sql`strpos(lower(${column}), ${wanted}) > 0`
}

const textColumns: Record<string, Sql> = {
  username: sql`a.address`,
  displayname: sql`u.name`,
  'name.formatted': sql`u.name`,
  'name.familyname': sql`coalesce(s.family_name, '')`,
  'name.givenname': sql`coalesce(s.given_name, '')`,
  title: sql`u.duties`,
}

/** Null for an attribute that nobody can ask for. */
function conditionOf(one: Comparison): Sql | null {
  const { attribute, operator, value } = one
  const column = textColumns[attribute]
  if (column) return compared(column, one)
  // Case exact (RFC 7643 §3.1).
  if (attribute === 'externalid' && operator === 'eq')
    return sql`coalesce(s.external_id, '') = ${value}`
  if (attribute === 'id' && operator === 'eq')
    return /^\d{1,15}$/.test(value) ? sql`a.id = ${value}::bigint` : sql`false`
  if (attribute === 'active' && operator === 'eq')
    return sql`(u.disabled_at IS NULL) = ${value.toLowerCase() === 'true'}`
  if (attribute === 'emails' || attribute === 'emails.value')
    return sql`EXISTS (SELECT FROM addresses x WHERE x.account_id = a.id AND ${compared(sql`x.address`, one)})`
  return null
}

export interface PeopleAsked {
  filter: readonly Comparison[]
  offset: number
  limit: number
}

/** A page and how many there are. @returns null for a filter by what nobody can ask for */
export async function scimPeople(
  db: Db,
  id: OrganisationId,
  { filter, offset, limit }: PeopleAsked,
): Promise<{ total: number; list: ScimPerson[] } | null> {
  let wanted = alive(id)
  for (const one of filter) {
    const condition = conditionOf(one)
    if (!condition) return null
    wanted = sql`${wanted} AND ${condition}`
  }
  const list = await db.query(
    sql<ScimPerson>`SELECT ${columns} FROM ${tables} WHERE ${wanted} ORDER BY a.id LIMIT ${limit} OFFSET ${offset}`.planned(),
  )
  const [count] = await db.query(
    sql<{ total: number }>`SELECT count(*)::int AS total FROM ${tables} WHERE ${wanted}`.planned(),
  )
  return { total: count?.total ?? 0, list }
}

export async function scimPerson(
  db: Db,
  organisationId: OrganisationId,
  id: string,
): Promise<ScimPerson | null> {
  const page = await scimPeople(db, organisationId, {
    filter: [{ attribute: 'id', operator: 'eq', value: id }],
    offset: 0,
    limit: 1,
  })
  return page?.list[0] ?? null
}

export const keepScimPerson = (
  db: Db,
  accountId: AccountId,
  kept: { externalId: string; givenName: string; familyName: string; removed: boolean },
): Promise<number> =>
  db.run(sql`
    INSERT INTO scim_people AS s (account_id, external_id, given_name, family_name, removed)
    VALUES (${accountId}, ${kept.externalId}, ${kept.givenName}, ${kept.familyName}, ${kept.removed})
    ON CONFLICT (account_id) DO UPDATE SET external_id = EXCLUDED.external_id, given_name = EXCLUDED.given_name,
      family_name = EXCLUDED.family_name, removed = EXCLUDED.removed, changed_at = now()`)

/** Somebody whom such a program deleted, by address. */
export async function removedPerson(
  db: Db,
  organisationId: OrganisationId,
  address: string,
): Promise<AccountId | null> {
  const [row] = await db.query(sql<{ id: AccountId }>`
    SELECT a.id FROM accounts a JOIN scim_people s ON s.account_id = a.id AND s.removed
    WHERE a.organisation_id = ${organisationId} AND a.address = ${address}`)
  return row?.id ?? null
}

export interface ScimGroup {
  id: number
  name: string
  parentId: number | null
  externalId: string
  createdAt: Date
}

/** Null for a filter by what nobody can ask for. */
export async function scimGroups(
  db: Db,
  id: OrganisationId,
  { filter, offset, limit }: PeopleAsked,
): Promise<{ total: number; list: ScimGroup[] } | null> {
  let wanted = sql`d.organisation_id = ${id}`
  for (const one of filter) {
    const condition = groupCondition(one)
    if (!condition) return null
    wanted = sql`${wanted} AND ${condition}`
  }
  const from = sql`departments d LEFT JOIN scim_groups g ON g.department_id = d.id`
  const list = await db.query(
    sql<ScimGroup>`
    SELECT d.id, d.name, d.parent_id AS "parentId", coalesce(g.external_id, '') AS "externalId", d.created_at AS "createdAt"
    FROM ${from} WHERE ${wanted} ORDER BY d.id LIMIT ${limit} OFFSET ${offset}`.planned(),
  )
  const [count] = await db.query(
    sql<{ total: number }>`SELECT count(*)::int AS total FROM ${from} WHERE ${wanted}`.planned(),
  )
  return { total: count?.total ?? 0, list }
}

function groupCondition(one: Comparison): Sql | null {
  const { attribute, operator, value } = one
  if (attribute === 'displayname') return compared(sql`d.name`, one)
  if (attribute === 'externalid' && operator === 'eq')
    return sql`coalesce(g.external_id, '') = ${value}`
  const isNumber = /^\d{1,15}$/.test(value)
  if (attribute === 'id' && operator === 'eq')
    return isNumber ? sql`d.id = ${value}::bigint` : sql`false`
  if ((attribute === 'members' || attribute === 'members.value') && operator === 'eq')
    return isNumber
      ? sql`EXISTS (SELECT FROM users u WHERE u.department_id = d.id AND u.account_id = ${value}::bigint)`
      : sql`false`
  return null
}

export const membersOf = (
  db: Db,
  departmentIds: readonly number[],
): Promise<{ departmentId: number; accountId: AccountId; name: string }[]> =>
  db.query(sql<{ departmentId: number; accountId: AccountId; name: string }>`
    SELECT u.department_id AS "departmentId", u.account_id AS "accountId", u.name FROM users u
    WHERE u.department_id = ANY(${departmentIds}::bigint[]) AND u.deleted_at IS NULL ORDER BY u.account_id`)

export const keepScimGroup = (db: Db, id: number, externalId: string): Promise<number> =>
  db.run(sql`
    INSERT INTO scim_groups (department_id, external_id) VALUES (${id}, ${externalId})
    ON CONFLICT (department_id) DO UPDATE SET external_id = EXCLUDED.external_id`)

export const renameDepartment = (
  db: Db,
  { organisationId, id, name }: { organisationId: OrganisationId; id: number; name: string },
): Promise<number> =>
  db.run(sql`
    UPDATE departments SET name = ${name} WHERE organisation_id = ${organisationId} AND id = ${id}`)

/** People who are put into a department, or taken out of it; whoever has a role in the console stays. @returns how many are there */
export const placePeople = (
  db: Db,
  organisationId: OrganisationId,
  { ids, from, to }: { ids: readonly string[]; from: number | null; to: number | null },
): Promise<number> =>
  db.run(sql`
    UPDATE users SET department_id = CASE WHEN is_admin THEN department_id ELSE ${to}::bigint END
    WHERE organisation_id = ${organisationId} AND account_id = ANY(${ids}::bigint[]) AND deleted_at IS NULL
      AND (${from}::bigint IS NULL OR department_id = ${from})`)
