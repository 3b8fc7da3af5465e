import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'

export interface PeerRow {
  id: number
  address: string
  certificate: Buffer
  capabilities: string[]
  createdAt: Date
}

const columns = sql`id, address, certificate, capabilities, created_at AS "createdAt"`

export const peersOf = (db: Db, accountId: AccountId): Promise<PeerRow[]> =>
  db.query(
    sql<PeerRow>`SELECT ${columns} FROM smime_peers WHERE account_id = ${accountId} ORDER BY address`,
  )

/** @param addresses in lower case */
export async function peersByAddress(
  db: Db,
  accountId: AccountId,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, PeerRow>> {
  const rows = await db.query(sql<PeerRow>`
    SELECT ${columns} FROM smime_peers WHERE account_id = ${accountId} AND address = ANY(${addresses}::text[])`)
  return new Map(rows.map((row) => [row.address, row]))
}

/** @returns 0 where there are too many */
export const savePeer = (
  db: Db,
  accountId: AccountId,
  peer: Pick<PeerRow, 'address' | 'certificate' | 'capabilities'> & { most: number },
): Promise<number> =>
  db.run(sql`
    INSERT INTO smime_peers (account_id, address, certificate, capabilities)
    SELECT ${accountId}, ${peer.address}, ${peer.certificate}, ${peer.capabilities}::text[]
    WHERE (SELECT count(*) FROM smime_peers WHERE account_id = ${accountId} AND address <> ${peer.address}) < ${peer.most}
    ON CONFLICT (account_id, address) DO UPDATE SET certificate = excluded.certificate,
      capabilities = excluded.capabilities, created_at = now()`)

export const removePeer = (db: Db, accountId: AccountId, id: number): Promise<number> =>
  db.run(sql`DELETE FROM smime_peers WHERE account_id = ${accountId} AND id = ${id}`)
