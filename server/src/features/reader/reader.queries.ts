import { seenBy } from '../../mailstore/messages/messages.queries.ts'
import type { Viewer } from '../../mailstore/types.ts'
import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'

/**
 * Whether an account has exchanged mail with an address before a moment: written to it, or got mail of it. Two looks
 * into an index. @param address lower case
 */
export async function hasMet(
  db: Db,
  viewer: Viewer,
  { address, before }: { address: string; before: Date },
): Promise<boolean> {
  const { accountId } = viewer
  const [row] = await db.query(sql<{ met: boolean }>`
    SELECT EXISTS (SELECT FROM correspondents WHERE account_id = ${accountId} AND address = ${address})
      OR EXISTS (SELECT FROM messages m
        WHERE m.account_id = ${accountId} AND lower(left(m.from_address, 320)) = ${address} AND m.received_at < ${before}
          ${seenBy(viewer)}) AS met`)
  return row?.met ?? false
}

/** @param address lower case */
export async function isPictureSender(
  db: Db,
  accountId: AccountId,
  address: string,
): Promise<boolean> {
  const rows = await db.query(
    sql`SELECT address FROM picture_senders WHERE account_id = ${accountId} AND address = ${address}`.byKey(),
  )
  return rows.length > 0
}

export const addPictureSender = (db: Db, accountId: AccountId, address: string): Promise<number> =>
  db.run(sql`
    INSERT INTO picture_senders (account_id, address) VALUES (${accountId}, ${address}) ON CONFLICT DO NOTHING`)

export const deletePictureSender = (
  db: Db,
  accountId: AccountId,
  address: string,
): Promise<number> =>
  db.run(sql`DELETE FROM picture_senders WHERE account_id = ${accountId} AND address = ${address}`)

/** By address, after `after`. */
export const pictureSenders = (
  db: Db,
  accountId: AccountId,
  { after, limit }: { after: string; limit: number },
): Promise<{ address: string; createdAt: Date }[]> =>
  db.query(sql<{ address: string; createdAt: Date }>`
    SELECT address, created_at AS "createdAt" FROM picture_senders
    WHERE account_id = ${accountId} AND address > ${after} ORDER BY address LIMIT ${limit}`)

export interface KeptPicture {
  /** Null: it could not be had. */
  bytes: Buffer | null
  type: string
  fetchedAt: Date
}

export async function keptPicture(
  db: Db,
  accountId: AccountId,
  key: Buffer,
): Promise<KeptPicture | null> {
  const [row] = await db.query(sql<KeptPicture>`
    SELECT bytes, type, fetched_at AS "fetchedAt" FROM picture_cache
    WHERE account_id = ${accountId} AND key = ${key}`)
  return row ?? null
}

export const keepPicture = (
  db: Db,
  accountId: AccountId,
  { key, picture }: { key: Buffer; picture: KeptPicture },
): Promise<number> =>
  db.run(sql`
    INSERT INTO picture_cache (account_id, key, bytes, type, fetched_at)
    VALUES (${accountId}, ${key}, ${picture.bytes}, ${picture.type}, ${picture.fetchedAt})
    ON CONFLICT (account_id, key) DO UPDATE
    SET bytes = EXCLUDED.bytes, type = EXCLUDED.type, fetched_at = EXCLUDED.fetched_at`)

/** Forgets pictures fetched before a moment, some at a time. */
export const sweepPictures = (db: Db, before: Date): Promise<number> =>
  db.run(sql`
    DELETE FROM picture_cache WHERE (account_id, key) IN (
      SELECT account_id, key FROM picture_cache WHERE fetched_at < ${before} ORDER BY fetched_at LIMIT 5000)`)
