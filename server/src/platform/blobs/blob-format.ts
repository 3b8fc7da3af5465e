import { hash as digest } from 'node:crypto'
import { promisify } from 'node:util'
import {
  constants,
  type ZstdOptions,
  zstdCompress,
  zstdCompressSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib'
import { BlobCorrupt, type StoredBlob } from './blobs.ts'

const compress = promisify(zstdCompress)
const decompress = promisify<Buffer, Buffer>(zstdDecompress)

/** First byte of a stored blob: how the rest is packed. */
const raw = 0
const zstd = 1

/** Above this many bytes packing leaves the main thread; below, going there costs more than the work. */
const syncLimit = 64 * 1024

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

/** Hashes and packs: zstd level 3, or as it is when that gains less than 3% (pictures, archives). */
export async function packBlob(bytes: Uint8Array): Promise<PackedBlob> {
  const hash = hashOf(bytes)
  const small =
    bytes.length <= syncLimit ? zstdCompressSync(bytes, options) : await compress(bytes, options)
  const gains = small.length < bytes.length * 0.97
  const packed = Buffer.concat([Buffer.of(gains ? zstd : raw), gains ? small : bytes])
  return { hash, size: bytes.length, storedSize: packed.length, packed }
}

/** @throws BlobCorrupt when the bytes are not what packBlob made */
export async function unpackBlob(hash: Uint8Array, packed: Buffer): Promise<Buffer> {
  const body = packed.subarray(1)
  if (packed[0] === raw) return body
  if (packed[0] !== zstd) throw new BlobCorrupt(hash)
  try {
    return body.length <= syncLimit / 4 ? zstdDecompressSync(body) : await decompress(body)
  } catch (cause) {
    throw new BlobCorrupt(hash, cause)
  }
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
