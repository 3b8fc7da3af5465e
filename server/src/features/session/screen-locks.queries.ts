import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { SessionId, UserId } from '../../platform/ids.ts'

/** The browser asks once a minute and gives a notice of some seconds: only one that does neither is locked without it. */
const graceSeconds = 90

/** Of a session `s` of a user `u`: nobody has done anything for as long as the user allows. By the database's clock (P17). */
const idleFor = (grace: number) => sql`(u.lock_on AND u.lock_hash IS NOT NULL AND u.lock_minutes > 0
  AND s.last_used_at <= now() - make_interval(mins => u.lock_minutes::int, secs => ${grace}))`

/** Of a session `s` of a user `u`: its screen is locked, by hand, by its browser, or because nobody used it. */
export const isLocked = sql`(s.locked_at IS NOT NULL OR ${idleFor(graceSeconds)})`

/** The screen's time has come; its browser gives notice first. */
export async function isTimeToLock(db: Db, id: SessionId): Promise<boolean> {
  const [row] = await db.query(sql<{ due: boolean }>`
    SELECT s.locked_at IS NOT NULL OR ${idleFor(0)} AS due FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${id}`)
  return row?.due ?? false
}

/** Moves the time of the last deed forward; never for a locked screen. @param idle seconds since that deed */
export const moveLastUse = (db: Db, id: SessionId, idle: number): Promise<number> =>
  db.run(sql`
    UPDATE sessions s SET last_used_at = now() - make_interval(secs => ${idle}) FROM users u
    WHERE u.id = s.user_id AND s.id = ${id} AND s.last_used_at < now() - make_interval(secs => ${idle}) AND NOT ${isLocked}`)

/** A login and what it has opened in other mailboxes: the screen is that of the login. */
const withBranches = (id: SessionId) => sql`(id = ${id} OR login_id = ${id}) AND revoked_at IS NULL`

/** A locked screen has no open folders (G78). @returns the sessions behind it */
export async function lockScreen(db: Db, id: SessionId): Promise<SessionId[]> {
  const rows = await db.query(sql<{ id: SessionId }>`
    UPDATE sessions SET locked_at = coalesce(locked_at, now()), unlocked_folders = '{}' WHERE ${withBranches(id)} RETURNING id`)
  return rows.map((row) => row.id)
}

/** Also takes the keys of folders that a lock by time has left. */
export const unlockScreen = (db: Db, id: SessionId): Promise<number> =>
  db.run(sql`
    UPDATE sessions SET locked_at = NULL, last_used_at = now(), unlocked_folders = '{}' WHERE ${withBranches(id)}`)

/** Before the minutes change: whose time has come stays locked. */
export const lockIdleScreens = (db: Db, userId: UserId): Promise<number> =>
  db.run(sql`
    UPDATE sessions s SET locked_at = now(), unlocked_folders = '{}' FROM users u
    WHERE u.id = s.user_id AND u.id = ${userId} AND s.login_id IS NULL AND s.revoked_at IS NULL AND s.locked_at IS NULL
      AND ${isLocked}`)

/** Logins that nobody could unlock any more. */
export async function revokeLocked(db: Db, userId: UserId, reason: string): Promise<SessionId[]> {
  const rows = await db.query(sql<{ id: SessionId }>`
    UPDATE sessions SET revoked_at = now(), revoked_reason = ${reason}
    WHERE user_id = ${userId} AND login_id IS NULL AND locked_at IS NOT NULL AND revoked_at IS NULL RETURNING id`)
  return rows.map(({ id }) => id)
}
