import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'

export interface KeyRow {
  id: number
  address: string
  certificate: Buffer
  sealedKey: Buffer
  salt: Buffer
  iterations: number
  proofHash: Buffer
  createdAt: Date
  /** Null: the one in use. */
  retiredAt: Date | null
}

const columns = sql`id, address, certificate, sealed_key AS "sealedKey", salt, iterations, proof_hash AS "proofHash",
  created_at AS "createdAt", retired_at AS "retiredAt"`

/** Every key of an account, the one in use first, then the latest. */
export const keysOf = (db: Db, accountId: AccountId): Promise<KeyRow[]> =>
  db.query(sql<KeyRow>`
    SELECT ${columns} FROM smime_keys WHERE account_id = ${accountId} ORDER BY retired_at DESC NULLS FIRST, id DESC`)

interface PersonCertificates {
  certificate: Buffer
  earlier: Buffer[]
}

/** Certificates in use, and those they replaced, by account. */
export async function certificatesOf(
  db: Db,
  accountIds: readonly AccountId[],
): Promise<Map<AccountId, PersonCertificates>> {
  const rows = await db.query(sql<PersonCertificates & { accountId: AccountId }>`
    SELECT account_id AS "accountId", certificate, ARRAY(
      SELECT o.certificate FROM smime_keys o
      WHERE o.account_id = k.account_id AND o.retired_at IS NOT NULL ORDER BY o.id DESC LIMIT 20) AS earlier
    FROM smime_keys k WHERE account_id = ANY(${accountIds}::bigint[]) AND retired_at IS NULL`)
  return new Map(rows.map(({ accountId, ...row }) => [accountId, row]))
}

/** How a private key is sealed. */
export type Sealing = Pick<KeyRow, 'sealedKey' | 'salt' | 'iterations' | 'proofHash'>

/** @returns false when there is a key in use already */
export async function insertKey(
  db: Db,
  accountId: AccountId,
  key: Sealing & Pick<KeyRow, 'address' | 'certificate' | 'createdAt'>,
): Promise<boolean> {
  const count = await db.run(sql`
    INSERT INTO smime_keys (account_id, address, certificate, sealed_key, salt, iterations, proof_hash, created_at)
    VALUES (${accountId}, ${key.address}, ${key.certificate}, ${key.sealedKey}, ${key.salt}, ${key.iterations},
      ${key.proofHash}, ${key.createdAt})
    ON CONFLICT DO NOTHING`)
  return count > 0
}

/** @returns false when it was retired meanwhile */
export async function retireKey(db: Db, accountId: AccountId, id: number): Promise<boolean> {
  const count = await db.run(sql`
    UPDATE smime_keys SET retired_at = now() WHERE account_id = ${accountId} AND id = ${id} AND retired_at IS NULL`)
  return count > 0
}

/** Seals it with another PIN. @returns false when it was sealed anew since its proof was judged */
export async function sealAnew(
  db: Db,
  accountId: AccountId,
  { before, after }: { before: KeyRow; after: Sealing },
): Promise<boolean> {
  const count = await db.run(sql`
    UPDATE smime_keys SET sealed_key = ${after.sealedKey}, salt = ${after.salt}, iterations = ${after.iterations},
      proof_hash = ${after.proofHash}
    WHERE account_id = ${accountId} AND id = ${before.id} AND proof_hash = ${before.proofHash}`)
  return count > 0
}

export const insertChallenge = (
  db: Db,
  accountId: AccountId,
  { hash, seconds }: { hash: Buffer; seconds: number },
): Promise<number> =>
  db.run(sql`
    INSERT INTO smime_challenges (hash, account_id, expires_at)
    VALUES (${hash}, ${accountId}, now() + make_interval(secs => ${seconds}))`)

/** @returns 1 for whoever comes first */
export const takeChallenge = (db: Db, accountId: AccountId, hash: Buffer): Promise<number> =>
  db.run(sql`
    DELETE FROM smime_challenges WHERE hash = ${hash} AND account_id = ${accountId} AND expires_at > now()`)

export const sweepChallenges = (db: Db): Promise<number> =>
  db.run(sql`DELETE FROM smime_challenges WHERE expires_at < now()`)
