import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'

interface Recovery {
  userId: UserId
  accountId: AccountId
  owing: boolean
  asOf: Date
  address: string
  to: string | null
  /** The organisation's directory knows the password. */
  elsewhere: boolean
}

/** A living person's recovery address. */
export async function recoveryOf(db: Db, accountId: AccountId): Promise<Recovery | null> {
  const [row] = await db.query(sql<Recovery>`
    SELECT u.id AS "userId", u.account_id AS "accountId", u.password_owed AS owing, u.password_changed_at AS "asOf",
      a.address, u.recovery_address AS "to", u.login_by = 'directory' AS elsewhere
    FROM users u JOIN accounts a ON a.id = u.account_id AND a.disabled_at IS NULL
    WHERE u.account_id = ${accountId} AND u.disabled_at IS NULL`)
  return row ?? null
}

export const setRecoveryAddress = (
  db: Db,
  userId: UserId,
  address: string | null,
): Promise<number> =>
  db.run(sql`UPDATE users SET recovery_address = ${address} WHERE id = ${userId}`)
