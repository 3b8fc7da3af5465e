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
}

/** The key in use; null while there is none. */
export async function keyOf(db: Db, accountId: AccountId): Promise<KeyRow | null> {
  const [row] = await db.query(sql<KeyRow>`
    SELECT id, address, certificate, sealed_key AS "sealedKey", salt, iterations, proof_hash AS "proofHash",
      created_at AS "createdAt"
    FROM smime_keys WHERE account_id = ${accountId} AND retired_at IS NULL`)
  return row ?? null
}

/** Certificates in use, by account. */
export async function certificatesOf(
  db: Db,
  accountIds: readonly AccountId[],
): Promise<Map<AccountId, Buffer>> {
  const rows = await db.query(sql<{ accountId: AccountId; certificate: Buffer }>`
    SELECT account_id AS "accountId", certificate FROM smime_keys
    WHERE account_id = ANY(${accountIds}::bigint[]) AND retired_at IS NULL`)
  return new Map(rows.map(({ accountId, certificate }) => [accountId, certificate]))
}

/** How a private key is sealed. */
export type Sealing = Pick<KeyRow, 'sealedKey' | 'salt' | 'iterations' | 'proofHash'>

/** @returns false when there is a key already */
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

/** Seals it with another PIN. @returns false when it was sealed anew since its proof was judged */
export async function sealAnew(
  db: Db,
  accountId: AccountId,
  { before, after }: { before: KeyRow; after: Sealing },
): Promise<boolean> {
  const count = await db.run(sql`
    UPDATE smime_keys SET sealed_key = ${after.sealedKey}, salt = ${after.salt}, iterations = ${after.iterations},
      proof_hash = ${after.proofHash}
    WHERE account_id = ${accountId} AND id = ${before.id} AND proof_hash = ${before.proofHash}
      AND retired_at IS NULL`)
  return count > 0
}
