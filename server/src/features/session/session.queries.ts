import type { MemberLevel } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId, SessionId, UserId } from '../../platform/ids.ts'
import { isLocked } from './screen-locks.queries.ts'

export interface Credential {
  userId: UserId
  accountId: AccountId
  passwordHash: string
  disabled: boolean
  /** The password was given by somebody else: it must be changed first. */
  owing: boolean
  /** When that password was set. */
  asOf: Date
  /** Who knows the password: `either` is both of them until a first login at the directory (`features/ldap`). */
  loginBy: 'own' | 'directory' | 'either'
}

/** Nobody logs in to a public mailbox: its members switch to it. */
const isPersonal = sql`a.kind = 'personal'`

/**
 * True where somebody may still enter with what was proved before: not shut out and the password not changed since. Waits
 * for a change that is under way, and one that comes later waits for the login, which it then ends.
 */
export async function stillEnters(db: Db, userId: UserId, asOf: Date): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT 1 FROM users u JOIN accounts a ON a.id = u.account_id AND ${isPersonal}
    WHERE u.id = ${userId} AND u.password_changed_at = ${asOf} AND u.disabled_at IS NULL FOR SHARE OF u`)
  return rows.length > 0
}

/** True where the time of a mailbox is over: nobody signs in, mail still comes in. */
export async function isOver(db: Db, accountId: AccountId): Promise<boolean> {
  const rows = await db.query(
    sql`SELECT 1 FROM accounts WHERE id = ${accountId} AND valid_until <= now()`,
  )
  return rows.length > 0
}

export async function credentialOf(db: Db, accountId: AccountId): Promise<Credential | null> {
  const [row] = await db.query(sql<Credential>`
    SELECT u.id AS "userId", u.account_id AS "accountId", u.password_hash AS "passwordHash",
      u.disabled_at IS NOT NULL OR NOT ${isPersonal} AS disabled, u.password_owed AS owing,
      u.password_changed_at AS "asOf",
      CASE WHEN u.login_by = 'either' AND u.is_admin AND coalesce(u.console_role, 'owner') IN ('owner', 'admin')
        THEN 'own' ELSE u.login_by END AS "loginBy"
    FROM users u JOIN accounts a ON a.id = u.account_id WHERE u.account_id = ${accountId}`)
  return row ?? null
}

export interface NewSession {
  userId: UserId
  accountId: AccountId
  accessHash: Buffer
  accessSeconds: number
  lifeSeconds: number
  userAgent: string
  ip: string
  bySso: boolean
  /** The session at the sign-on provider, '' where it names none; null for who did not come from there. */
  ssoSid: string | null
  isNewDevice: boolean
}

/** Token life is measured by the database's clock (P17). */
export async function insertSession(db: Db, session: NewSession): Promise<SessionId> {
  const [row] = await db.query(sql<{ id: SessionId }>`
    INSERT INTO sessions (user_id, account_id, access_hash, access_expires_at, expires_at, user_agent, ip, by_sso, sso_sid, new_device)
    VALUES (${session.userId}, ${session.accountId}, ${session.accessHash},
      now() + make_interval(secs => ${session.accessSeconds}), now() + make_interval(secs => ${session.lifeSeconds}),
      ${session.userAgent}, ${session.ip}, ${session.bySso}, ${session.ssoSid},
      ${session.isNewDevice})
    RETURNING id`)
  if (!row) throw new Error('the session was not made')
  return row.id
}

/** True for a login that came from the sign-on provider just now. */
export async function isFreshSignOn(db: Db, id: SessionId, seconds: number): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT 1 FROM sessions WHERE id = ${id} AND by_sso AND created_at > now() - make_interval(secs => ${seconds})`)
  return rows.length > 0
}

export const insertRefreshToken = (db: Db, hash: Buffer, sessionId: SessionId): Promise<number> =>
  db.run(sql`INSERT INTO refresh_tokens (hash, session_id) VALUES (${hash}, ${sessionId})`)

/** Which password folders a login may see: none are locked at all, or those it has opened. */
export interface FolderKeys {
  hasLocks: boolean
  unlocked: FolderId[]
}

/** Who is at work: as a rule the one whose mailbox it is. */
export interface PersonRow {
  /** The login itself, of which a session in another mailbox is a branch. */
  loginId: SessionId
  userId: UserId
  accountId: AccountId
  address: string
  name: string
}

export interface CallerRow extends FolderKeys {
  sessionId: SessionId
  userId: UserId
  accountId: AccountId
  address: string
  person: PersonRow
  /** What the person may do in a mailbox that is not the own one; null in the own one. */
  level: MemberLevel | null
  /** Nothing but the change of the password is open to it. */
  owing: boolean
  /** The address that its login came from. */
  beganAt: string
  /** Its screen is locked. */
  locked: boolean
  /** Seconds since its last deed that was written down. */
  unused: number
}

/** Most accounts have no folder with a password: they pay one look at an empty index. */
const hasLocks = sql`EXISTS (
  SELECT FROM folders f WHERE f.account_id = c.account_id AND f.password_hash IS NOT NULL) AS "hasLocks"`

/**
 * A session `c` that nobody has ended, its login `s` (itself, unless it is in another's mailbox), the person `u` with the
 * mailbox `h`, and the mailbox `a` it works in with its user `b`. Of a person and mailboxes that are neither shut nor over; in another's
 * mailbox only for as long as the membership `m` lasts.
 */
const living = sql`sessions c
  JOIN sessions s ON s.id = coalesce(c.login_id, c.id) AND s.revoked_at IS NULL AND s.expires_at > now()
    AND c.revoked_at IS NULL AND c.expires_at > now()
  JOIN users u ON u.id = s.user_id AND u.disabled_at IS NULL
  JOIN accounts h ON h.id = u.account_id AND h.disabled_at IS NULL
    AND (h.valid_until IS NULL OR h.valid_until > now())
  JOIN accounts a ON a.id = c.account_id AND a.disabled_at IS NULL
    AND (a.valid_until IS NULL OR a.valid_until > now())
  LEFT JOIN memberships m ON c.login_id IS NOT NULL AND m.account_id = c.account_id AND m.user_id = u.id
    AND (m.until IS NULL OR m.until > now())
  JOIN users b ON b.account_id = c.account_id AND b.disabled_at IS NULL AND (c.login_id IS NULL OR m.level IS NOT NULL)`

/** Those of some logins that have not ended, and whether the screen of each is locked. */
export async function livingSessions(
  db: Db,
  ids: readonly SessionId[],
): Promise<ReadonlyMap<SessionId, { locked: boolean }>> {
  const rows = await db.query(sql<{ id: SessionId; locked: boolean }>`
    SELECT c.id, ${isLocked} AS locked FROM ${living} WHERE c.id = ANY(${ids}::bigint[])`)
  return new Map(rows.map(({ id, locked }) => [id, { locked }]))
}

/** The keys of a live login, and whether its screen is locked; null when it has ended. */
export async function folderKeysOf(
  db: Db,
  id: SessionId,
): Promise<(FolderKeys & { locked: boolean }) | null> {
  const [row] = await db.query(sql<FolderKeys & { locked: boolean }>`
    SELECT c.unlocked_folders AS unlocked, ${hasLocks}, ${isLocked} AS locked FROM ${living} WHERE c.id = ${id}`)
  return row ?? null
}

/** Remembers that a login gave a folder's password. */
export const addFolderKey = (db: Db, id: SessionId, folderId: FolderId): Promise<number> =>
  db.run(sql`
    UPDATE sessions SET unlocked_folders = array_append(array_remove(unlocked_folders, ${folderId}::bigint), ${folderId}::bigint)
    WHERE id = ${id} AND revoked_at IS NULL`)

/** Takes a folder's key from one login, or with `folderId` null all its keys. */
export const dropFolderKeys = (db: Db, id: SessionId, folderId: FolderId | null): Promise<number> =>
  db.run(sql`
    UPDATE sessions SET unlocked_folders =
      CASE WHEN ${folderId}::bigint IS NULL THEN '{}' ELSE array_remove(unlocked_folders, ${folderId}::bigint) END
    WHERE id = ${id}`)

/** Takes a folder's key from every login of an account: its password changed. */
export const dropFolderKeyEverywhere = (
  db: Db,
  accountId: AccountId,
  folderId: FolderId,
): Promise<number> =>
  db.run(sql`
    UPDATE sessions SET unlocked_folders = array_remove(unlocked_folders, ${folderId}::bigint)
    WHERE account_id = ${accountId} AND revoked_at IS NULL AND ${folderId} = ANY(unlocked_folders)`)

const caller = sql`c.id AS "sessionId", b.id AS "userId", c.account_id AS "accountId", a.address, m.level,
  json_build_object('loginId', s.id, 'userId', u.id, 'accountId', h.id, 'address', h.address, 'name', u.name) AS person,
  c.unlocked_folders AS unlocked, ${hasLocks}, ${isLocked} AS locked,
  extract(epoch FROM now() - s.last_used_at)::int AS unused, u.password_owed AND NOT s.by_sso AS owing, s.ip AS "beganAt"`

/**
 * The callers behind live access tokens, by their hashes in hex. One of a locked screen opens that screen and nothing else: it
 * need not be fresh.
 */
export async function callersByAccess(
  db: Db,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, CallerRow>> {
  const rows = await db.query(
    sql<CallerRow & { hash: string }>`
    SELECT encode(c.access_hash, 'hex') AS hash, ${caller} FROM ${living}
    WHERE c.access_hash = ANY(${hashes.map((hash) => Buffer.from(hash, 'hex'))}::bytea[])
      AND (c.access_expires_at > now() OR ${isLocked})`.byKey(),
  )
  return new Map(rows.map(({ hash, ...row }) => [hash, row]))
}

/** The login that a signed link was made for, if it has not ended. */
export async function callerBySession(db: Db, id: SessionId): Promise<CallerRow | null> {
  const [row] = await db.query(sql<CallerRow>`SELECT ${caller} FROM ${living} WHERE c.id = ${id}`)
  return row ?? null
}

export interface RefreshRow {
  sessionId: SessionId
  used: boolean
}

const refreshToken = sql`s.id AS "sessionId", r.used_at IS NOT NULL AS used
  FROM refresh_tokens r JOIN sessions s ON s.id = r.session_id`

/** A refresh token, locked: of two parallel uses exactly one sees it unused (P15). */
export async function lockRefreshToken(db: Db, hash: Buffer): Promise<RefreshRow | null> {
  const [row] = await db.query(
    sql<RefreshRow>`SELECT ${refreshToken} WHERE r.hash = ${hash} FOR UPDATE OF r, s`,
  )
  return row ?? null
}

export async function refreshRow(db: Db, hash: Buffer): Promise<RefreshRow | null> {
  const [row] = await db.query(sql<RefreshRow>`SELECT ${refreshToken} WHERE r.hash = ${hash}`)
  return row ?? null
}

export const useRefreshToken = (db: Db, hash: Buffer): Promise<number> =>
  db.run(sql`UPDATE refresh_tokens SET used_at = now() WHERE hash = ${hash}`)

export const replaceAccess = (
  db: Db,
  id: SessionId,
  access: { hash: Buffer; seconds: number },
): Promise<number> =>
  db.run(sql`
    UPDATE sessions SET access_hash = ${access.hash},
      access_expires_at = now() + make_interval(secs => ${access.seconds}) WHERE id = ${id}`)

/** Ends a login and its sessions in other mailboxes. @returns those that were alive */
export async function revokeSession(db: Db, id: SessionId, reason: string): Promise<SessionId[]> {
  const rows = await db.query(sql<{ id: SessionId }>`
    UPDATE sessions SET revoked_at = now(), revoked_reason = ${reason}
    WHERE (id = ${id} OR login_id = ${id}) AND revoked_at IS NULL RETURNING id`)
  return rows.map((row) => row.id)
}

export async function revokeSessionsOf(
  db: Db,
  accountId: AccountId,
  { except, reason }: { except: SessionId | null; reason: string },
): Promise<SessionId[]> {
  const rows = await db.query(sql<{ id: SessionId }>`
    UPDATE sessions s SET revoked_at = now(), revoked_reason = ${reason}
    FROM users u WHERE u.id = s.user_id AND u.account_id = ${accountId} AND s.revoked_at IS NULL
      AND s.id IS DISTINCT FROM ${except}::bigint RETURNING s.id`)
  return rows.map((row) => row.id)
}

/** Ended logins are kept a month for the log, then forgotten. */
export const sweepSessions = (db: Db): Promise<number> =>
  db.run(
    sql`DELETE FROM sessions WHERE coalesce(revoked_at, expires_at) < now() - interval '30 days'`,
  )

/** Counts a failure of each key. @returns failures of each in the last 15 minutes, this one included */
export async function countFailures(
  db: Db,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query(sql<{ key: string; failures: number }>`
    INSERT INTO login_failures AS f (key, failures, since) SELECT key, 1, now() FROM unnest(${keys}::text[]) key ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      failures = CASE WHEN f.since > now() - interval '15 minutes' THEN f.failures + 1 ELSE 1 END,
      since = CASE WHEN f.since > now() - interval '15 minutes' THEN f.since ELSE now() END
    RETURNING key, failures`)
  return new Map(rows.map(({ key, failures }) => [key, failures]))
}

/** Failures of a key in the last 15 minutes. */
export async function failuresOf(db: Db, key: string): Promise<number> {
  const [row] = await db.query(sql<{ failures: number }>`
    SELECT failures FROM login_failures WHERE key = ${key} AND since > now() - interval '15 minutes'`)
  return row?.failures ?? 0
}

/** Takes one failure of each key back: it was none. */
export const uncountFailures = (db: Db, keys: readonly string[]): Promise<number> =>
  db.run(sql`
    UPDATE login_failures SET failures = failures - 1
    WHERE key IN (SELECT key FROM login_failures WHERE key = ANY(${keys}::text[]) AND failures > 0 ORDER BY key FOR UPDATE)`)

export const touchFailures = (db: Db, key: string): Promise<number> =>
  db.run(sql`UPDATE login_failures SET since = since WHERE key = ${key}`)

/** Counts of times long past are of no use. */
export const sweepFailures = (db: Db): Promise<number> =>
  db.run(sql`DELETE FROM login_failures WHERE since < now() - interval '1 day'`)

export const forgetFailures = (db: Db, key: string): Promise<number> =>
  db.run(sql`DELETE FROM login_failures WHERE key = ${key}`)
