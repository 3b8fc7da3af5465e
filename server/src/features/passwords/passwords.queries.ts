import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'

export interface PasswordRow {
  userId: UserId
  accountId: AccountId
  hash: string
  changedAt: Date
  owed: boolean
  /** Older than the organisation likes, and the reminder is not put off. */
  remind: boolean
  /** The organisation's directory knows the password, and not we. */
  elsewhere: boolean
}

/** @param days after which a password is old; 0: never */
export async function passwordOf(
  db: Db,
  accountId: AccountId,
  days: number,
): Promise<PasswordRow | null> {
  const [row] = await db.query(sql<PasswordRow>`
    SELECT id AS "userId", account_id AS "accountId", password_hash AS hash, password_changed_at AS "changedAt",
      password_owed AS owed, login_by = 'directory' AS elsewhere,
      login_by <> 'directory' AND ${days} > 0 AND password_changed_at < now() - make_interval(days => ${days})
        AND coalesce(password_remind_after < now(), true) AS remind
    FROM users WHERE account_id = ${accountId}`)
  return row ?? null
}

/** The hashes of the passwords before the present one, the last first. */
export async function oldPasswords(db: Db, userId: UserId, count: number): Promise<string[]> {
  const rows = await db.query(sql<{ hash: string }>`
    SELECT password_hash AS hash FROM old_passwords WHERE user_id = ${userId}
    ORDER BY replaced_at DESC LIMIT ${count}`)
  return rows.map(({ hash }) => hash)
}

/** Of two changes at the same time one finds the password that it knew. @returns how many: 1, or 0 when it was too late */
export const replacePassword = (
  db: Db,
  userId: UserId,
  { from, to }: { from: string; to: string },
): Promise<number> =>
  db.run(sql`
    UPDATE users SET password_hash = ${to}, password_changed_at = now(), password_owed = false,
      password_remind_after = NULL
    WHERE id = ${userId} AND password_hash = ${from}`)

/** Keeps a replaced password, and of those before it so many. */
export async function keepOldPassword(
  db: Db,
  userId: UserId,
  { hash, count }: { hash: string; count: number },
): Promise<void> {
  await db.run(sql`INSERT INTO old_passwords (user_id, password_hash) VALUES (${userId}, ${hash})`)
  await db.run(sql`
    DELETE FROM old_passwords WHERE user_id = ${userId} AND replaced_at NOT IN (
      SELECT replaced_at FROM old_passwords WHERE user_id = ${userId} ORDER BY replaced_at DESC LIMIT ${count})`)
}

/** @param days 0: no longer put off */
export const putReminderOff = (db: Db, accountId: AccountId, days: number): Promise<number> =>
  db.run(sql`
    UPDATE users SET password_remind_after = CASE WHEN ${days} > 0 THEN now() + make_interval(days => ${days}) END
    WHERE account_id = ${accountId}`)
