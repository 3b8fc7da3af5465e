import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'

export interface Factors {
  userId: UserId
  accountId: AccountId
  /** The password must be changed first. */
  owing: boolean
  /** When the password was set that a login stands on. */
  asOf: Date
  address: string
  phone: string | null
  byPhone: boolean
  byPasskey: boolean
  passkeys: number
  /** Sealed; begun, and proved by a first code when `totpOn`. */
  totpSecret: Buffer | null
  totpOn: boolean
  recoveryLeft: number
  trustedBrowsers: number
  /** The organisation's directory knows the password. */
  elsewhere: boolean
}

const factors = sql`u.id AS "userId", u.account_id AS "accountId", u.password_owed AS owing, u.password_changed_at AS "asOf", a.address,
  u.bound_phone AS phone, u.second_by_phone AS "byPhone",
  u.second_by_passkey AS "byPasskey", (SELECT count(*)::int FROM passkeys p WHERE p.user_id = u.id) AS passkeys, u.totp_secret AS "totpSecret",
  u.totp_since IS NOT NULL AS "totpOn", u.login_by = 'directory' AS elsewhere,
  (SELECT count(*)::int FROM recovery_codes r WHERE r.user_id = u.id) AS "recoveryLeft",
  (SELECT count(*)::int FROM trusted_browsers t WHERE t.user_id = u.id AND t.until > now()) AS "trustedBrowsers"`
const people = sql`users u JOIN accounts a ON a.id = u.account_id AND a.disabled_at IS NULL AND u.disabled_at IS NULL`

export async function factorsOf(db: Db, userId: UserId): Promise<Factors | null> {
  const [row] = await db.query(
    sql<Factors>`SELECT ${factors} FROM ${people} WHERE u.id = ${userId}`,
  )
  return row ?? null
}

export async function factorsByPhone(db: Db, phone: string): Promise<Factors | null> {
  const [row] = await db.query(
    sql<Factors>`SELECT ${factors} FROM ${people} WHERE u.bound_phone = ${phone}`,
  )
  return row ?? null
}

/** Replaces one that was begun and never proved. @returns 0 where one is in use */
export const beginTotp = (db: Db, userId: UserId, sealed: Buffer): Promise<number> =>
  db.run(sql`
    UPDATE users SET totp_secret = ${sealed}, totp_step = 0 WHERE id = ${userId} AND totp_since IS NULL`)

/** Uses a time step: the same code a second time is refused (RFC 6238 §5.2). @returns 1 for whoever comes first */
export const useTotpStep = (db: Db, userId: UserId, step: number): Promise<number> =>
  db.run(sql`UPDATE users SET totp_step = ${step} WHERE id = ${userId} AND totp_step < ${step}`)

/** @param sealed the secret of which a code was given: another one may have been begun meanwhile */
export const confirmTotp = (db: Db, userId: UserId, sealed: Buffer | null): Promise<number> =>
  db.run(
    sql`UPDATE users SET totp_since = now() WHERE id = ${userId} AND totp_secret = ${sealed} AND totp_since IS NULL`,
  )

export async function removeTotp(db: Db, userId: UserId): Promise<void> {
  await db.run(
    sql`UPDATE users SET totp_secret = NULL, totp_since = NULL, totp_step = 0 WHERE id = ${userId}`,
  )
  await db.run(sql`DELETE FROM recovery_codes WHERE user_id = ${userId}`)
}

export async function replaceRecoveryCodes(
  db: Db,
  userId: UserId,
  hashes: readonly Buffer[],
): Promise<void> {
  await db.run(sql`DELETE FROM recovery_codes WHERE user_id = ${userId}`)
  for (const hash of hashes)
    await db.run(sql`INSERT INTO recovery_codes (user_id, code_hash) VALUES (${userId}, ${hash})`)
}

/** @returns 1 for whoever comes first */
export const spendRecoveryCode = (db: Db, userId: UserId, hash: Buffer): Promise<number> =>
  db.run(sql`DELETE FROM recovery_codes WHERE user_id = ${userId} AND code_hash = ${hash}`)

export const setByPhone = (db: Db, userId: UserId, on: boolean): Promise<number> =>
  db.run(sql`
    UPDATE users SET second_by_phone = ${on} WHERE id = ${userId} AND (NOT ${on} OR bound_phone IS NOT NULL)`)

/** @returns 0 where it is to be on and there is none */
export const setByPasskey = (db: Db, userId: UserId, on: boolean): Promise<number> =>
  db.run(sql`
    UPDATE users SET second_by_passkey = ${on}
    WHERE id = ${userId} AND (NOT ${on} OR EXISTS (SELECT FROM passkeys WHERE user_id = ${userId}))`)

/**
 * A phone stays with the account that has it: whoever holds it for a moment takes nobody's second step away.
 * @param phone null: none any more
 * @returns 0 where another account has it
 */
export const bindPhone = (db: Db, userId: UserId, phone: string | null): Promise<number> =>
  db.run(sql`
    UPDATE users SET bound_phone = ${phone}, second_by_phone = second_by_phone AND ${phone}::text IS NOT NULL
    WHERE id = ${userId} AND NOT EXISTS (SELECT FROM users o WHERE o.bound_phone = ${phone} AND o.id <> ${userId})`)

/** @returns 0 where the password was changed since the first step: what was begun with the old one is forgotten already */
export const insertHalfLogin = (
  db: Db,
  half: {
    hash: Buffer
    userId: UserId
    asOf: Date
    marks: string
    network: string
    byPhone: boolean
    bySso: boolean
    seconds: number
  },
): Promise<number> =>
  db.run(sql`
    INSERT INTO half_logins (ticket_hash, user_id, marks, network, by_phone, by_sso, expires_at)
    SELECT ${half.hash}, id, ${half.marks}, ${half.network}, ${half.byPhone}, ${half.bySso},
      now() + make_interval(secs => ${half.seconds})
    FROM users WHERE id = ${half.userId} AND password_changed_at = ${half.asOf} FOR SHARE`)

/** What a ticket stands for. */
export interface HalfLogin {
  userId: UserId
  /** What the browser of the first step was known by. */
  marks: string
  /** Where that was. */
  network: string
  cameByPhone: boolean
  /** Another system said who it is. */
  bySso: boolean
}

/** Null also where the password was changed since, whoever did that. */
export async function halfLogin(db: Db, hash: Buffer, seconds: number): Promise<HalfLogin | null> {
  const [row] = await db.query(sql<HalfLogin>`
    SELECT h.user_id AS "userId", h.marks, h.network, h.by_phone AS "cameByPhone", h.by_sso AS "bySso"
    FROM half_logins h JOIN users u ON u.id = h.user_id
    WHERE h.ticket_hash = ${hash} AND h.expires_at > now()
      AND u.password_changed_at <= h.expires_at - make_interval(secs => ${seconds})`)
  return row ?? null
}

/** @returns 1 for whoever comes first */
export const spendHalfLogin = (db: Db, hash: Buffer): Promise<number> =>
  db.run(sql`DELETE FROM half_logins WHERE ticket_hash = ${hash} AND expires_at > now()`)

/** False also where the password was changed since, whoever did that. @param trust days: for how long it was trusted */
export async function isTrusted(
  db: Db,
  trust: { browserId: string; userId: UserId; days: number },
): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT 1 FROM trusted_browsers t JOIN users u ON u.id = t.user_id
    WHERE t.browser_id = ${trust.browserId} AND t.user_id = ${trust.userId} AND t.until > now()
      AND u.password_changed_at <= t.until - make_interval(days => ${trust.days})`)
  return rows.length > 0
}

export const trustBrowser = (
  db: Db,
  trust: { browserId: string; userId: UserId; days: number },
): Promise<number> =>
  db.run(sql`
    INSERT INTO trusted_browsers (browser_id, user_id, until)
    VALUES (${trust.browserId}, ${trust.userId}, now() + make_interval(days => ${trust.days}))
    ON CONFLICT (browser_id) DO UPDATE SET until = excluded.until, user_id = excluded.user_id`)

/** What was begun and what was trusted falls with the password (AUTH-24). */
export async function forgetBrowsers(db: Db, userId: UserId): Promise<void> {
  await db.run(sql`DELETE FROM trusted_browsers WHERE user_id = ${userId}`)
  await db.run(sql`DELETE FROM half_logins WHERE user_id = ${userId}`)
}

export async function sweepHalfLogins(db: Db): Promise<void> {
  await db.run(sql`DELETE FROM half_logins WHERE expires_at < now()`)
  await db.run(sql`DELETE FROM trusted_browsers WHERE until < now()`)
}
