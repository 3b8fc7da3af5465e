import { inflateRawSync } from 'node:zlib'
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
