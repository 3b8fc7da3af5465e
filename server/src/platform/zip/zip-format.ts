/** A file of a zip archive, as its directory names it (APPNOTE 6.3.9 §4.3.12). Sizes are claims. */
export interface ZipDirectoryEntry {
  name: string
  encrypted: boolean
  /** 0 stored, 8 deflated. */
  method: number
  packedSize: number
  size: number
  /** CRC-32 of the unpacked bytes. */
  crc: number
  /** Where its local header begins. */
  headerAt: number
}

/** Where the directory lies. */
export interface ZipEnd {
  count: number
  directoryAt: number
  directorySize: number
}

const endSignature = 0x06054b50
const centralSignature = 0x02014b50
const localSignature = 0x04034b50
export const zipEndSize = 22 + 0xffff
export const zipLocalHeaderSize = 30

/** The end record, which lies in the last 64 KiB before a comment. Null: no zip. */
export function findZipEnd(tail: Buffer): ZipEnd | null {
  const first = Math.max(0, tail.length - zipEndSize)
  for (let at = tail.length - 22; at >= first; at--) {
    if (tail.readUInt32LE(at) !== endSignature) continue
    return {
      count: tail.readUInt16LE(at + 10),
      directorySize: tail.readUInt32LE(at + 12),
      directoryAt: tail.readUInt32LE(at + 16),
    }
  }
  return null
}

/** The entries of a directory, as far as it can be read. Never throws. */
export function* readZipDirectory(directory: Buffer): Generator<ZipDirectoryEntry> {
  for (let at = 0; at + 46 <= directory.length; ) {
    if (directory.readUInt32LE(at) !== centralSignature) return
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28)
    const flags = directory.readUInt16LE(at + 8)
    yield {
      name: nameOf(directory.subarray(at + 46, nameEnd), (flags & 0x800) !== 0),
      encrypted: (flags & 1) !== 0,
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packedSize: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      headerAt: directory.readUInt32LE(at + 42),
    }
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
}

/** Bytes of a local header before the packed ones; null: there is none here. */
export function zipHeaderLength(header: Buffer): number | null {
  if (header.length < zipLocalHeaderSize || header.readUInt32LE(0) !== localSignature) return null
  return zipLocalHeaderSize + header.readUInt16LE(26) + header.readUInt16LE(28)
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
