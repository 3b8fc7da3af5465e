import type { Db } from '../../platform/db/pool.ts'
import { json, type Sql, sql } from '../../platform/db/sql.ts'
import type { AccountId, OrganisationId, UserId } from '../../platform/ids.ts'

export interface RecipientRow {
  accountId: AccountId
  organisationId: OrganisationId
  address: string
  disabled: boolean
  /** Nothing more fits in. */
  full: boolean
  /** Nobody reads it: what comes is passed on to a mail group. */
  isGroup: boolean
}

const recipientColumns = sql`a.id AS "accountId", a.organisation_id AS "organisationId", a.address, a.disabled_at IS NOT NULL AS disabled,
  a.used_bytes >= a.quota_bytes AS "full", a.kind = 'group' AS "isGroup"`

/** The accounts that addresses reach, by address. @param wanted lower case */
export async function accountsByAddress(
  db: Db,
  wanted: readonly string[],
): Promise<Map<string, RecipientRow>> {
  const rows = await db.query(sql<RecipientRow & { wanted: string }>`
    SELECT ${recipientColumns}, d.address AS wanted FROM addresses d JOIN accounts a ON a.id = d.account_id
    WHERE d.address = ANY(${wanted}::text[])`)
  return new Map(rows.map(({ wanted: address, ...row }) => [address, row]))
}

/** Is an administrator of the whole organisation: what only those may do is not for the other roles of the console. */
const isInCharge = sql`(u.is_admin AND coalesce(u.console_role, 'owner') IN ('owner', 'admin'))`

/** The administrator who has been there longest: reads mail to postmaster (RFC 5321 §4.5.1). */
export async function firstAdministrator(db: Db): Promise<RecipientRow | null> {
  const [row] = await db.query(sql<RecipientRow>`
    SELECT ${recipientColumns} FROM users u JOIN accounts a ON a.id = u.account_id
    WHERE u.is_admin AND u.disabled_at IS NULL
    ORDER BY NOT ${isInCharge}, u.id LIMIT 1`)
  return row ?? null
}

export async function domainExists(db: Db, name: string): Promise<boolean> {
  const rows = await db.query(sql`SELECT name FROM domains WHERE name = ${name}`)
  return rows.length > 0
}

export async function domainsAmong(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await db.query(sql<{ name: string }>`
    SELECT name FROM domains WHERE name = ANY(${names}::text[])`)
  return rows.map(({ name }) => name)
}

export const domainNames = (db: Db): Promise<{ name: string }[]> =>
  db.query(sql<{ name: string }>`SELECT name FROM domains ORDER BY created_at, name`)

export async function dkimKey(
  db: Db,
  domain: string,
): Promise<{ selector: string; privateKey: string } | null> {
  const [row] = await db.query(sql<{ selector: string; privateKey: string }>`
    SELECT selector, private_key AS "privateKey" FROM dkim_keys WHERE domain = ${domain} AND state = 'signing'`)
  return row ?? null
}

export interface UserRow {
  id: UserId
  accountId: AccountId
  organisationId: OrganisationId
  organisation: string
  address: string
  name: string
  /** In From in place of the name; '' for none. */
  nickname: string
  department: string | null
  departmentId: number | null
  /** That department and those above it. */
  departments: { id: number; name: string }[]
  /** Of the whole organisation; who helps, audits or heads a department is none. */
  isAdmin: boolean
  /** Has any role in the console. */
  hasConsole: boolean
  /** It stands for a public mailbox. */
  isPublic: boolean
  gender: number
  duties: string
  phone: string
  settings: Record<string, unknown>
  /** What the administrator switched for everybody. */
  organisationSettings: Record<string, unknown>
  /** A login asks for more than the password. */
  hasSecondStep: boolean
  /** When the mailbox ends; null for never. */
  validUntil: Date | null
}

const withThoseAbove = sql`(
  WITH RECURSIVE above AS (
    SELECT d.id, d.parent_id, d.name, 0 AS height WHERE d.id IS NOT NULL
    UNION ALL
    SELECT p.id, p.parent_id, p.name, a.height + 1 FROM departments p JOIN above a ON p.id = a.parent_id WHERE a.height < 50)
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name)), '[]'::jsonb) FROM above)`

export async function userById(db: Db, id: UserId): Promise<UserRow | null> {
  const [row] = await db.query(sql<UserRow>`
    SELECT u.id, u.account_id AS "accountId", u.organisation_id AS "organisationId", o.name AS organisation,
      a.address, u.name, u.nickname, d.name AS department, d.id AS "departmentId", ${isInCharge} AS "isAdmin",
      u.is_admin AS "hasConsole", a.kind = 'public' AS "isPublic", u.gender,
      u.duties, u.phone, u.totp_since IS NOT NULL OR u.second_by_phone OR u.second_by_passkey AS "hasSecondStep", u.settings,
      o.settings AS "organisationSettings", a.valid_until AS "validUntil", ${withThoseAbove} AS departments
    FROM users u JOIN organisations o ON o.id = u.organisation_id JOIN accounts a ON a.id = u.account_id
    LEFT JOIN departments d ON d.id = u.department_id WHERE u.id = ${id}`)
  return row ?? null
}

/** Whose mailbox it is. */
export interface OwnerRow {
  userId: UserId
  address: string
  name: string
  nickname: string
  settings: Record<string, unknown>
}

export async function ownerOf(db: Db, accountId: AccountId): Promise<OwnerRow | null> {
  const [row] = await db.query(sql<OwnerRow>`
    SELECT u.id AS "userId", a.address, u.name, u.nickname, u.settings FROM users u JOIN accounts a ON a.id = u.account_id
    WHERE u.account_id = ${accountId}`)
  return row ?? null
}

export interface PersonRow {
  name: string
  address: string
  department: string
  departmentId: number | null
  duties: string
}

/** Everybody of an organisation who can be written to. */
export const peopleOf = (db: Db, organisationId: OrganisationId): Promise<PersonRow[]> =>
  db.query(sql<PersonRow>`
    SELECT u.name, a.address, coalesce(d.name, '') AS department, u.department_id AS "departmentId", u.duties
    FROM users u JOIN accounts a ON a.id = u.account_id LEFT JOIN departments d ON d.id = u.department_id
    WHERE u.organisation_id = ${organisationId} AND u.disabled_at IS NULL ORDER BY u.id`)

export interface DepartmentRow {
  id: number
  parentId: number | null
  name: string
}

/** Departments of an organisation in the order in which they are shown. */
export const departmentsOf = (db: Db, organisationId: OrganisationId): Promise<DepartmentRow[]> =>
  db.query(sql<DepartmentRow>`
    SELECT id, parent_id AS "parentId", name FROM departments
    WHERE organisation_id = ${organisationId} ORDER BY sort, id`)

/** Local part and domain of an address, as PostgreSQL takes it apart. */
const parts = sql`SELECT left(x.address, length(x.address) - strpos(reverse(x.address), '@')) AS local,
  right(x.address, strpos(reverse(x.address), '@') - 1) AS domain`

/** Somebody else has an address of that very name, or had it. */
const isElsewhere = (
  address: Sql,
) => sql`(EXISTS (SELECT FROM addresses o WHERE o.address = ${address})
  OR EXISTS (SELECT FROM former_addresses f WHERE f.address = ${address}))`

/** Those of the mailbox, then the same names in alias domains. */
export const addressesOf = (db: Db, accountId: AccountId): Promise<{ address: string }[]> =>
  db.query(sql<{ address: string }>`
    SELECT y.address FROM (
      SELECT x.address, x.is_primary, false AS by_alias FROM addresses x WHERE x.account_id = ${accountId}
      UNION ALL
      SELECT p.local || '@' || d.name, false, true
      FROM addresses x, LATERAL (${parts}) p, domains d
      WHERE x.account_id = ${accountId} AND d.alias_of = p.domain
        AND NOT ${isElsewhere(sql`p.local || '@' || d.name`)}) y
    ORDER BY y.by_alias, y.is_primary DESC, y.address`)

/** The domain whose other name it is; null for none, and for an address that is or was somebody's by itself. */
export async function aliasTarget(
  db: Db,
  { address, domain }: { address: string; domain: string },
): Promise<string | null> {
  const [row] = await db.query(sql<{ target: string }>`
    SELECT alias_of AS target FROM domains
    WHERE name = ${domain} AND alias_of IS NOT NULL AND NOT ${isElsewhere(sql`${address}`)}`)
  return row?.target ?? null
}

/** Who gets mail of a domain that reaches nobody; of an alias domain without its own, that of its domain. */
export async function catchAllOf(
  db: Db,
  { address, domain }: { address: string; domain: string },
): Promise<RecipientRow | null> {
  const [row] = await db.query(sql<RecipientRow>`
    SELECT ${recipientColumns} FROM domains d LEFT JOIN domains t ON t.name = d.alias_of
    JOIN accounts a ON a.id = coalesce(d.catch_all, t.catch_all)
    WHERE d.name = ${domain} AND NOT ${isElsewhere(sql`${address}`)}`)
  return row ?? null
}

export const mergeSettings = (db: Db, id: UserId, settings: object): Promise<number> =>
  db.run(sql`UPDATE users SET settings = settings || ${json(settings)}::jsonb WHERE id = ${id}`)

export const mergeSettingsOfAccount = (
  db: Db,
  accountId: AccountId,
  settings: object,
): Promise<number> =>
  db.run(
    sql`UPDATE users SET settings = settings || ${json(settings)}::jsonb WHERE account_id = ${accountId}`,
  )

export const mergeOrganisationSettings = (
  db: Db,
  id: OrganisationId,
  settings: object,
): Promise<number> =>
  db.run(
    sql`UPDATE organisations SET settings = settings || ${json(settings)}::jsonb WHERE id = ${id}`,
  )

export async function organisationSettings(
  db: Db,
  id: OrganisationId,
): Promise<Record<string, unknown>> {
  const [row] = await db.query(
    sql<{
      settings: Record<string, unknown>
    }>`SELECT settings FROM organisations WHERE id = ${id}`,
  )
  return row?.settings ?? {}
}

export async function firstOrganisation(
  db: Db,
): Promise<{ id: OrganisationId; name: string } | null> {
  const [row] = await db.query(
    sql<{
      id: OrganisationId
      name: string
    }>`SELECT id, name FROM organisations ORDER BY id LIMIT 1`,
  )
  return row ?? null
}

export async function insertOrganisation(db: Db, name: string): Promise<OrganisationId> {
  const [row] = await db.query(
    sql<{ id: OrganisationId }>`INSERT INTO organisations (name) VALUES (${name}) RETURNING id`,
  )
  if (!row) throw new Error('the organisation was not made')
  return row.id
}

export const renameOrganisation = (db: Db, id: OrganisationId, name: string): Promise<number> =>
  db.run(sql`UPDATE organisations SET name = ${name} WHERE id = ${id}`)

/** With the key that signs its mail. */
export const insertDomain = (
  db: Db,
  domain: { name: string; organisationId: OrganisationId; selector: string; privateKey: string },
): Promise<number> =>
  db.run(sql`
    WITH made AS (
      INSERT INTO domains (name, organisation_id) VALUES (${domain.name}, ${domain.organisationId}) RETURNING name)
    INSERT INTO dkim_keys (domain, selector, private_key, state)
    SELECT name, ${domain.selector}, ${domain.privateKey}, 'signing' FROM made`)

export interface NewDepartment {
  organisationId: OrganisationId
  name: string
  sort: number
  /** Absent: at the top. */
  parentId?: number
}

export async function insertDepartment(db: Db, department: NewDepartment): Promise<number> {
  const [row] = await db.query(sql<{ id: number }>`
    INSERT INTO departments (organisation_id, parent_id, name, sort)
    VALUES (${department.organisationId}, ${department.parentId ?? null}, ${department.name}, ${department.sort})
    RETURNING id`)
  return row?.id ?? 0
}

export async function insertAccount(
  db: Db,
  account: {
    organisationId: OrganisationId
    address: string
    name: string
    quotaBytes: number
    kind: 'personal' | 'public' | 'group'
  },
): Promise<AccountId> {
  const [row] = await db.query(sql<{ id: AccountId }>`
    INSERT INTO accounts (organisation_id, kind, address, display_name, quota_bytes)
    VALUES (${account.organisationId}, ${account.kind}, ${account.address}, ${account.name}, ${account.quotaBytes}) RETURNING id`)
  if (!row) throw new Error('the account was not made')
  return row.id
}

/** One after another takes an address or gives it up: nobody slips in between its being somebody's and its having been. */
export const lockAddress = (db: Db, address: string): Promise<number> =>
  db.run(sql`SELECT pg_advisory_xact_lock(hashtextextended(${address}, 7266))`)

/**
 * The one way to an address: where nobody else has it or ever had it, for mail to it was meant for them; one's own former
 * one comes back. @returns 0 where it is, or was, somebody's
 */
export async function insertAddress(
  db: Db,
  given: { address: string; accountId: AccountId; isPrimary: boolean; own: boolean },
): Promise<number> {
  await lockAddress(db, given.address)
  return db.run(sql`
    INSERT INTO addresses (address, account_id, is_primary, own)
    SELECT ${given.address}, ${given.accountId}, ${given.isPrimary}, ${given.own}
    WHERE NOT EXISTS (
      SELECT FROM former_addresses f WHERE f.address = ${given.address} AND f.account_id <> ${given.accountId})
    ON CONFLICT DO NOTHING`)
}

/** True for an address that a mailbox has. */
export async function isSomebodys(db: Db, address: string): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT FROM addresses WHERE address = ${address} UNION ALL SELECT FROM accounts WHERE address = ${address}`)
  return rows.length > 0
}

/** True for an address that somebody gave up. */
export async function wasGivenUp(db: Db, address: string): Promise<boolean> {
  const rows = await db.query(sql`SELECT FROM former_addresses WHERE address = ${address}`)
  return rows.length > 0
}

export interface NewUserRow {
  organisationId: OrganisationId
  accountId: AccountId
  departmentId: number | null
  name: string
  passwordHash: string
  isAdmin: boolean
  gender: number
  duties: string
  phone: string
  /** Must be changed before anything else. */
  temporary: boolean
}

export async function insertUser(db: Db, user: NewUserRow): Promise<UserId> {
  const [row] = await db.query(sql<{ id: UserId }>`
    INSERT INTO users (organisation_id, account_id, department_id, name, password_hash, is_admin, gender, duties, phone, password_owed)
    VALUES (${user.organisationId}, ${user.accountId}, ${user.departmentId}, ${user.name}, ${user.passwordHash},
      ${user.isAdmin}, ${user.gender}, ${user.duties}, ${user.phone}, ${user.temporary}) RETURNING id`)
  if (!row) throw new Error('the user was not made')
  return row.id
}

/** @param password `temporary`: must be changed before anything else */
export const setPasswordHash = (
  db: Db,
  accountId: AccountId,
  { hash, temporary }: { hash: string; temporary: boolean },
): Promise<number> =>
  db.run(sql`
    UPDATE users SET password_hash = ${hash}, password_changed_at = now(), password_owed = ${temporary},
      password_remind_after = NULL
    WHERE account_id = ${accountId}`)

/** Says when a mailbox ends; null for never. */
export const setValidUntil = (db: Db, accountId: AccountId, until: Date | null): Promise<number> =>
  db.run(sql`UPDATE accounts SET valid_until = ${until} WHERE id = ${accountId}`)

/** Disables or enables a person and the mailbox together. */
/** Whether the account is on its way out: one that was stopped is not. */
export async function isBeingDeleted(db: Db, accountId: AccountId): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT FROM console_deletions WHERE account_id = ${accountId} AND state <> 'stopped'`)
  return rows.length > 0
}

export async function setDisabled(db: Db, accountId: AccountId, disabled: boolean): Promise<void> {
  await db.run(
    sql`UPDATE users SET disabled_at = CASE WHEN ${disabled} THEN now() END WHERE account_id = ${accountId}`,
  )
  await db.run(
    sql`UPDATE accounts SET disabled_at = CASE WHEN ${disabled} THEN now() END WHERE id = ${accountId}`,
  )
}
