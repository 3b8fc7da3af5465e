import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'

/** The account that is tied to an entry. */
export async function accountOfEntry(db: Db, id: string): Promise<AccountId | null> {
  const [row] = await db.query(sql<{ accountId: AccountId }>`
    SELECT account_id AS "accountId" FROM users WHERE directory_id = ${id} AND login_by = 'directory'`)
  return row?.accountId ?? null
}

/**
 * Ties the person of an account to an entry, once and for good; administrators only where that was said. The own password
 * counts no more. @returns 1 when both were free
 */
export const tieEntry = (db: Db, accountId: AccountId, id: string): Promise<number> =>
  db.run(sql`
    UPDATE users SET directory_id = ${id}, login_by = 'directory', password_owed = false
    WHERE account_id = ${accountId} AND directory_id IS NULL
      AND (login_by = 'directory' OR login_by = 'either' AND NOT (is_admin AND coalesce(console_role, 'owner') IN ('owner', 'admin')))
      AND NOT EXISTS (SELECT FROM users o WHERE o.directory_id = ${id})`)

/** By which words an entry was found: who is signed in is asked for the password again, and typed nothing else. */
export const keepWords = (db: Db, accountId: AccountId, words: string): Promise<number> =>
  db.run(sql`
    UPDATE users SET directory_words = ${words}
    WHERE account_id = ${accountId} AND directory_words IS DISTINCT FROM ${words}`)

export async function wordsOf(db: Db, accountId: AccountId): Promise<string | null> {
  const [row] = await db.query(sql<{ words: string }>`
    SELECT coalesce(u.directory_words, a.address) AS words FROM users u JOIN accounts a ON a.id = u.account_id
    WHERE u.account_id = ${accountId} AND u.login_by = 'directory'`)
  return row?.words ?? null
}

/** By an administrator: who knows the password. An entry, and an identity at a sign-on provider, is let go in any case. */
export const setLoginBy = (
  db: Db,
  accountId: AccountId,
  by: 'own' | 'directory',
): Promise<number> =>
  db.run(sql`
    WITH let_go AS (
      DELETE FROM sso_identities s USING users u WHERE u.id = s.user_id AND u.account_id = ${accountId})
    UPDATE users SET login_by = ${by}, directory_id = NULL, directory_words = NULL,
      password_owed = password_owed AND ${by} = 'own'
    WHERE account_id = ${accountId}`)
