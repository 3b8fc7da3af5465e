import { inflateRawSync } from 'node:zlib'

/** A file in a zip archive, still packed. */
export interface ZipEntry {
  name: string
  encrypted: boolean
  method: number
  packedSize: number
  headerAt: number
}

/** Bytes that may still be unpacked: one allowance for everything in a message (zip bombs). */
export interface Allowance {
  bytes: number
}

const maxEntries = 5_000
const endSignature = 0x06054b50
const centralSignature = 0x02014b50
const localSignature = 0x04034b50

/** The directory of a zip archive (APPNOTE 6.3.9 §4.3); empty for anything else. Never throws. */
export function zipEntries(bytes: Buffer): ZipEntry[] {
  const end = endOfDirectory(bytes)
  if (end < 0) return []
  const entries: ZipEntry[] = []
  let at = bytes.readUInt32LE(end + 16)
  while (entries.length < maxEntries && at + 46 <= bytes.length) {
    if (bytes.readUInt32LE(at) !== centralSignature) break
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    const flags = bytes.readUInt16LE(at + 8)
    entries.push({
      name: nameOf(bytes.subarray(at + 46, nameEnd), (flags & 0x800) !== 0),
      encrypted: (flags & 1) !== 0,
      method: bytes.readUInt16LE(at + 10),
      packedSize: bytes.readUInt32LE(at + 20),
      headerAt: bytes.readUInt32LE(at + 42),
    })
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** The end record lies in the last 64 KiB, before a comment. */
function endOfDirectory(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - 22 - 0xffff)
  for (let at = bytes.length - 22; at >= first; at--) {
    if (bytes.readUInt32LE(at) === endSignature) return at
  }
  return -1
}

/** Windows in China writes names in GBK without saying so. */
function nameOf(bytes: Buffer, isUtf8: boolean): string {
  if (isUtf8) return bytes.toString('utf8')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** The bytes of an entry; null when it is encrypted, damaged, or larger than what is left of the allowance. */
export function unzip(bytes: Buffer, entry: ZipEntry, left: Allowance): Buffer | null {
  const at = entry.headerAt
  if (entry.encrypted || at + 30 > bytes.length) return null
  if (bytes.readUInt32LE(at) !== localSignature) return null
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  const packed = bytes.subarray(start, start + entry.packedSize)
  if (entry.method === 0) return spend(packed, left)
  if (entry.method !== 8 || left.bytes <= 0) return null
  try {
    return spend(inflateRawSync(packed, { maxOutputLength: left.bytes }), left)
  } catch {
    // Damaged, or more than may be unpacked: the rest of the archive is not worth the time.
    left.bytes -= Math.min(left.bytes, entry.packedSize * 10)
    return null
  }
}

function spend(bytes: Buffer, left: Allowance): Buffer | null {
  if (bytes.length > left.bytes) return null
  left.bytes -= bytes.length
  return bytes
}
