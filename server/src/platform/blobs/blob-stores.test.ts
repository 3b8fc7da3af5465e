import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startS3, type TestS3 } from '../../testing/start-s3.ts'
import { createLog } from '../log.ts'
import { BlobMissing, type BlobStore } from './blobs.ts'
import { openDiskBlobs } from './disk-blobs.ts'
import { openS3Blobs } from './s3-blobs.ts'

const log = createLog('silent')
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const folder = mkdtempSync(join(tmpdir(), 'hongyan-blobs-'))
let s3: TestS3

beforeAll(async () => {
  s3 = await startS3()
})
afterAll(async () => {
  await s3.stop()
  rmSync(folder, { recursive: true })
})

async function hashesOf(list: AsyncIterable<{ hash: Buffer }>): Promise<string[]> {
  const hashes: string[] = []
  for await (const { hash } of list) hashes.push(hash.toString('hex'))
  return hashes.sort()
}

const stores: [string, () => Promise<BlobStore>][] = [
  ['on disk', () => openDiskBlobs({ folder: join(folder, 'blobs'), log })],
  ['on S3', () => openS3Blobs({ ...s3, log })],
]

describe.each(stores)('blobs %s', (_, open) => {
  let store: BlobStore
  beforeAll(async () => {
    store = await open()
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.of(0)],
    ['text that packs well', Buffer.from('你好，鸿雁。'.repeat(3_000))],
    ['noise that does not pack', randomBytes(100_000)],
    ['much text, packed off the main thread', Buffer.from('wild goose '.repeat(200_000))],
  ])('gives back %s as it was', async (_name, bytes) => {
    const stored = await store.put(bytes)
    expect(stored.hash).toEqual(sha(bytes))
    expect(stored.size).toBe(bytes.length)
    expect(stored.storedSize).toBeLessThanOrEqual(bytes.length + 1)
    expect(await store.get(stored.hash)).toEqual(bytes)
    expect(Buffer.concat(await Array.fromAsync(store.getPieces(stored.hash)))).toEqual(bytes)
    expect(await store.has(stored.hash)).toBe(true)
    expect(await store.check(stored.hash)).toBe('ok')
  })

  it('stores what contents have behind heads of their own once, and reads each as any other', async () => {
    const body = randomBytes(300_000)
    const before = (await hashesOf(store.each())).length
    const wholes = ['one head', 'another', 'a third one'].map((head) =>
      Buffer.concat([Buffer.from(head), body]),
    )
    for (const bytes of wholes) {
      const stored = await store.putShared({ bytes, head: bytes.length - body.length })
      expect(stored).toMatchObject({
        hash: sha(bytes),
        size: bytes.length,
        body: { hash: sha(body) },
      })
      expect(stored.storedSize).toBeLessThan(100)
      expect((await store.get(stored.hash)).equals(bytes)).toBe(true)
      const read = await Array.fromAsync(store.getPieces(stored.hash))
      expect(Buffer.concat(read).equals(bytes)).toBe(true)
      expect(await store.check(stored.hash)).toBe('ok')
    }
    expect(await hashesOf(store.each())).toHaveLength(before + 4)
    expect(await store.getMany([sha(wholes[0] ?? body)])).toEqual([null])
    // Stored by somebody who names no body: whole, whatever was there, also when what was there comes back from quarantine.
    const [first = body, second = body, third = body] = wholes
    await store.put(second)
    await store.quarantine(sha(third))
    await store.put(third)
    await store.restore(sha(third))
    await store.quarantine(sha(body))
    expect(await store.check(sha(first)), 'read from quarantine').toBe('ok')
    await store.purge(sha(body))
    expect(await store.check(sha(first))).toBe('missing')
    expect(await store.check(sha(second)), 'stored whole').toBe('ok')
    expect(await store.check(sha(third)), 'restored').toBe('ok')
  })

  it.each([
    ['noise of many parts', randomBytes(21 * 1024 * 1024 + 7)],
    ['text of many pieces', Buffer.from('wild goose '.repeat(300_000))],
    [
      'text that turns into noise',
      Buffer.concat([Buffer.alloc(9_000_000), randomBytes(9_000_000)]),
    ],
    ['one small piece', Buffer.from('鸿雁')],
  ])('stores %s a piece at a time, as if it had come whole', async (_name, bytes) => {
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += 1_000_000)
        yield Buffer.from(bytes.subarray(at, at + 1_000_000))
    }
    const stored = await store.putPieces({ hash: sha(bytes), size: bytes.length, pieces })
    expect(stored).toMatchObject({ hash: sha(bytes), size: bytes.length })
    expect(stored.storedSize).toBeLessThanOrEqual(bytes.length + 1)
    expect((await store.get(stored.hash)).equals(bytes)).toBe(true)
    const read = await Array.fromAsync(store.getPieces(stored.hash))
    expect(Buffer.concat(read).equals(bytes)).toBe(true)
    expect(Math.max(...read.map(({ length }) => length))).toBeLessThanOrEqual(256 * 1024)
    for await (const first of store.getPieces(stored.hash)) {
      expect(bytes.subarray(0, first.length).equals(first)).toBe(true)
      break
    }
    expect(await store.check(stored.hash)).toBe('ok')
  })

  it('a piece that cannot be read leaves nothing behind', async () => {
    const bytes = randomBytes(3_000_000)
    async function* pieces() {
      yield Buffer.from(bytes.subarray(0, 1_000_000))
      throw new Error('the second piece is gone')
    }
    const content = { hash: sha(bytes), size: bytes.length, pieces }
    await expect(store.putPieces(content)).rejects.toThrow('the second piece is gone')
    expect(await store.has(content.hash)).toBe(false)
  })

  it('packs text and keeps noise', async () => {
    const text = await store.put(Buffer.from('Dear colleagues, '.repeat(1_000)))
    const noise = await store.put(randomBytes(17_000))
    expect(text.storedSize).toBeLessThan(1_000)
    expect(noise.storedSize).toBe(17_001)
  })

  it('stores a group in its order, equal ones once, and lists each once', async () => {
    const contents = Array.from({ length: 40 }, () => randomBytes(10_000))
    const [first = Buffer.alloc(0)] = contents
    const stored = await store.putMany([...contents, first])
    expect(stored.map(({ hash }) => hash)).toEqual([...contents, first].map(sha))
    const listed = await hashesOf(store.each())
    for (const content of contents) {
      expect(listed.filter((one) => one === sha(content).toString('hex'))).toHaveLength(1)
    }
  })

  it('the same content from many deliveries at once is whole', async () => {
    const bytes = randomBytes(50_000)
    await Promise.all(Array.from({ length: 12 }, () => store.put(bytes)))
    expect(await store.check(sha(bytes))).toBe('ok')
  })

  it('a blob that is not there is missing', async () => {
    const hash = sha(Buffer.from('never stored'))
    await expect(store.get(hash)).rejects.toBeInstanceOf(BlobMissing)
    await expect(store.getPieces(hash).next()).rejects.toBeInstanceOf(BlobMissing)
    expect(await store.has(hash)).toBe(false)
    expect(await store.check(hash)).toBe('missing')
  })

  it('in quarantine it is still read, not listed; restored it is back, purged it is gone', async () => {
    const bytes = randomBytes(2_000)
    const { hash } = await store.put(bytes)
    const name = hash.toString('hex')
    const before = Date.now()
    await store.quarantine(hash)
    expect(await store.get(hash)).toEqual(bytes)
    expect(await hashesOf(store.each())).not.toContain(name)
    for await (const one of store.listQuarantined()) {
      // The time of quarantine, not of storing; stores keep whole seconds.
      if (one.hash.equals(hash)) expect(one.at.getTime()).toBeGreaterThan(before - 2_000)
    }
    await store.restore(hash)
    expect(await hashesOf(store.each())).toContain(name)
    expect(await hashesOf(store.listQuarantined())).not.toContain(name)

    await store.quarantine(hash)
    await store.purge(hash)
    expect(await store.has(hash)).toBe(false)
  })

  it('a new delivery of a blob in quarantine stays when the old copy is purged', async () => {
    const bytes = randomBytes(2_000)
    const { hash } = await store.put(bytes)
    await store.quarantine(hash)
    await store.put(bytes)
    await store.purge(hash)
    expect(await store.get(hash)).toEqual(bytes)
  })

  it('moving what is not there is no error', async () => {
    const hash = sha(Buffer.from('never stored'))
    await store.quarantine(hash)
    await store.restore(hash)
    await store.purge(hash)
    expect(await store.has(hash)).toBe(false)
  })

  it('a hash that is no hash reaches no path', async () => {
    await expect(store.get(Buffer.from('../../etc/passwd'))).rejects.toThrow('32 bytes')
  })
})

describe('blobs on S3', () => {
  it('lists more than one page', async () => {
    const store = await openS3Blobs({ ...s3, bucket: 'pages', log })
    const contents = Array.from({ length: 1_203 }, (_, index) => Buffer.from(`content ${index}`))
    await store.putMany(contents)
    expect(await hashesOf(store.each())).toEqual(
      contents.map((one) => sha(one).toString('hex')).sort(),
    )
  })

  it('a store that does not answer refuses the start with a sentence', async () => {
    const gone = await startS3()
    await gone.stop()
    await expect(openS3Blobs({ ...gone, log })).rejects.toThrow(
      `The S3 store at ${gone.endpoint} does not answer as expected.`,
    )
  })
})
