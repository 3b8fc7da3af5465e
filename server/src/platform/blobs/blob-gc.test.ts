import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { startS3, type TestS3 } from '../../testing/start-s3.ts'
import type { TestDatabase } from '../../testing/test-postgres.ts'
import { type Database, openDatabase } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { createLog } from '../log.ts'
import { hashOf } from './blob-format.ts'
import { collectGarbage, sweepOrphans } from './blob-gc.ts'
import { releaseBlobs, retainBlobs } from './blobs.queries.ts'
import type { BlobStore } from './blobs.ts'
import { openDiskBlobs } from './disk-blobs.ts'
import { openS3Blobs } from './s3-blobs.ts'

const log = createLog('silent')
const folder = mkdtempSync(join(tmpdir(), 'hongyan-gc-'))
let testDatabase: TestDatabase
let database: Database
let s3: TestS3

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({
    connection: { connectionString: testDatabase.url },
    max: 6,
    onError: (error) => log.warn(error),
  })
  s3 = await startS3()
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
  await s3.stop()
  rmSync(folder, { recursive: true })
})

/** Runs as the collector does: apart from the transaction of whoever calls. */
const elsewhere = AsyncLocalStorage.snapshot()

const minutes = (count: number) => new Date(Date.now() + count * 60_000)
const rowOf = async (hash: Buffer) =>
  (
    await database.query(
      sql<{ refs: number; released: boolean }>`
        SELECT refs, released_at IS NOT NULL AS released FROM blobs WHERE hash = ${hash}`,
    )
  )[0]

let count = 0
const freshBytes = () => Buffer.from(`blob ${count++} ${'x'.repeat(100)}`)

it('uses are counted as often as a blob is listed, and the last release dates the row', async () => {
  const store = await openDiskBlobs({ folder: join(folder, 'counted'), log })
  const [one, two] = await store.putMany([freshBytes(), freshBytes()])
  if (!one || !two) throw new Error('nothing stored')
  await retainBlobs(database, [one, two, one])
  expect(await rowOf(one.hash)).toEqual({ refs: 2, released: false })
  await releaseBlobs(database, [one.hash])
  expect(await rowOf(one.hash)).toEqual({ refs: 1, released: false })
  await releaseBlobs(database, [two.hash, one.hash])
  expect(await rowOf(one.hash)).toEqual({ refs: 0, released: true })
  await retainBlobs(database, [one])
  expect(await rowOf(one.hash)).toEqual({ refs: 1, released: false })
})

it('releases in opposite orders at the same time do not deadlock', async () => {
  const store = await openDiskBlobs({ folder: join(folder, 'order'), log })
  const blobs = await store.putMany(Array.from({ length: 30 }, freshBytes))
  const many = 40
  for (let index = 0; index < many; index++) await retainBlobs(database, blobs)
  const hashes = blobs.map(({ hash }) => hash)
  await Promise.all(
    Array.from({ length: many }, (_, index) =>
      releaseBlobs(database, index % 2 === 0 ? hashes : hashes.toReversed()),
    ),
  )
  for (const hash of hashes) expect(await rowOf(hash)).toEqual({ refs: 0, released: true })
})

const stores: [string, () => Promise<BlobStore>][] = [
  ['on disk', () => openDiskBlobs({ folder: join(folder, 'blobs'), log })],
  ['on S3', () => openS3Blobs({ ...s3, log })],
]

describe.each(stores)('garbage %s', (_, open) => {
  let store: BlobStore
  beforeAll(async () => {
    store = await open()
  })

  it('a released blob is read during the grace and in quarantine, then it is gone', async () => {
    const bytes = freshBytes()
    const blob = await store.put(bytes)
    await retainBlobs(database, [blob])
    await releaseBlobs(database, [blob.hash])
    await collectGarbage(database, store, minutes(30))
    expect(await rowOf(blob.hash)).toEqual({ refs: 0, released: true })

    await collectGarbage(database, store, minutes(61))
    expect(await rowOf(blob.hash)).toBeUndefined()
    expect(await store.get(blob.hash)).toEqual(bytes)

    await collectGarbage(database, store, minutes(16))
    expect(await store.has(blob.hash)).toBe(false)
  })

  it('a delivery that found the blob just before it was collected keeps it', async () => {
    const bytes = freshBytes()
    const blob = await store.put(bytes)
    await retainBlobs(database, [blob])
    await releaseBlobs(database, [blob.hash])
    // The delivery: put finds the blob present. The collector comes in between. The delivery commits.
    const again = await store.put(bytes)
    await collectGarbage(database, store, minutes(61))
    await retainBlobs(database, [again])
    expect(await store.get(blob.hash)).toEqual(bytes)

    const done = await collectGarbage(database, store, minutes(16))
    expect(done.restored).toBeGreaterThanOrEqual(1)
    expect(await store.get(blob.hash)).toEqual(bytes)
    await collectGarbage(database, store, minutes(200))
    expect(await store.check(blob.hash)).toBe('ok')
  })

  it('a delivery whose transaction is open while the collector runs keeps it', async () => {
    const bytes = freshBytes()
    const blob = await store.put(bytes)
    await retainBlobs(database, [blob])
    await releaseBlobs(database, [blob.hash])
    await database.transaction(async (tx) => {
      await retainBlobs(tx, [await store.put(bytes)])
      await elsewhere(() => collectGarbage(database, store, minutes(61)))
    })
    expect(await rowOf(blob.hash)).toEqual({ refs: 1, released: false })
    expect(await store.get(blob.hash)).toEqual(bytes)
  })

  it('deliveries, releases and collections at the same time lose nothing that has a row', async () => {
    const contents = Array.from({ length: 12 }, freshBytes)
    const work = async (seed: number): Promise<void> => {
      for (let round = 0; round < 12; round++) {
        const bytes = contents[(seed * 7 + round * 5) % contents.length] ?? freshBytes()
        const blob = await store.put(bytes)
        await retainBlobs(database, [blob])
        if ((seed + round) % 3 !== 0) await releaseBlobs(database, [blob.hash])
      }
    }
    let delivering = true
    let collected = 0
    const collecting = (async () => {
      while (delivering) {
        // Only the grace is made short; in quarantine the time is real, as it is for a delivery.
        await database.run(sql`UPDATE blobs SET released_at = released_at - interval '2 hours'`)
        collected += (await collectGarbage(database, store, new Date())).quarantined
      }
    })()
    await Promise.all(Array.from({ length: 5 }, (_one, seed) => work(seed)))
    delivering = false
    await collecting
    expect(collected).toBeGreaterThan(0)
    await collectGarbage(database, store, minutes(16))
    const rows = await database.query(sql<{ hash: Buffer }>`SELECT hash FROM blobs WHERE refs > 0`)
    const named = new Set(rows.map((row) => row.hash.toString('hex')))
    for (const bytes of contents) {
      const hash = hashOf(bytes)
      if (named.has(hash.toString('hex'))) expect(await store.check(hash)).toBe('ok')
    }
  })

  it('a blob that never got a row is swept after a day, a known one is not', async () => {
    const lost = await store.put(freshBytes())
    const kept = await store.put(freshBytes())
    await retainBlobs(database, [kept])
    expect(await sweepOrphans(database, store, minutes(60))).toBe(0)
    expect(await sweepOrphans(database, store, minutes(25 * 60))).toBeGreaterThanOrEqual(1)
    await collectGarbage(database, store, minutes(16))
    expect(await store.has(lost.hash)).toBe(false)
    expect(await store.has(kept.hash)).toBe(true)
  })
})
