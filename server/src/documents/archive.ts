import { constants, inflateRawSync } from 'node:zlib'
import {
  findZipEnd,
  readZipDirectory,
  type ZipDirectoryEntry,
  zipHeaderLength,
  zipLocalHeaderSize,
} from '../platform/zip/zip-format.ts'

/** What a document may unpack to (T33): parts, bytes of one part, and how much smaller it may have been. */
const maxEntries = 5_000
const maxEntry = 32 * 1024 * 1024
const maxRatio = 200
const maxTotal = 64 * 1024 * 1024

/** Bytes that may still be unpacked: one allowance for everything in a message (zip bombs). */
export interface Allowance {
  bytes: number
}

/** A zip whose files are unpacked one by one, when they are asked for. */
export interface Archive {
  names: readonly string[]
  /** Null: no such file, or one that is damaged, encrypted or larger than a document's part may be. */
  read(name: string): Buffer | null
  /** The first bytes of a file, whatever its size. */
  head(name: string): Buffer
}

/** @returns null when it is no zip, or one made to do harm. Sizes that it claims are limits, never believed. */
export function openArchive(bytes: Buffer, left: Allowance = { bytes: maxTotal }): Archive | null {
  const entries = directoryOf(bytes)
  if (entries === null) return null
  return {
    names: [...entries.keys()],
    read: (name) => {
      const entry = entries.get(name)
      if (!entry || entry.size > Math.min(maxEntry, left.bytes)) return null
      const data = unpack(bytes, entry)
      left.bytes -= data?.length ?? 0
      return data
    },
    head: (name) => {
      const entry = entries.get(name)
      return entry ? headOf(bytes, entry) : Buffer.alloc(0)
    },
  }
}

function directoryOf(bytes: Buffer): Map<string, ZipDirectoryEntry> | null {
  const end = findZipEnd(bytes)
  if (!end || end.count > maxEntries) return null
  const entries = new Map<string, ZipDirectoryEntry>()
  for (const entry of readZipDirectory(bytes.subarray(end.directoryAt))) {
    if (entries.size >= maxEntries) return null
    entries.set(entry.name, entry)
  }
  return entries
}

function headOf(bytes: Buffer, { headerAt, packedSize, method }: ZipDirectoryEntry): Buffer {
  const length = zipHeaderLength(bytes.subarray(headerAt, headerAt + zipLocalHeaderSize)) ?? 0
  const from = headerAt + length
  const data = bytes.subarray(from, from + Math.min(packedSize, headBytes))
  if (method === 0) return data
  try {
    return inflateRawSync(data, { finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return Buffer.alloc(0)
  }
}

function unpack(bytes: Buffer, entry: ZipDirectoryEntry): Buffer | null {
  const { headerAt, packedSize, size, method, encrypted } = entry
  const length = zipHeaderLength(bytes.subarray(headerAt, headerAt + zipLocalHeaderSize))
  if (length === null || encrypted) return null
  const data = bytes.subarray(headerAt + length, headerAt + length + packedSize)
  if (data.length < packedSize || size > Math.max(packedSize, 1) * maxRatio) return null
  if (method === 0) return data
  if (method !== 8) return null
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(size, 1) })
  } catch {
    // Damaged, or more than it said.
    return null
  }
}

/** Of media: enough to tell what they are. */
const headBytes = 1024

/**
 * Whether all programs find the same files in a zip: its directory ends where its end begins, names each file once, and
 * nothing lies beside them. @param isAtStart whether it begins with the first byte
 */
export function isPlainZip(bytes: Buffer, isAtStart: boolean): boolean {
  const end = findZipEnd(bytes)
  if (!end) return false
  const { directoryAt, directorySize, count } = end
  const directoryEnd = directoryAt + directorySize
  const entries = [...readZipDirectory(bytes.subarray(directoryAt, directoryEnd))]
  const names = new Set(entries.map(({ name }) => name))
  if (entries.length !== count || names.size !== count || endAt(bytes) !== directoryEnd)
    return false
  entries.sort((a, b) => a.headerAt - b.headerAt)
  let at = isAtStart ? 0 : (entries[0]?.headerAt ?? directoryAt)
  for (const { headerAt, packedSize } of entries) {
    const length = zipHeaderLength(bytes.subarray(headerAt, headerAt + zipLocalHeaderSize))
    if (length === null || !isBetween(headerAt - at)) return false
    at = headerAt + length + packedSize
  }
  return isBetween(directoryAt - at)
}

/** What may stand behind a file: its sizes once more (APPNOTE 4.3.9). */
const isBetween = (bytes: number): boolean => bytes >= 0 && bytes <= 24

/** Where the end record begins that reaches to the last byte, but for line ends that the way here added; -1: none does. */
function endAt(bytes: Buffer): number {
  const at = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (at < 0 || at + 22 > bytes.length) return -1
  const behind = at + 22 + bytes.readUInt16LE(at + 20)
  const isEnd = behind <= bytes.length && /^[\r\n]{0,4}$/.test(bytes.toString('latin1', behind))
  return isEnd ? at : -1
}

/** What is written about a zip as a whole. */
export function commentOfZip(bytes: Buffer): Buffer {
  const at = endAt(bytes)
  return at < 0 ? Buffer.alloc(0) : bytes.subarray(at + 22)
}

/** The names in any zip archive; none for anything else. */
export function namesInZip(bytes: Buffer): string[] {
  const end = findZipEnd(bytes)
  if (!end) return []
  const names: string[] = []
  for (const { name } of readZipDirectory(bytes.subarray(end.directoryAt))) {
    if (names.length >= maxEntries) break
    names.push(name)
  }
  return names
}
