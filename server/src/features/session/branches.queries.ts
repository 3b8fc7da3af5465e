import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, SessionId } from '../../platform/ids.ts'

/** Locks a login, so that of two switches at once the later finds what the earlier made. */
export const lockLogin = (db: Db, loginId: SessionId): Promise<unknown[]> =>
  db.query(sql`SELECT 1 FROM sessions WHERE id = ${loginId} FOR UPDATE`)

/** A session of a login in another mailbox: from the same browser, of the same person, and over with it. */
export async function insertBranch(
  db: Db,
  loginId: SessionId,
  branch: { accountId: AccountId; accessHash: Buffer; accessSeconds: number },
): Promise<SessionId> {
  const [row] = await db.query(sql<{ id: SessionId }>`
    INSERT INTO sessions (user_id, account_id, login_id, access_hash, access_expires_at, expires_at, user_agent, ip, by_sso)
    SELECT s.user_id, ${branch.accountId}, s.id, ${branch.accessHash}, now() + make_interval(secs => ${branch.accessSeconds}),
      s.expires_at, s.user_agent, s.ip, s.by_sso FROM sessions s WHERE s.id = ${loginId} RETURNING id`)
  if (!row) throw new Error('the session was not made')
  return row.id
}

/** Ends the sessions of a login in other mailboxes. @returns those that were alive */
export async function revokeBranches(db: Db, loginId: SessionId): Promise<SessionId[]> {
  const rows = await db.query(sql<{ id: SessionId }>`
    UPDATE sessions SET revoked_at = now(), revoked_reason = 'switched' WHERE login_id = ${loginId} AND revoked_at IS NULL
    RETURNING id`)
  return rows.map((row) => row.id)
}

/**
 * The login behind a session in another mailbox that nobody has ended, whatever became of the membership. The session is
 * locked, so that of many ways back at once one is the first.
 */
export async function loginBehind(db: Db, branchId: SessionId): Promise<SessionId | null> {
  const [row] = await db.query(sql<{ id: SessionId }>`
    SELECT login_id AS id FROM sessions WHERE id = ${branchId} AND login_id IS NOT NULL AND revoked_at IS NULL
      AND expires_at > now() FOR UPDATE`)
  return row?.id ?? null
}

/** True while a login is in another mailbox, where it has no tokens of its own. */
export async function isAway(db: Db, loginId: SessionId): Promise<boolean> {
  const rows = await db.query(
    sql`SELECT FROM sessions WHERE login_id = ${loginId} AND revoked_at IS NULL AND expires_at > now()`,
  )
  return rows.length > 0
}

/** The refresh tokens of a login open nothing any more, and using one is no theft: another tab may not have heard yet. */
export const forgetRefreshTokens = (db: Db, id: SessionId): Promise<number> =>
  db.run(sql`DELETE FROM refresh_tokens WHERE session_id = ${id}`)
