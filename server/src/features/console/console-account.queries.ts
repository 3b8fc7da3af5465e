import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { UserId } from '../../platform/ids.ts'
import type { PersonFlags } from './person-flags.ts'

export interface DoorsRow {
  totp: boolean
  passkeys: boolean
  phone: boolean
  passwordOwed: boolean
  settings: Record<string, unknown>
}

/** How somebody signs in. */
export async function doorsOf(db: Db, userId: UserId): Promise<DoorsRow> {
  const [row] = await db.query(sql<DoorsRow>`
    SELECT totp_since IS NOT NULL AS totp, EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id) AS passkeys,
      bound_phone IS NOT NULL AS phone, password_owed AS "passwordOwed", settings
    FROM users u WHERE id = ${userId}`)
  if (!row) throw new Error('the person has gone')
  return row
}

type Way = 'totp' | 'passkeys' | 'phone'

/** Takes factors from somebody; browsers that were trusted ask again. */
export async function dropFactors(db: Db, userId: UserId, ways: readonly Way[]): Promise<void> {
  const has = (way: Way) => ways.includes(way)
  await db.run(sql`
    UPDATE users SET
      totp_secret = CASE WHEN ${has('totp')} THEN NULL ELSE totp_secret END,
      totp_since = CASE WHEN ${has('totp')} THEN NULL ELSE totp_since END,
      totp_step = CASE WHEN ${has('totp')} THEN 0 ELSE totp_step END,
      second_by_passkey = second_by_passkey AND NOT ${has('passkeys')},
      second_by_phone = second_by_phone AND NOT ${has('phone')},
      bound_phone = CASE WHEN ${has('phone')} THEN NULL ELSE bound_phone END
    WHERE id = ${userId}`)
  if (has('totp')) await db.run(sql`DELETE FROM recovery_codes WHERE user_id = ${userId}`)
  if (has('passkeys')) await db.run(sql`DELETE FROM passkeys WHERE user_id = ${userId}`)
  await db.run(sql`DELETE FROM trusted_browsers WHERE user_id = ${userId}`)
  await db.run(sql`DELETE FROM half_logins WHERE user_id = ${userId}`)
}

export const owePassword = (db: Db, userId: UserId): Promise<number> =>
  db.run(sql`UPDATE users SET password_owed = true WHERE id = ${userId}`)

export const flagNames = ['islandPersonnel', 'mailMoveEnable', 'privateEnable'] as const

/** What stands where nobody set it. */
const unset: Record<(typeof flagNames)[number], 0 | 1> = {
  islandPersonnel: 0,
  mailMoveEnable: 1,
  privateEnable: 0,
}

export const flagsIn = (settings: Record<string, unknown>): PersonFlags =>
  Object.fromEntries(
    flagNames.map((name) => [name, Number(settings[name] ?? unset[name]) === 1]),
  ) as PersonFlags
