import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'
import { lockAddress } from './directory.queries.ts'

export async function aliasCount(db: Db, accountId: AccountId): Promise<number> {
  const [row] = await db.query(sql<{ count: number }>`
    SELECT count(*)::int AS count FROM addresses WHERE account_id = ${accountId} AND NOT is_primary`)
  return row?.count ?? 0
}

/** Addresses that were somebody's and that nobody else gets: mail to them was meant for that person. */
export const keepAway = (
  db: Db,
  accountId: AccountId,
  addresses: readonly string[],
): Promise<number> =>
  db.run(sql`
    INSERT INTO former_addresses (address, account_id)
    SELECT address, ${accountId} FROM unnest(${addresses}::text[]) address
    ON CONFLICT (address) DO UPDATE SET removed_at = now()`)

/** @returns false where it is none of theirs, or the main one */
export async function dropAlias(db: Db, accountId: AccountId, address: string): Promise<boolean> {
  await lockAddress(db, address)
  const gone = await db.run(sql`
    DELETE FROM addresses WHERE address = ${address} AND account_id = ${accountId} AND NOT is_primary`)
  if (gone > 0) await keepAway(db, accountId, [address])
  return gone > 0
}

/** All addresses of an account reach another from now on. @returns them */
export async function passAddresses(db: Db, from: AccountId, to: AccountId): Promise<string[]> {
  const rows = await db.query(sql<{ address: string }>`
    UPDATE addresses SET account_id = ${to}, is_primary = false, own = false
    WHERE account_id = ${from} RETURNING address`)
  return rows.map(({ address }) => address)
}

/** Addresses come back to whose they were; the main one is that of the account. */
export const returnAddresses = (
  db: Db,
  to: AccountId,
  addresses: readonly string[],
): Promise<number> =>
  db.run(sql`
    UPDATE addresses d SET account_id = a.id, is_primary = d.address = a.address
    FROM accounts a WHERE a.id = ${to} AND d.address = ANY(${addresses}::text[])`)

/** All addresses of an account are nobody's any more. */
export async function retireAddresses(db: Db, accountId: AccountId): Promise<void> {
  const rows = await db.query(sql<{ address: string }>`
    DELETE FROM addresses WHERE account_id = ${accountId} RETURNING address`)
  await keepAway(
    db,
    accountId,
    rows.map(({ address }) => address),
  )
}
