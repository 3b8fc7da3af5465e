import { inflateRawSync } from 'node:zlib'

/** What a document may unpack to (T33). */
const maxEntries = 3_000
const maxEntry = 20 * 1024 * 1024
const maxRatio = 200
const endSignature = 0x06054b50
const centralSignature = 0x02014b50
const localSignature = 0x04034b50

/** A zip whose files are unpacked one by one, when they are asked for. */
export interface Archive {
  names: readonly string[]
  /** Null: no such file, or one that is damaged or larger than a document's part may be. */
  read(name: string): Buffer | null
}

interface Entry {
  method: number
  packed: number
  size: number
  at: number
}

/** @returns null when it is no zip, or one made to do harm. Sizes that it claims are limits, never believed. */
export function openArchive(bytes: Buffer, maxTotal = 60 * 1024 * 1024): Archive | null {
  const entries = readDirectory(bytes)
  if (entries === null) return null
  let left = maxTotal
  return {
    names: [...entries.keys()],
    read: (name) => {
      const entry = entries.get(name)
      if (!entry || entry.size > Math.min(maxEntry, left)) return null
      const data = unpack(bytes, entry)
      left -= data?.length ?? 0
      return data
    },
  }
}

function readDirectory(bytes: Buffer): Map<string, Entry> | null {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== endSignature) return null
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count > maxEntries) return null
  const entries = new Map<string, Entry>()
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== centralSignature) return null
    const lengths = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field))
    const [nameLength = 0, extra = 0, comment = 0] = lengths
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    entries.set(name, {
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + extra + comment
  }
  return entries
}

function unpack(bytes: Buffer, { method, packed, size, at }: Entry): Buffer | null {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== localSignature) return null
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  const data = bytes.subarray(start, start + packed)
  if (data.length < packed || size > Math.max(packed, 1) * maxRatio) return null
  if (method === 0) return data
  if (method !== 8) return null
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(size, 1) })
  } catch {
    // Damaged, or more than it said.
    return null
  }
}
