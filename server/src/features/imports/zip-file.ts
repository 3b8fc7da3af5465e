import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { limits } from '@hongyan/contract/limits'
import {
  findZipEnd,
  readZipDirectory,
  type ZipDirectoryEntry,
  zipEndSize,
  zipHeaderLength,
  zipLocalHeaderSize,
} from '../../platform/zip-format.ts'

/** Names of a hundred thousand mails are some megabytes. */
const maxDirectory = 64 * 1024 * 1024

/** A zip on disk whose files are unpacked one after the other, each as it is read. */
export interface ZipOnDisk {
  entries: readonly ZipDirectoryEntry[]
  /** Whether an entry can be read and holds the bytes that the directory names; unpacks no more than that. */
  isWhole(entry: ZipDirectoryEntry): Promise<boolean>
  /** @throws when the entry is encrypted or cannot be unpacked */
  read(entry: ZipDirectoryEntry): AsyncIterable<Buffer>
  close(): Promise<void>
}

/** @returns null when it is no zip that can be read */
export async function openZip(path: string): Promise<ZipOnDisk | null> {
  const file = await open(path)
  const entries = await directoryOf(file)
  if (entries === null) {
    await file.close()
    return null
  }
  return {
    entries,
    isWhole: (entry) => isWhole(file, entry),
    read: (entry) => unpacked(file, entry),
    close: () => file.close(),
  }
}

/** A changed byte often unpacks without an error: only number and checksum of the bytes tell. */
async function isWhole(file: FileHandle, entry: ZipDirectoryEntry): Promise<boolean> {
  let crc = 0
  let size = 0
  try {
    for await (const chunk of unpacked(file, entry)) {
      size += chunk.length
      if (size > entry.size) return false
      crc = crc32(chunk, crc)
    }
  } catch {
    return false
  }
  return size === entry.size && crc === entry.crc
}

async function directoryOf(file: FileHandle): Promise<ZipDirectoryEntry[] | null> {
  const { size } = await file.stat()
  const tailAt = Math.max(0, size - zipEndSize)
  const end = findZipEnd(await bytesAt(file, tailAt, size - tailAt))
  if (!end || end.directorySize > maxDirectory || end.directoryAt + end.directorySize > size) {
    return null
  }
  const directory = await bytesAt(file, end.directoryAt, end.directorySize)
  const entries = [...readZipDirectory(directory)]
  return entries.length > limits.importMails ? null : entries
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}

async function* unpacked(file: FileHandle, entry: ZipDirectoryEntry): AsyncGenerator<Buffer> {
  const header = await bytesAt(file, entry.headerAt, zipLocalHeaderSize)
  const length = zipHeaderLength(header)
  if (length === null || entry.encrypted || (entry.method !== 0 && entry.method !== 8)) {
    throw new Error('an entry that cannot be read')
  }
  const packed = Readable.from(slices(file, entry.headerAt + length, entry.packedSize))
  if (entry.method === 0) return yield* packed
  const inflating = createInflateRaw()
  packed.on('error', (thrown) => inflating.destroy(thrown))
  yield* packed.pipe(inflating)
}

const sliceSize = 256 * 1024

async function* slices(file: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; at += sliceSize) {
    const slice = await bytesAt(file, start + at, Math.min(sliceSize, length - at))
    if (slice.length === 0) throw new Error('a zip that ends too early')
    yield slice
  }
}
