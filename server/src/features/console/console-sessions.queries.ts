import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { OrganisationId, SessionId, UserId } from '../../platform/ids.ts'
import type { ConsoleRole } from './roles.ts'

/** A ticket opens within this (seconds). */
const ticketSeconds = 60
/** Unused so long, or as old as that, the console is closed (seconds). */
const idleSeconds = 30 * 60
const lifeSeconds = 8 * 3600
/** The password holds so long for what is dangerous (seconds). */
const confirmedSeconds = 5 * 60

/** Whoever may administer: the role that was given, and of those from before that of an owner. */
export const roleOf = sql`CASE WHEN u.is_admin THEN coalesce(u.console_role, 'owner') END`

export interface AdminRow {
  userId: UserId
  organisationId: OrganisationId
  organisation: string
  name: string
  address: string
  role: ConsoleRole
  /** The subtree of a department administrator. */
  departmentId: number | null
}

/** Null for who has no role. */
export async function adminOf(db: Db, userId: UserId): Promise<AdminRow | null> {
  const [row] = await db.query(sql<AdminRow>`
    SELECT u.id AS "userId", u.organisation_id AS "organisationId", o.name AS organisation, u.name, a.address,
      ${roleOf} AS role, u.console_department AS "departmentId"
    FROM users u JOIN accounts a ON a.id = u.account_id JOIN organisations o ON o.id = u.organisation_id
    WHERE u.id = ${userId} AND u.is_admin AND u.disabled_at IS NULL`)
  return row ?? null
}

export const insertTicket = (db: Db, hash: Buffer, sessionId: SessionId): Promise<number> =>
  db.run(sql`
    INSERT INTO console_tickets (hash, session_id, expires_at)
    VALUES (${hash}, ${sessionId}, now() + make_interval(secs => ${ticketSeconds}))`)

/** @returns the login of a ticket that nobody spent before */
export async function spendTicket(db: Db, hash: Buffer): Promise<SessionId | null> {
  const [row] = await db.query(sql<{ sessionId: SessionId; fresh: boolean }>`
    DELETE FROM console_tickets WHERE hash = ${hash}
    RETURNING session_id AS "sessionId", expires_at > now() AS fresh`)
  return row?.fresh ? row.sessionId : null
}

export const insertConsoleSession = (db: Db, hash: Buffer, sessionId: SessionId): Promise<number> =>
  db.run(sql`INSERT INTO console_sessions (hash, session_id) VALUES (${hash}, ${sessionId})`)

export interface ConsoleSessionRow {
  sessionId: SessionId
  /** The password was given a short while ago. */
  confirmed: boolean
  /** Its last use was not written down for a minute. */
  stale: boolean
}

const alive = sql`used_at > now() - make_interval(secs => ${idleSeconds})
  AND created_at > now() - make_interval(secs => ${lifeSeconds})`

export async function consoleSession(db: Db, hash: Buffer): Promise<ConsoleSessionRow | null> {
  const [row] = await db.query(sql<ConsoleSessionRow>`
    SELECT session_id AS "sessionId", used_at < now() - interval '1 minute' AS stale,
      coalesce(confirmed_at > now() - make_interval(secs => ${confirmedSeconds}), false) AS confirmed
    FROM console_sessions WHERE hash = ${hash} AND ${alive}`)
  return row ?? null
}

export const noteConsoleUse = (db: Db, hash: Buffer): Promise<number> =>
  db.run(sql`UPDATE console_sessions SET used_at = now() WHERE hash = ${hash}`)

export const confirmConsole = (db: Db, hash: Buffer): Promise<number> =>
  db.run(sql`UPDATE console_sessions SET confirmed_at = now() WHERE hash = ${hash}`)

export const endConsole = (db: Db, hash: Buffer): Promise<number> =>
  db.run(sql`DELETE FROM console_sessions WHERE hash = ${hash}`)

export async function sweepConsole(db: Db): Promise<void> {
  await db.run(sql`DELETE FROM console_tickets WHERE expires_at < now()`)
  await db.run(sql`DELETE FROM console_sessions WHERE NOT (${alive})`)
}
