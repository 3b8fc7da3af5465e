import { randomBytes } from 'node:crypto'
import { closeSync, open as openWith, readFile as readFileWith, read as readWith } from 'node:fs'
import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freeNow, hashInTurns } from '../in-turns.ts'
import type { Log } from '../log.ts'
import {
  hashOf,
  isSmall,
  nameOfHash,
  type PackedBlob,
  packBlob,
  packPieces,
  packShared,
  unpackBlob,
  unpackPieces,
} from './blob-format.ts'
import { type Places, quarantinedPath, recentPath, settledPath } from './blob-places.ts'
import {
  BlobCorrupt,
  BlobMissing,
  type BlobState,
  type BlobStore,
  BlobStoreFull,
  type PiecedContent,
  type SharedContent,
  type StoredBlob,
} from './blobs.ts'
import { eachStored, list, makeFolders, sweepUnfinished } from './disk-folders.ts'
import { syncFolder, systemCode, unlessMissing, writeDurably } from './durable-files.ts'
import { isThereAtOnce, readInThread, writeInThread } from './file-thread.ts'

/** Stored bytes above which one of many is looked for before it is written: smaller ones are nearly always new mail. */
const lookFirstAbove = 32 * 1024

/** So many new blobs lie together before they are moved to their places. */
const recentLimit = 5_000
/** A blob this young may still be in the hands of the one who stores it. */
const settledAfterMs = 60_000

/**
 * Blobs in files. New ones arrive in `recent/<hash>`, so that a group of messages waits for one fsync of a folder
 * (measured: 8 blobs of 10 kB in 4 ms instead of 7); thousands of them are later moved to
 * `<first two digits>/<hash>`. Several processes may share the folder.
 */
export async function openDiskBlobs(options: {
  folder: string
  log: Pick<Log, 'info' | 'error'>
}): Promise<BlobStore> {
  const places: Places = {
    folder: options.folder,
    recent: join(options.folder, 'recent'),
    unfinished: join(options.folder, 'unfinished'),
    quarantine: join(options.folder, 'quarantine'),
  }
  await makeFolders(places)
  const swept = await sweepUnfinished(places)
  if (swept > 0) options.log.info({ files: swept }, 'unfinished blobs of a crash removed')
  const settle = createSettler(places, options.log)
  settle((await readdir(places.recent)).length)
  const putAll = async (list: readonly Uint8Array[], lookAbove: number): Promise<StoredBlob[]> => {
    const stored = await putMany(places, list, lookAbove)
    settle(stored.length)
    return stored
  }
  return {
    put: async (bytes) => one(await putAll([bytes], 0)),
    putMany: (list) => putAll(list, lookFirstAbove),
    putShared: async (content) => {
      const stored = await putShared(places, content)
      settle(2)
      return stored
    },
    putPieces: async (content) => {
      const stored = await putPieces(places, content)
      settle(1)
      return stored
    },
    get: (hash) => readBlob(places, hash),
    getMany: async (hashes) =>
      hashes.length > fewWithoutThread || isThereAtOnce('read')
        ? readInThread(places, hashes)
        : hashes.map(() => null),
    getPieces: (hash) => readPieces(places, hash),
    has: (hash) => isThere(places, hash),
    check: (hash) => check(places, hash),
    each: () => eachStored(places),
    quarantine: (hash) => moveToQuarantine(places, hash),
    listQuarantined: () => list(places.quarantine),
    restore: (hash) => restore(places, hash),
    purge: (hash) => rm(quarantinedPath(places, hash), { force: true }),
  }
}

/** A mail after a quiet minute does not wait for a thread to start, which takes longer than all else about it. */
const fewWithoutThread = 2

/**
 * The order is what durability stands on (P2): bytes to a temporary file, fsync, rename to the name, fsync of
 * the folder; only then the caller commits. The folder is synced once for the whole list. Small contents, which nearly
 * all mail is, go to a thread of their own (measured: a tenth less CPU of the server for one mail of 10 kB).
 */
async function putMany(
  places: Places,
  list: readonly Uint8Array[],
  lookAbove: number,
): Promise<StoredBlob[]> {
  const small = list.filter(isSmall)
  const large = list.filter((bytes) => !isSmall(bytes))
  const writeSmall = (): Promise<StoredBlob[]> =>
    small.length > fewWithoutThread || isThereAtOnce('write')
      ? writeInThread(places, small, lookAbove)
      : writeHere(places, small, lookAbove)
  const [ofSmall, ofLarge] = await Promise.allSettled([
    small.length > 0 ? fullIsSaid(writeSmall) : [],
    large.length > 0 ? fullIsSaid(() => writeHere(places, large, lookAbove)) : [],
  ])
  if (ofSmall.status === 'rejected') throw ofSmall.reason
  if (ofLarge.status === 'rejected') throw ofLarge.reason
  const answers = { small: ofSmall.value.values(), large: ofLarge.value.values() }
  return list.map((bytes) => {
    const { value } = (isSmall(bytes) ? answers.small : answers.large).next()
    if (!value) throw new Error('a stored blob was not answered')
    return value
  })
}

/** Packed at once: each is there three times meanwhile, as it came, as it is packed and as it is written. */
const packedAtOnce = 2

async function writeHere(
  places: Places,
  list: readonly Uint8Array[],
  lookAbove: number,
): Promise<StoredBlob[]> {
  const stored: StoredBlob[] = []
  const known = new Set<string>()
  const waiting = list.entries()
  const lane = async (): Promise<void> => {
    for (const [index, bytes] of waiting) {
      const blob = await packBlob(bytes)
      const { hash, size, storedSize, packed } = blob
      const isKnown = known.has(nameOfHash(hash))
      known.add(nameOfHash(hash))
      if (!isKnown) await writeOnce(places, blob, lookAbove)
      freeNow(packed)
      stored[index] = { hash, size, storedSize }
    }
  }
  const lanes = Array.from({ length: Math.min(packedAtOnce, list.length) }, lane)
  const failed = (await Promise.allSettled(lanes)).find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  await syncFolder(places.recent)
  return stored
}

/** The body first, then what names it: one folder sync makes both names durable. */
async function putShared(places: Places, { bytes, head }: SharedContent): Promise<StoredBlob> {
  return fullIsSaid(async () => {
    const hash = await hashInTurns(bytes)
    const [body] = await writeHere(places, [bytes.subarray(head)], lookFirstAbove)
    if (!body) throw new Error('a stored blob was not answered')
    const packed = packShared(body.hash, bytes.subarray(0, head))
    // One that is there already holds the same, in whichever form.
    if (!(await isThere(places, hash))) await writeAndRename(places, hash, packed)
    await syncFolder(places.recent)
    return { hash, size: bytes.length, storedSize: packed.length, body }
  })
}

/** Writes a content in pieces, in the order that makes it durable. */
async function putPieces(places: Places, content: PiecedContent): Promise<StoredBlob> {
  let storedSize = 0
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const packed of packPieces(content)) {
      storedSize += packed.length
      yield packed
    }
  }
  await fullIsSaid(async () => {
    await writeAndRename(places, content.hash, counted())
    await syncFolder(places.recent)
  })
  return { hash: content.hash, size: content.size, storedSize }
}

/** @throws BlobStoreFull for the codes that say so */
async function fullIsSaid<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    const code = systemCode(thrown)
    throw code === 'ENOSPC' || code === 'EDQUOT' ? new BlobStoreFull(thrown) : thrown
  }
}

async function writeOnce(places: Places, blob: PackedBlob, lookAbove: number): Promise<void> {
  const isWhole = async (path: string): Promise<boolean> =>
    (await unlessMissing(stat(path)))?.size === blob.packed.length
  const path = recentPath(places, blob.hash)
  if (blob.packed.length > lookAbove) {
    // In its place it is durable. In `recent` another process may not have synced it yet: our sync will.
    if (await isWhole(settledPath(places, blob.hash))) return
    if (await isWhole(path)) return
  }
  await writeAndRename(places, blob.hash, blob.packed)
}

async function writeAndRename(
  places: Places,
  hash: Uint8Array,
  packed: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  const temporary = join(places.unfinished, `${nameOfHash(hash)}.${randomBytes(6).toString('hex')}`)
  try {
    await writeDurably(temporary, packed)
    await rename(temporary, recentPath(places, hash))
  } catch (thrown) {
    await rm(temporary, { force: true })
    throw thrown
  }
}

/** Counts what arrives and, every few thousand, moves it on beside the deliveries. */
function createSettler(
  places: Places,
  log: Pick<Log, 'info' | 'error'>,
): (arrived: number) => void {
  let waiting = 0
  let atWork = false
  return (arrived) => {
    waiting += arrived
    if (waiting < recentLimit || atWork) return
    waiting = 0
    atWork = true
    settleRecent(places)
      .then((moved) => log.info({ blobs: moved }, 'recent blobs moved to their folders'))
      .catch((thrown: unknown) => log.error({ err: thrown }, 'recent blobs could not be moved'))
      .finally(() => {
        atWork = false
      })
  }
}

async function settleRecent(places: Places): Promise<number> {
  const settled: Buffer[] = []
  for await (const { hash, at } of list(places.recent)) {
    if (Date.now() - at.getTime() > settledAfterMs) settled.push(hash)
  }
  // A name must be durable before it is moved: whoever finds it in its place does not sync again.
  await syncFolder(places.recent)
  for (const hash of settled) {
    await unlessMissing(rename(recentPath(places, hash), settledPath(places, hash)))
  }
  for (const folder of new Set(settled.map((hash) => dirname(settledPath(places, hash))))) {
    await syncFolder(folder)
  }
  return settled.length
}

/** A blob moves from `recent` to its place, and between that and quarantine: the place is looked at twice. */
const pathsOf = (places: Places, hash: Uint8Array): string[] => [
  recentPath(places, hash),
  settledPath(places, hash),
  quarantinedPath(places, hash),
  settledPath(places, hash),
]

async function readPacked(places: Places, hash: Uint8Array): Promise<Buffer> {
  for (const path of pathsOf(places, hash)) {
    const packed = await unlessMissing(readWhole(path))
    if (packed) return packed
  }
  throw new BlobMissing(hash)
}

/** The packed bytes are gone as soon as nothing is a view of them. */
async function readBlob(places: Places, hash: Uint8Array): Promise<Buffer> {
  const packed = await readPacked(places, hash)
  const bytes = await unpackBlob(hash, packed, (body) => readBlob(places, body))
  if (bytes.buffer !== packed.buffer) freeNow(packed)
  return bytes
}

const readPieces = (places: Places, hash: Uint8Array): AsyncGenerator<Buffer> =>
  unpackPieces(hash, packedPieces(places, hash), (body) => readPieces(places, body))

/** Nearly all mail, packed, is no larger: such a file is there after two calls, and a handle of the library makes seven. */
const smallFile = 16 * 1024
const openFile = promisify(openWith)
const readFrom = promisify(readWith)
const readAllOf = promisify(readFileWith)

async function readWhole(path: string): Promise<Buffer> {
  const file = await openFile(path, 'r')
  try {
    const buffer = Buffer.allocUnsafeSlow(smallFile)
    const { bytesRead } = await readFrom(file, buffer, 0, smallFile, 0)
    if (bytesRead < smallFile) return buffer.subarray(0, bytesRead)
    // From its beginning: what was read above has not moved on in the file.
    return await readAllOf(file)
  } finally {
    // Nothing was written to it that it would wait for: to hand it to another thread costs many times as much.
    closeSync(file)
  }
}

/** An open file is read to its end, wherever its name moves meanwhile. */
async function* packedPieces(places: Places, hash: Uint8Array): AsyncGenerator<Buffer> {
  for (const path of pathsOf(places, hash)) {
    const handle = await unlessMissing(open(path))
    if (!handle) continue
    yield* handle.createReadStream() as AsyncIterable<Buffer>
    return
  }
  throw new BlobMissing(hash)
}

async function isThere(places: Places, hash: Uint8Array): Promise<boolean> {
  for (const path of pathsOf(places, hash)) {
    if (await unlessMissing(stat(path))) return true
  }
  return false
}

async function check(places: Places, hash: Uint8Array): Promise<BlobState> {
  try {
    const bytes = await readBlob(places, hash)
    return hashOf(bytes).equals(hash) ? 'ok' : 'corrupt'
  } catch (thrown) {
    if (thrown instanceof BlobMissing) return 'missing'
    if (thrown instanceof BlobCorrupt) return 'corrupt'
    throw thrown
  }
}

async function moveToQuarantine(places: Places, hash: Uint8Array): Promise<void> {
  // The file's time now says since when it is in quarantine.
  const now = new Date()
  for (const path of [recentPath(places, hash), settledPath(places, hash)]) {
    await unlessMissing(
      utimes(path, now, now).then(() => rename(path, quarantinedPath(places, hash))),
    )
  }
}

async function restore(places: Places, hash: Uint8Array): Promise<void> {
  const [from, to] = [quarantinedPath(places, hash), settledPath(places, hash)]
  await syncFolder(places.recent)
  // What was stored anew stands by itself; the copy in quarantine may name a body that nobody keeps for it.
  for (const path of [recentPath(places, hash), to])
    if (await unlessMissing(stat(path))) return rm(from, { force: true })
  await unlessMissing(rename(from, to))
  await syncFolder(dirname(to))
}

function one(stored: StoredBlob[]): StoredBlob {
  const [blob] = stored
  if (!blob) throw new Error('the blob store answered nothing')
  return blob
}
