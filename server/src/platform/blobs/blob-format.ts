import { hash as digest } from 'node:crypto'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  constants,
  createZstdCompress,
  createZstdDecompress,
  type ZstdOptions,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import { copyInTurns, freeNow, hashInTurns, joinInTurns } from '../in-turns.ts'
import { BlobCorrupt, type PiecedContent, type StoredBlob } from './blobs.ts'

/** First byte of a stored blob: how the rest is packed. */
const raw = 0
const zstd = 1
/** The SHA-256 of another blob follows, and what stands before its content. */
const shared = 2
const bodyAt = 1
const headAt = bodyAt + 32

/** Above this many bytes packing leaves the main thread; below, going there costs more than the work. */
const syncLimit = 64 * 1024
/** What the library hands over at once: its usual 16 kB make thousands of steps of a large message. */
const chunkSize = 1024 * 1024
/** What comes out of a blob that is read in pieces. */
const pieceSize = 64 * 1024
/** More than any mail: a damaged frame may say anything. */
const mostAtOnce = 128 * 1024 * 1024

const options: ZstdOptions = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 3,
    // Four more bytes, so that a flipped bit on disk is an error and never a changed mail.
    [constants.ZSTD_c_checksumFlag]: 1,
  },
}

/** A blob ready to be written. */
export interface PackedBlob extends StoredBlob {
  packed: Buffer
}

/** Whether a content is packed on the spot. */
export const isSmall = (bytes: Uint8Array): boolean => bytes.length <= syncLimit

/** Hashes and packs: zstd level 3, or as it is when that gains less than 3% (pictures, archives). */
export async function packBlob(bytes: Uint8Array): Promise<PackedBlob> {
  if (isSmall(bytes)) return packSmallBlob(bytes)
  const [hash, made] = await Promise.all([hashInTurns(bytes), compress(bytes)])
  const isPacked = gains(made.length + 1, bytes)
  const body = isPacked ? made : bytes
  const packed = Buffer.allocUnsafeSlow(body.length + 1)
  packed[0] = isPacked ? zstd : raw
  await copyInTurns(body, packed.subarray(1))
  freeNow(made)
  return { hash, size: bytes.length, storedSize: packed.length, packed }
}

/** Packs on the spot, for small contents. */
export function packSmallBlob(bytes: Uint8Array): PackedBlob {
  const small = Buffer.concat([Buffer.of(zstd), zstdCompressSync(bytes, options)])
  const packed = gains(small.length, bytes) ? small : Buffer.concat([Buffer.of(raw), bytes])
  return { hash: hashOf(bytes), size: bytes.length, storedSize: packed.length, packed }
}

const gains = (packed: number, bytes: Uint8Array): boolean => packed - 1 < bytes.length * 0.97

/** Packs a content in pieces, as it comes: whether packing gains is judged by the first piece. */
export async function* packPieces({ size, pieces }: PiecedContent): AsyncGenerator<Buffer> {
  if (!(await packs(pieces()))) {
    yield Buffer.of(raw)
    yield* pieces()
    return
  }
  yield Buffer.of(zstd)
  const packer = createZstdCompress({ ...options, chunkSize, pledgedSrcSize: size })
  const feeding = pipeline(pieces(), packer)
  // What fails there ends the packer with the same error, which is thrown below.
  feeding.catch(() => undefined)
  for await (const packed of packer) yield packed
  await feeding
}

async function packs(pieces: AsyncIterable<Buffer>): Promise<boolean> {
  for await (const first of pieces) {
    return gains((await compress(first)).length + 1, first)
  }
  return false
}

/** Packs a head before a content that is stored by itself. */
export const packShared = (body: Uint8Array, head: Uint8Array): Buffer =>
  Buffer.concat([Buffer.of(shared), body, head])

/**
 * @param read the content of another blob
 * @throws BlobCorrupt when the bytes are not what packBlob made
 */
export async function unpackBlob(
  hash: Uint8Array,
  packed: Buffer,
  read: (hash: Buffer) => Promise<Buffer>,
): Promise<Buffer> {
  const body = packed.subarray(1)
  if (packed[0] === raw) return body
  if (packed[0] === shared) {
    if (packed.length < headAt) throw new BlobCorrupt(hash)
    const rest = await read(Buffer.from(packed.subarray(bodyAt, headAt)))
    const whole = await joinInTurns([packed.subarray(headAt), rest])
    freeNow(rest)
    return whole
  }
  if (packed[0] !== zstd) throw new BlobCorrupt(hash)
  try {
    return (
      unpackSmall(body) ?? (await through(createZstdDecompress({ chunkSize: roomFor(body) }), body))
    )
  } catch (cause) {
    throw new BlobCorrupt(hash, cause)
  }
}

/** As `unpackBlob`, on the spot. @returns null for what is no such thing, or is larger unpacked */
export function unpackSmallBlob(packed: Buffer, largest: number): Buffer | null {
  const body = packed.subarray(1)
  if (packed[0] === raw) return body
  if (packed[0] !== zstd) return null
  try {
    return zstdDecompressSync(body, { maxOutputLength: largest })
  } catch {
    return null
  }
}

/** As `unpackBlob`, of what comes in pieces. @throws BlobCorrupt, maybe behind the first pieces */
export async function* unpackPieces(
  hash: Uint8Array,
  packed: AsyncIterable<Buffer>,
  read: (hash: Buffer) => AsyncGenerator<Buffer>,
): AsyncGenerator<Buffer> {
  const coming = packed[Symbol.asyncIterator]()
  const first = (await coming.next()).value as Buffer | undefined
  const kind = first?.[0]
  if (first && kind === shared) {
    // Its head is some kilobytes: it comes in few pieces, or in one.
    const all = [first]
    for (let next = await coming.next(); !next.done; next = await coming.next())
      all.push(next.value)
    const whole = Buffer.concat(all)
    if (whole.length < headAt) throw new BlobCorrupt(hash)
    yield whole.subarray(headAt)
    yield* read(whole.subarray(bodyAt, headAt))
    return
  }
  if (!first || (kind !== raw && kind !== zstd)) throw new BlobCorrupt(hash)
  async function* rest(): AsyncGenerator<Buffer> {
    try {
      if (first && first.length > 1) yield first.subarray(1)
      for (let next = await coming.next(); !next.done; next = await coming.next()) yield next.value
    } finally {
      await coming.return?.()
    }
  }
  if (kind === raw) {
    yield* rest()
    return
  }
  const unpacker = createZstdDecompress({ chunkSize: pieceSize })
  const feeding = pipeline(rest(), unpacker)
  // What fails there ends the unpacker with the same error, which is thrown below.
  feeding.catch(() => undefined)
  try {
    for await (const piece of unpacker) yield piece as Buffer
  } catch (cause) {
    throw isUnpacking(cause) ? new BlobCorrupt(hash, cause) : cause
  }
}

const isUnpacking = (thrown: unknown): boolean =>
  /^(ZSTD_|Z_|ERR_ZLIB)/.test(String((thrown as NodeJS.ErrnoException).code))

/** As much at once as will come out, so that it need not be put together; a frame that lies about it is none of ours. */
const roomFor = (frame: Buffer): number =>
  Math.min((sizeInside(frame) ?? chunkSize) + 1_024, mostAtOnce)

/** On the spot, unless what comes out is large: a few bytes may stand for megabytes. */
function unpackSmall(body: Buffer): Buffer | null {
  if (body.length > syncLimit / 4) return null
  try {
    return zstdDecompressSync(body, { maxOutputLength: syncLimit })
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null
    throw thrown
  }
}

/** In one piece, in a memory of its own: what is asked for and not written to costs nothing. The work is done on another thread. */
const compress = (bytes: Uint8Array): Promise<Buffer> =>
  through(
    createZstdCompress({
      ...options,
      chunkSize: bytes.length + 1_024,
      pledgedSrcSize: bytes.length,
    }),
    bytes,
  )

/** All that a stream of zlib makes of the bytes; the work is done on other threads. */
async function through(stream: Transform, bytes: Uint8Array): Promise<Buffer> {
  stream.end(bytes)
  return joinInTurns(await Array.fromAsync(stream as AsyncIterable<Buffer>))
}

/** What a frame of zstd says that comes out of it (RFC 8878 §3.1.1.1); null when it does not say. */
function sizeInside(frame: Buffer): number | null {
  const head = frame[4]
  if (head === undefined) return null
  const isOneSegment = (head & 0x20) !== 0
  const at = 5 + (isOneSegment ? 0 : 1) + ([0, 1, 2, 4][head & 3] ?? 0)
  const bytes = [isOneSegment ? 1 : 0, 2, 4, 8][head >> 6] ?? 0
  if (bytes === 0 || frame.length < at + bytes) return null
  // Eight bytes count beyond anything that was ever stored.
  const low = frame.readUIntLE(at, Math.min(bytes, 6))
  return bytes === 2 ? low + 256 : low
}

/** SHA-256 of the bytes. */
export const hashOf = (bytes: Uint8Array): Buffer => digest('sha256', bytes, 'buffer')

const hexHash = /^[0-9a-f]{64}$/

/** The hash that a file or object name stands for; undefined for any other name. */
export const hashOfName = (name: string): Buffer | undefined =>
  hexHash.test(name) ? Buffer.from(name, 'hex') : undefined

/** The name a blob is stored under. Refuses what is no SHA-256, so that no other path can be made from it. */
export function nameOfHash(hash: Uint8Array): string {
  if (hash.length !== 32) throw new Error('a blob hash has 32 bytes')
  return Buffer.from(hash).toString('hex')
}
