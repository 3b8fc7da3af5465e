import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'

export interface PasskeyRow {
  id: number
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  synced: boolean
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

const columns = sql`p.id, p.credential_id AS "credentialId", p.public_key AS "publicKey", p.counter::float8 AS counter,
  p.transports, p.synced, p.name, p.created_at AS "createdAt", p.last_used_at AS "lastUsedAt"`

export const passkeysOf = (db: Db, userId: UserId): Promise<PasskeyRow[]> =>
  db.query(
    sql<PasskeyRow>`SELECT ${columns} FROM passkeys p WHERE p.user_id = ${userId} ORDER BY p.id DESC`,
  )

/** Whose passkey it is: nobody who was shut out. */
export interface PasskeyHolder extends PasskeyRow {
  userId: UserId
  accountId: AccountId
  owing: boolean
  asOf: Date
}

export async function passkeyById(db: Db, credentialId: string): Promise<PasskeyHolder | null> {
  const [row] = await db.query(sql<PasskeyHolder>`
    SELECT ${columns}, u.id AS "userId", u.account_id AS "accountId", u.password_owed AS owing,
      u.password_changed_at AS "asOf"
    FROM passkeys p JOIN users u ON u.id = p.user_id AND u.disabled_at IS NULL
      JOIN accounts a ON a.id = u.account_id AND a.disabled_at IS NULL
    WHERE p.credential_id = ${credentialId}`)
  return row ?? null
}

type NewPasskey = Pick<
  PasskeyRow,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'synced' | 'name'
> & { userId: UserId }

/** @returns 0 where the key is somebody's already */
/** One after the other: of two registrations at once the second sees the first. */
export const lockKeysOf = (db: Db, userId: UserId): Promise<unknown> =>
  db.query(sql`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`)

export const insertPasskey = (db: Db, key: NewPasskey): Promise<number> =>
  db.run(sql`
    INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, synced, name)
    VALUES (${key.userId}, ${key.credentialId}, ${key.publicKey}, ${key.counter}, ${key.transports}::text[],
      ${key.synced}, ${key.name})
    ON CONFLICT DO NOTHING`)

/** With the last one goes the step that asks for it. @returns 0 where it is not that person's */
export async function deletePasskey(db: Db, userId: UserId, id: number): Promise<number> {
  const count = await db.run(sql`DELETE FROM passkeys WHERE id = ${id} AND user_id = ${userId}`)
  await db.run(sql`
    UPDATE users SET second_by_passkey = false
    WHERE id = ${userId} AND NOT EXISTS (SELECT FROM passkeys WHERE user_id = ${userId})`)
  return count
}

/**
 * Notes a use. A counter only grows; 0 is said by keys that do not count (WebAuthn §6.1.1). @returns 0 where another use
 * with that number, or a later one, came first
 */
export const notePasskeyUse = (db: Db, id: number, counter: number): Promise<number> =>
  db.run(sql`
    UPDATE passkeys SET counter = ${counter}, last_used_at = now()
    WHERE id = ${id} AND (counter < ${counter} OR (counter = 0 AND ${counter} = 0))`)

/** @param challenge its purpose: `login`, `register` with the user, or `second` with the hash of the ticket that asks for it */
export const insertChallenge = (
  db: Db,
  challenge: { hash: Buffer; purpose: string; seconds: number },
): Promise<number> =>
  db.run(sql`
    INSERT INTO passkey_challenges (hash, purpose, expires_at)
    VALUES (${challenge.hash}, ${challenge.purpose}, now() + make_interval(secs => ${challenge.seconds}))`)

/** Takes a challenge away: it is good once, and for what it was made for. @returns 1 for whoever comes first */
export const takeChallenge = (db: Db, hash: Buffer, purpose: string): Promise<number> =>
  db.run(sql`
    DELETE FROM passkey_challenges WHERE hash = ${hash} AND purpose = ${purpose} AND expires_at > now()`)

export const sweepChallenges = (db: Db): Promise<number> =>
  db.run(sql`DELETE FROM passkey_challenges WHERE expires_at < now()`)
