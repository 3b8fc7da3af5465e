import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { SessionId, UserId } from '../../platform/ids.ts'
import { isLocked } from './screen-locks.queries.ts'

export interface LoginRow {
  id: SessionId
  client: string
  ip: string
  createdAt: Date
  lastUsedAt: Date
  locked: boolean
}

export const loginsOf = (db: Db, userId: UserId): Promise<LoginRow[]> =>
  db.query(sql<LoginRow>`
    SELECT s.id, s.user_agent AS client, s.ip, s.created_at AS "createdAt", s.last_used_at AS "lastUsedAt", ${isLocked} AS locked
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.user_id = ${userId} AND s.login_id IS NULL AND s.revoked_at IS NULL AND s.expires_at > now()
    ORDER BY s.last_used_at DESC, s.id DESC LIMIT 200`)

/** Ends one login of a user, or with `others` all but that one, with their sessions in other mailboxes. */
export const revokeOwn = (
  db: Db,
  userId: UserId,
  { id, others }: { id: SessionId; others: boolean },
): Promise<{ id: SessionId; isLogin: boolean }[]> =>
  db.query(sql<{ id: SessionId; isLogin: boolean }>`
    UPDATE sessions SET revoked_at = now(), revoked_reason = 'ended by its owner'
    WHERE user_id = ${userId} AND revoked_at IS NULL AND expires_at > now() AND (coalesce(login_id, id) = ${id}) <> ${others}::boolean
    RETURNING id, login_id IS NULL AS "isLogin"`)

/** Which logins the sign-on provider ends: those of a session there, else all of a person. */
export interface SignedOut {
  userId: UserId
  sid: string | null
  /** Those that began later are none of it. */
  at: Date
}

/** With their sessions in other mailboxes. @returns those that were alive */
export async function revokeSignOns(
  db: Db,
  { userId, sid, at }: SignedOut,
): Promise<{ id: SessionId }[]> {
  return db.query(sql<{ id: SessionId }>`
    UPDATE sessions SET revoked_at = now(), revoked_reason = 'signed out at the provider'
    WHERE revoked_at IS NULL AND coalesce(login_id, id) IN (
      SELECT id FROM sessions WHERE user_id = ${userId} AND sso_sid IS NOT NULL AND revoked_at IS NULL
        AND created_at <= ${at} AND (${sid}::text IS NULL OR sso_sid = ${sid}))
    RETURNING id`)
}

/** Logins of the last day from devices that had never been seen. */
export async function newDevicesToday(db: Db, userId: UserId): Promise<number> {
  const [row] = await db.query(sql<{ count: number }>`
    SELECT count(*)::int AS count FROM sessions
    WHERE user_id = ${userId} AND new_device AND created_at > now() - interval '1 day'`)
  return row?.count ?? 0
}

/** True when the user has logged in before, as far back as logins are kept. */
export async function hasLoggedIn(db: Db, userId: UserId): Promise<boolean> {
  const [row] = await db.query(sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM sessions WHERE user_id = ${userId}) AS found`)
  return row?.found ?? false
}
