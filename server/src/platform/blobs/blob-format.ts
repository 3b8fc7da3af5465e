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
import { hashInTurns, joinInTurns } from '../in-turns.ts'
import { BlobCorrupt, type PiecedContent, type StoredBlob } from './blobs.ts'

/** First byte of a stored blob: how the rest is packed. */
const raw = 0
const zstd = 1

/** Above this many bytes packing leaves the main thread; below, going there costs more than the work. */
const syncLimit = 64 * 1024
/** What the library hands over at once: its usual 16 kB make thousands of steps of a large message. */
const chunkSize = 1024 * 1024

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
  const [hash, small] = await Promise.all([hashInTurns(bytes), compress(bytes)])
  const packed = gains(small, bytes) ? small : await joinInTurns([Buffer.of(raw), view(bytes)])
  return { hash, size: bytes.length, storedSize: packed.length, packed }
}

/** Packs on the spot, for small contents. */
export function packSmallBlob(bytes: Uint8Array): PackedBlob {
  const small = Buffer.concat([Buffer.of(zstd), zstdCompressSync(bytes, options)])
  const packed = gains(small, bytes) ? small : Buffer.concat([Buffer.of(raw), bytes])
  return { hash: hashOf(bytes), size: bytes.length, storedSize: packed.length, packed }
}

const gains = (packed: Buffer | null, bytes: Uint8Array): packed is Buffer =>
  packed !== null && packed.length - 1 < bytes.length * 0.97

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
    const packed = await compress(first)
    return packed !== null && packed.length - 1 < first.length * 0.97
  }
  return false
}

/** @throws BlobCorrupt when the bytes are not what packBlob made */
export async function unpackBlob(hash: Uint8Array, packed: Buffer): Promise<Buffer> {
  const body = packed.subarray(1)
  if (packed[0] === raw) return body
  if (packed[0] !== zstd) throw new BlobCorrupt(hash)
  try {
    return (
      unpackSmall(body) ?? joinInTurns(await through(createZstdDecompress({ chunkSize }), body))
    )
  } catch (cause) {
    throw new BlobCorrupt(hash, cause)
  }
}

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

/**
 * Packed, with its first byte; null when that gains nothing. A large content is there once, never in pieces and as
 * a whole: memory that is asked for costs nothing until it is written to.
 */
async function compress(bytes: Uint8Array): Promise<Buffer | null> {
  const stream = createZstdCompress({ ...options, chunkSize, pledgedSrcSize: bytes.length })
  const out = Buffer.allocUnsafeSlow(bytes.length)
  out[0] = zstd
  let size = 1
  stream.end(bytes)
  for await (const piece of stream as AsyncIterable<Buffer>) {
    if (size + piece.length > out.length) return null
    size += piece.copy(out, size)
  }
  return out.subarray(0, size)
}

/** All that a stream of zlib makes of the bytes, in its pieces; the work is done on other threads. */
async function through(stream: Transform, bytes: Uint8Array): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  stream.end(bytes)
  for await (const piece of stream) pieces.push(piece)
  return pieces
}

const view = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

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
