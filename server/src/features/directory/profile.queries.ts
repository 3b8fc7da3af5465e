import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { AccountId, OrganisationId, UserId } from '../../platform/ids.ts'
import { lockAddress } from './directory.queries.ts'

export interface OwnAddress {
  address: string
  isPrimary: boolean
  /** Its owner gave it, and may take it away. */
  own: boolean
}

export const ownAddresses = (db: Db, accountId: AccountId): Promise<OwnAddress[]> =>
  db.query(sql<OwnAddress>`
    SELECT address, is_primary AS "isPrimary", own FROM addresses WHERE account_id = ${accountId}
    ORDER BY is_primary DESC, address`)

/** One change of the addresses of an account after another. */
export const lockAddressesOf = (db: Db, accountId: AccountId) =>
  db.query(sql`SELECT id FROM users WHERE account_id = ${accountId} FOR UPDATE`)

/** @returns false where the person gave oneself no such address */
export async function releaseAddress(
  db: Db,
  { address, accountId }: { address: string; accountId: AccountId },
): Promise<boolean> {
  await lockAddress(db, address)
  const gone = await db.run(
    sql`DELETE FROM addresses WHERE address = ${address} AND account_id = ${accountId} AND own AND NOT is_primary`,
  )
  if (gone === 0) return false
  await db.run(sql`
    INSERT INTO former_addresses (address, account_id) VALUES (${address}, ${accountId})
    ON CONFLICT (address) DO UPDATE SET removed_at = now()`)
  return true
}

export const organisationDomains = (db: Db, id: OrganisationId): Promise<{ name: string }[]> =>
  db.query(sql<{ name: string }>`
    SELECT name FROM domains WHERE organisation_id = ${id} ORDER BY created_at, name`)

export interface NameRow {
  id: UserId
  name: string
  nickname: string
}

/** People whose names have changed since their keys were made; as a rule nobody. */
export const unkeyed = (db: Db, id: OrganisationId, limit: number): Promise<NameRow[]> =>
  db.query(sql<NameRow>`
    SELECT id, name, nickname FROM users
    WHERE organisation_id = ${id} AND keyed_as <> ARRAY[name, nickname] ORDER BY id LIMIT ${limit}`)

export const unkeyedOrganisations = (db: Db): Promise<{ id: OrganisationId }[]> =>
  db.query(sql<{ id: OrganisationId }>`
    SELECT DISTINCT organisation_id AS id FROM users WHERE keyed_as <> ARRAY[name, nickname]`)

/** Nothing for those whose names have changed again meanwhile. Under lockNames. */
export const writeKeys = (
  db: Db,
  rows: readonly (NameRow & { keys: readonly string[] })[],
): Promise<number> =>
  db.run(sql`
    UPDATE users u SET name_keys = ARRAY(SELECT jsonb_array_elements_text(k.keys)), keyed_as = ARRAY[u.name, u.nickname]
    FROM jsonb_to_recordset(${json(rows)}::jsonb) AS k (id bigint, name text, nickname text, keys jsonb)
    WHERE u.id = k.id AND u.name = k.name AND u.nickname = k.nickname`)

/** One after the other for each organisation: of two who take one name at once the second finds it taken. */
export const lockNames = (db: Db, id: OrganisationId): Promise<unknown> =>
  db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`names ${id}`}, 7301))`)

export async function isNameOfOther(
  db: Db,
  {
    organisationId,
    userId,
    keys,
  }: { organisationId: OrganisationId; userId: UserId; keys: readonly string[] },
): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT FROM users
    WHERE organisation_id = ${organisationId} AND id <> ${userId} AND name_keys && ${keys}::text[] LIMIT 1`)
  return rows.length > 0
}

/** One claim after another of those that look alike, and whether somebody else has such an address in any domain. */
export async function looksLikeOther(
  db: Db,
  { address, accountId }: { address: string; accountId: AccountId },
): Promise<boolean> {
  await db.query(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(address_look(${address}), 7302))`,
  )
  const rows = await db.query(sql`
    SELECT FROM addresses WHERE look = address_look(${address}) AND account_id <> ${accountId} LIMIT 1`)
  return rows.length > 0
}

export const setNickname = (db: Db, id: UserId, nickname: string): Promise<number> =>
  db.run(sql`UPDATE users SET nickname = ${nickname} WHERE id = ${id}`)

export const setDetails = (
  db: Db,
  id: UserId,
  { gender, duties }: { gender: number | null; duties: string | null },
): Promise<number> =>
  db.run(sql`
    UPDATE users SET gender = coalesce(${gender}::smallint, gender), duties = coalesce(${duties}::text, duties)
    WHERE id = ${id}`)
