import type { Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import type { StoredBlob } from './blobs.ts'

/**
 * Counts one more use of each blob (as often as it is listed), in the caller's transaction. The bytes must be in
 * the store already.
 */
export async function retainBlobs(db: Db, blobs: readonly StoredBlob[]): Promise<void> {
  if (blobs.length === 0) return
  await db.run(sql`
    INSERT INTO blobs AS b (hash, size, stored_size, refs)
    SELECT hash, max(size), max(stored_size), count(*)
    FROM unnest(${blobs.map((blob) => blob.hash)}::bytea[], ${blobs.map((blob) => blob.size)}::int[],
      ${blobs.map((blob) => blob.storedSize)}::int[]) AS x (hash, size, stored_size)
    GROUP BY hash
    ORDER BY hash
    ON CONFLICT (hash) DO UPDATE SET refs = b.refs + EXCLUDED.refs, released_at = NULL`)
}

/** Counts one use less of each blob (as often as it is listed), in the caller's transaction. */
export async function releaseBlobs(db: Db, hashes: readonly Uint8Array[]): Promise<void> {
  if (hashes.length === 0) return
  // Locked in one order, as everywhere, so that two transactions never wait for each other.
  await db.run(sql`
    WITH less AS (SELECT hash, count(*)::int AS n FROM unnest(${hashes}::bytea[]) AS x (hash) GROUP BY hash),
      locked AS (SELECT b.hash FROM blobs b JOIN less USING (hash) ORDER BY b.hash FOR UPDATE OF b)
    UPDATE blobs b SET refs = b.refs - less.n, released_at = CASE WHEN b.refs <= less.n THEN now() END
    FROM less JOIN locked USING (hash)
    WHERE b.hash = less.hash`)
}

/** Deletes rows that nothing has used since `before`, at most `limit`, and tells which. */
export async function forgetReleased(db: Db, before: Date, limit: number): Promise<Buffer[]> {
  const rows = await db.query(sql<{ hash: Buffer }>`
    DELETE FROM blobs b USING (
      SELECT hash FROM blobs WHERE refs <= 0 AND released_at < ${before}
      ORDER BY released_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) AS old
    WHERE b.hash = old.hash RETURNING b.hash`)
  return rows.map((row) => row.hash)
}

/** Those of the hashes that have a row, in hexadecimal. */
export async function knownBlobs(db: Db, hashes: readonly Uint8Array[]): Promise<Set<string>> {
  const rows = await db.query(sql<{ hash: Buffer }>`
    SELECT hash FROM blobs WHERE hash = ANY (${hashes}::bytea[])`)
  return new Set(rows.map((row) => row.hash.toString('hex')))
}
