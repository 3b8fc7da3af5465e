import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { UserId } from '../../platform/ids.ts'

/** A user's lock screen; without `hash` there is no password. */
export interface LockRow {
  hash: string | null
  on: boolean
  minutes: number
}

export async function lockOf(db: Db, userId: UserId): Promise<LockRow> {
  const [row] = await db.query(sql<LockRow>`
    SELECT lock_hash AS hash, lock_on AS "on", lock_minutes AS minutes FROM users WHERE id = ${userId}`)
  return row ?? { hash: null, on: false, minutes: 0 }
}

/** The first password: of two at once one wins. */
export const setFirstHash = (db: Db, userId: UserId, hash: string): Promise<number> =>
  db.run(sql`UPDATE users SET lock_hash = ${hash} WHERE id = ${userId} AND lock_hash IS NULL`)

export const setHash = (db: Db, userId: UserId, hash: string | null): Promise<number> =>
  db.run(sql`UPDATE users SET lock_hash = ${hash} WHERE id = ${userId}`)

export const setUse = (
  db: Db,
  userId: UserId,
  { on = null, minutes = null }: { on?: boolean | null; minutes?: number | null },
): Promise<number> =>
  db.run(sql`
    UPDATE users SET lock_on = coalesce(${on}::boolean, lock_on), lock_minutes = coalesce(${minutes}::smallint, lock_minutes)
    WHERE id = ${userId}`)
