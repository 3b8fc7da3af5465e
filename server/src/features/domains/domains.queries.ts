import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, OrganisationId } from '../../platform/ids.ts'

export type KeyState = 'new' | 'signing' | 'old'

export interface DomainRow {
  name: string
  aliasOf: string | null
  addresses: number
  catchAll: string
}

export interface KeyRow {
  domain: string
  selector: string
  privateKey: string
  state: KeyState
  createdAt: Date
}

/** The domain of an address, as PostgreSQL takes it apart. */
const domainOf = sql`right(x.address, strpos(reverse(x.address), '@') - 1)`

/** In the order in which they were added. */
export const domainsOf = (db: Db, id: OrganisationId): Promise<DomainRow[]> =>
  db.query(sql<DomainRow>`
    WITH used AS (SELECT ${domainOf} AS name, count(*)::int AS count FROM addresses x GROUP BY 1)
    SELECT d.name, d.alias_of AS "aliasOf", coalesce(u.count, 0) AS addresses, coalesce(a.address, '') AS "catchAll"
    FROM domains d LEFT JOIN accounts a ON a.id = d.catch_all LEFT JOIN used u ON u.name = d.name
    WHERE d.organisation_id = ${id} ORDER BY d.created_at, d.name`)

/** Null where the organisation has no domain of that name. */
export async function domainByName(
  db: Db,
  id: OrganisationId,
  name: string,
): Promise<{ name: string; aliasOf: string | null } | null> {
  const [row] = await db.query(sql<{ name: string; aliasOf: string | null }>`
    SELECT name, alias_of AS "aliasOf" FROM domains
    WHERE organisation_id = ${id} AND name = ${name}`)
  return row ?? null
}

/** @returns 0 where somebody was quicker */
export const insertDomain = (
  db: Db,
  row: { name: string; organisationId: OrganisationId; aliasOf: string | null },
): Promise<number> =>
  db.run(sql`
    INSERT INTO domains (name, organisation_id, alias_of)
    VALUES (${row.name}, ${row.organisationId}, ${row.aliasOf}) ON CONFLICT DO NOTHING`)

/** @param catchAll null: mail that reaches nobody is refused */
export const setCatchAll = (db: Db, name: string, catchAll: AccountId | null): Promise<number> =>
  db.run(sql`UPDATE domains SET catch_all = ${catchAll} WHERE name = ${name}`)

/** One after another changes which domains there are. */
export const lockDomains = (db: Db, id: OrganisationId): Promise<number> =>
  db.run(sql`SELECT FROM organisations WHERE id = ${id} FOR UPDATE`)

/** Whether a mailbox, a group or another domain needs it. */
export async function isUsed(db: Db, name: string): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT FROM addresses x WHERE ${domainOf} = ${name}
    UNION ALL SELECT FROM accounts x WHERE ${domainOf} = ${name}
    UNION ALL SELECT FROM domains WHERE alias_of = ${name} LIMIT 1`)
  return rows.length > 0
}

export async function countDomains(db: Db, id: OrganisationId): Promise<number> {
  const [row] = await db.query(sql<{ count: number }>`
    SELECT count(*)::int AS count FROM domains WHERE organisation_id = ${id} AND alias_of IS NULL`)
  return row?.count ?? 0
}

export const deleteDomain = (db: Db, name: string): Promise<number> =>
  db.run(sql`DELETE FROM domains WHERE name = ${name}`)

/** Newest first. @param names empty: of none */
export const keysOf = (db: Db, names: readonly string[]): Promise<KeyRow[]> =>
  db.query(sql<KeyRow>`
    SELECT domain, selector, private_key AS "privateKey", state, created_at AS "createdAt" FROM dkim_keys
    WHERE domain = ANY(${names}::text[]) ORDER BY created_at DESC, selector`)

export const insertKey = (
  db: Db,
  { domain, selector, privateKey, state }: Omit<KeyRow, 'createdAt'>,
): Promise<number> =>
  db.run(sql`
    INSERT INTO dkim_keys (domain, selector, private_key, state)
    VALUES (${domain}, ${selector}, ${privateKey}, ${state})`)

/** The one that signs steps back, and another takes its place. @returns 0 where there is no such key */
export async function signBy(db: Db, domain: string, selector: string): Promise<number> {
  await db.run(sql`
    UPDATE dkim_keys SET state = 'old', changed_at = now()
    WHERE domain = ${domain} AND state = 'signing' AND selector <> ${selector}`)
  return db.run(sql`
    UPDATE dkim_keys SET state = 'signing', changed_at = now() WHERE domain = ${domain} AND selector = ${selector}`)
}

/** @returns 0 where it is not there or signs */
export const deleteKey = (db: Db, domain: string, selector: string): Promise<number> =>
  db.run(sql`
    DELETE FROM dkim_keys WHERE domain = ${domain} AND selector = ${selector} AND state <> 'signing'`)
