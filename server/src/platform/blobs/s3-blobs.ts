import { hash as digest } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { S3mini, S3ServiceError } from 's3mini'
import { hashInTurns } from '../in-turns.ts'
import type { Log } from '../log.ts'
import { StartRefused } from '../start-refused.ts'
import {
  hashOf,
  hashOfName,
  nameOfHash,
  type PackedBlob,
  packBlob,
  packPieces,
  packShared,
  unpackBlob,
  unpackPieces,
} from './blob-format.ts'
import {
  BlobCorrupt,
  BlobMissing,
  type BlobState,
  type BlobStore,
  BlobStoreFull,
  type ListedBlob,
  type PiecedContent,
  type SharedContent,
  type StoredBlob,
} from './blobs.ts'

/** Where the store is and how to get in. The bucket is addressed by path, as every compatible store understands. */
export interface S3Options {
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
  log: Pick<Log, 'info' | 'warn'>
}

const stored = 'blobs/'
const quarantined = 'quarantine/'
const parallel = 16
const requestLimitMs = 30_000
const waitsMs = [100, 400, 1_600]
/** S3 takes no part but the last below 5 MiB. */
const partSize = 8 * 1024 * 1024
/** From this size on it is worth asking whether the content is there already. */
const askFirstFrom = 256 * 1024

/**
 * Blobs in an S3-compatible store, under `blobs/<hash>`. Such a store answers a write when it is durable, so
 * there is nothing to sync; every request may be repeated, because the same name always holds the same content.
 * @throws StartRefused when the bucket is not there and cannot be made
 */
export async function openS3Blobs(options: S3Options): Promise<BlobStore> {
  const s3 = new S3mini({
    endpoint: `${options.endpoint.replace(/(?<!\/)\/+$/, '')}/${options.bucket}`,
    region: options.region,
    accessKeyId: options.accessKey,
    secretAccessKey: options.secretKey,
    requestAbortTimeout: requestLimitMs,
  })
  await assertBucket(s3, options)
  const putMany = (list: readonly Uint8Array[]): Promise<StoredBlob[]> => putAll(s3, list)
  return {
    put: async (bytes) => first(await putMany([bytes])),
    putMany,
    putShared: (content) => putShared(s3, content),
    putPieces: (content) => putPieces(s3, content),
    get: (hash) => readBlob(s3, hash),
    // Requests go side by side anyway.
    getMany: async (hashes) => hashes.map(() => null),
    getPieces: (hash) => readPieces(s3, hash),
    has: async (hash) =>
      (await exists(s3, stored + nameOfHash(hash))) ||
      (await exists(s3, quarantined + nameOfHash(hash))),
    check: (hash) => check(s3, hash),
    each: () => list(s3, stored),
    // Copied before it is deleted: a delivery that meets it in between finds one of the two, and get looks at both.
    quarantine: (hash) => move(s3, stored + nameOfHash(hash), quarantined + nameOfHash(hash)),
    listQuarantined: () => list(s3, quarantined),
    restore: (hash) => restore(s3, nameOfHash(hash)),
    purge: async (hash) => {
      await again(() => s3.deleteObject(quarantined + nameOfHash(hash)))
    },
  }
}

async function assertBucket(s3: S3mini, { endpoint, bucket, log }: S3Options): Promise<void> {
  try {
    if (await again(() => s3.bucketExists())) return
    if (await again(() => s3.createBucket())) {
      log.info({ bucket }, 'bucket made')
      return
    }
  } catch (cause) {
    throw new StartRefused(`The S3 store at ${endpoint} does not answer as expected.`, cause)
  }
  throw new StartRefused(
    `The S3 store at ${endpoint} has no bucket "${bucket}" that this key may use, and none could be made.`,
  )
}

async function putAll(s3: S3mini, bytes: readonly Uint8Array[]): Promise<StoredBlob[]> {
  const blobs = await Promise.all(bytes.map(packBlob))
  const distinct = new Map(blobs.map((blob) => [nameOfHash(blob.hash), blob]))
  const waiting = [...distinct.values()]
  const work = async (): Promise<void> => {
    for (let blob = waiting.pop(); blob; blob = waiting.pop()) await putOne(s3, blob)
  }
  try {
    await Promise.all(Array.from({ length: Math.min(parallel, waiting.length) }, work))
  } catch (thrown) {
    throw isFull(thrown) ? new BlobStoreFull(thrown) : thrown
  }
  return blobs.map(({ hash, size, storedSize }) => ({ hash, size, storedSize }))
}

async function putShared(s3: S3mini, { bytes, head }: SharedContent): Promise<StoredBlob> {
  const [hash, [body]] = await Promise.all([hashInTurns(bytes), putAll(s3, [bytes.subarray(head)])])
  if (!body) throw new Error('the blob store answered nothing')
  const packed = packShared(body.hash, bytes.subarray(0, head))
  const stored = { hash, size: bytes.length, storedSize: packed.length }
  try {
    await putOne(s3, { ...stored, packed })
  } catch (thrown) {
    throw isFull(thrown) ? new BlobStoreFull(thrown) : thrown
  }
  return { ...stored, body }
}

async function putOne(s3: S3mini, blob: PackedBlob): Promise<void> {
  const key = stored + nameOfHash(blob.hash)
  // Of another length it is there as a head that names a body, which is kept only for who knows of it.
  const { length } = blob.packed
  if (length >= askFirstFrom && (await exists(s3, key)) && (await lengthOf(s3, key)) === length)
    return
  // The request is signed without its body; this sum lets the store refuse one that was damaged on the way.
  const sum = { 'x-amz-checksum-sha256': digest('sha256', blob.packed, 'base64') } as const
  await again(() => s3.putObject(key, blob.packed, 'application/octet-stream', undefined, sum))
}

/** In parts, so that no more than one of them is in memory; a content of one part is put as any other. */
async function putPieces(s3: S3mini, content: PiecedContent): Promise<StoredBlob> {
  const { hash, size } = content
  const key = stored + nameOfHash(hash)
  const parts = inParts(packPieces(content))
  try {
    const { value: head = Buffer.alloc(0) } = await parts.next()
    if (head.length < partSize) {
      await putOne(s3, { hash, size, storedSize: head.length, packed: head })
      return { hash, size, storedSize: head.length }
    }
    return { hash, size, storedSize: await putParts(s3, { key, head, parts }) }
  } catch (thrown) {
    throw isFull(thrown) ? new BlobStoreFull(thrown) : thrown
  }
}

interface Parts {
  key: string
  head: Buffer
  parts: AsyncIterable<Buffer>
}

async function putParts(s3: S3mini, { key, head, parts }: Parts): Promise<number> {
  const upload = await again(() => s3.getMultipartUploadId(key, 'application/octet-stream'))
  const done: { partNumber: number; etag: string }[] = []
  let storedSize = 0
  const put = async (part: Buffer): Promise<void> => {
    const number = done.length + 1
    done.push(await again(() => s3.uploadPart(key, upload, part, number)))
    storedSize += part.length
  }
  try {
    await put(head)
    for await (const part of parts) await put(part)
    await s3.completeMultipartUpload(key, upload, done)
    return storedSize
  } catch (thrown) {
    // The store forgets it some day by itself; the cause matters more than what this comes to.
    await s3.abortMultipartUpload(key, upload).catch(() => null)
    throw thrown
  }
}

/** Pieces of any size as parts of `partSize`; some stores want all of one size but the last. */
async function* inParts(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    size += piece.length
    while (size >= partSize) {
      const whole = Buffer.concat(waiting, size)
      yield whole.subarray(0, partSize)
      waiting = [whole.subarray(partSize)]
      size -= partSize
    }
  }
  if (size > 0) yield Buffer.concat(waiting, size)
}

/** Its place twice: it may have been restored from quarantine between the first two looks. */
function keysOf(hash: Uint8Array): string[] {
  const name = nameOfHash(hash)
  return [stored + name, quarantined + name, stored + name]
}

async function* packedPieces(s3: S3mini, hash: Uint8Array): AsyncGenerator<Buffer> {
  for (const key of keysOf(hash)) {
    const answer = await again(() => s3.getObjectResponse(key))
    if (!answer?.body) continue
    for await (const piece of answer.body)
      yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    return
  }
  throw new BlobMissing(hash)
}

const readPieces = (s3: S3mini, hash: Uint8Array): AsyncGenerator<Buffer> =>
  unpackPieces(hash, packedPieces(s3, hash), (body) => readPieces(s3, body))

const readBlob = async (s3: S3mini, hash: Uint8Array): Promise<Buffer> =>
  unpackBlob(hash, await readPacked(s3, hash), (body) => readBlob(s3, body))

async function readPacked(s3: S3mini, hash: Uint8Array): Promise<Buffer> {
  for (const key of keysOf(hash)) {
    const packed = await again(() => s3.getObjectArrayBuffer(key))
    if (packed) return Buffer.from(packed)
  }
  throw new BlobMissing(hash)
}

async function check(s3: S3mini, hash: Uint8Array): Promise<BlobState> {
  try {
    const bytes = await readBlob(s3, hash)
    return hashOf(bytes).equals(hash) ? 'ok' : 'corrupt'
  } catch (thrown) {
    if (thrown instanceof BlobMissing) return 'missing'
    if (thrown instanceof BlobCorrupt) return 'corrupt'
    throw thrown
  }
}

/** What was stored anew meanwhile stands by itself; the copy in quarantine may name a body that nobody keeps for it. */
async function restore(s3: S3mini, name: string): Promise<void> {
  if (await exists(s3, stored + name)) await again(() => s3.deleteObject(quarantined + name))
  else await move(s3, quarantined + name, stored + name)
}

async function move(s3: S3mini, from: string, to: string): Promise<void> {
  if (!(await exists(s3, from))) return
  await again(() => s3.copyObject(from, to))
  await again(() => s3.deleteObject(from))
}

/** Of one that is there. */
const lengthOf = (s3: S3mini, key: string): Promise<number> => again(() => s3.getContentLength(key))

const exists = async (s3: S3mini, key: string): Promise<boolean> =>
  (await again(() => s3.objectExists(key))) === true

async function* list(s3: S3mini, prefix: string): AsyncIterable<ListedBlob> {
  let token: string | undefined
  do {
    const from = token
    const page = await again(() => s3.listObjectsPaged('/', prefix, 1_000, from))
    for (const { Key, Size, LastModified } of page?.objects ?? []) {
      const hash = hashOfName(Key.slice(prefix.length))
      if (hash) yield { hash, storedSize: Size, at: LastModified }
    }
    token = page?.nextContinuationToken
  } while (token)
}

/** Tries again what may go well later: no answer, 429, 500 and above, except a full store. */
async function again<T>(request: () => Promise<T>): Promise<T> {
  for (const waitMs of waitsMs) {
    try {
      return await request()
    } catch (thrown) {
      if (!isTemporary(thrown)) throw thrown
      await delay(waitMs)
    }
  }
  return request()
}

function isTemporary(thrown: unknown): boolean {
  if (!(thrown instanceof S3ServiceError)) return true
  return (thrown.status === 429 || thrown.status >= 500) && !isFull(thrown)
}

/** 507, and the names that stores give to a full disk or a used-up quota. */
const isFull = (thrown: unknown): boolean =>
  thrown instanceof S3ServiceError &&
  (thrown.status === 507 || /StorageFull|QuotaExceeded|InsufficientStorage/i.test(thrown.message))

function first(blobs: StoredBlob[]): StoredBlob {
  const [blob] = blobs
  if (!blob) throw new Error('the blob store answered nothing')
  return blob
}
