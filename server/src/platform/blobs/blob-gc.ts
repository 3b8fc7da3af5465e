import type { Database } from '../db/pool.ts'
import { forgetReleased, knownBlobs } from './blobs.queries.ts'
import type { BlobStore, ListedBlob } from './blobs.ts'

/** A blob may be without use for this long before its row goes. */
const graceMs = 60 * 60 * 1000
/** How long a blob lies in quarantine: far longer than a delivery takes from writing it to its commit. */
const quarantineMs = 15 * 60 * 1000
/** A blob without a row is left alone for this long: a delivery or an upload may be about to add it. */
const orphanMs = 24 * 60 * 60 * 1000
const batch = 500

/** What one run did, in blobs. */
export interface Collected {
  quarantined: number
  restored: number
  purged: number
}

/**
 * Garbage collection that cannot race a delivery. A delivery first makes sure that the blob is in the store, then
 * commits the row that names it; between the two the blob looks unused. So nothing is deleted in one step:
 *
 * 1. a row without uses for an hour is deleted (a delivery at that moment waits for the row lock and adds it anew);
 * 2. after that commit the blob goes to quarantine, where reading still finds it;
 * 3. after 15 minutes it is looked at again: a row is back, restore it; still none, purge it.
 *
 * A crash between 1 and 2 leaves a blob without a row, which sweepOrphans finds. Several processes may collect at
 * the same time. Must not run inside a transaction.
 */
export async function collectGarbage(
  database: Database,
  store: BlobStore,
  now: Date,
): Promise<Collected> {
  const { restored, purged } = await emptyQuarantine(database, store, now)
  const before = new Date(now.getTime() - graceMs)
  let quarantined = 0
  for (;;) {
    const hashes = await forgetReleased(database, before, batch)
    for (const hash of hashes) await store.quarantine(hash)
    quarantined += hashes.length
    if (hashes.length < batch) return { quarantined, restored, purged }
  }
}

/**
 * Quarantines blobs that are older than a day and have no row: left by a crash between writing and commit, or
 * between the two steps of a collection. Reads the whole store: once a day is enough.
 * @returns how many
 */
export async function sweepOrphans(
  database: Database,
  store: BlobStore,
  now: Date,
): Promise<number> {
  let swept = 0
  for await (const group of groups(store.each(), now.getTime() - orphanMs)) {
    const known = await knownBlobs(database, group)
    for (const hash of group.filter((one) => !known.has(one.toString('hex')))) {
      await store.quarantine(hash)
      swept++
    }
  }
  return swept
}

async function emptyQuarantine(
  database: Database,
  store: BlobStore,
  now: Date,
): Promise<{ restored: number; purged: number }> {
  const done = { restored: 0, purged: 0 }
  for await (const group of groups(store.listQuarantined(), now.getTime() - quarantineMs)) {
    const known = await knownBlobs(database, group)
    for (const hash of group) {
      if (known.has(hash.toString('hex'))) {
        await store.restore(hash)
        done.restored++
      } else {
        await store.purge(hash)
        done.purged++
      }
    }
  }
  return done
}

/** The hashes of blobs that have been where they are since before `limit`, in groups. */
async function* groups(blobs: AsyncIterable<ListedBlob>, limit: number): AsyncIterable<Buffer[]> {
  let group: Buffer[] = []
  for await (const { hash, at } of blobs) {
    if (at.getTime() >= limit) continue
    group.push(hash)
    if (group.length < batch) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
