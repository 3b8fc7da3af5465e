import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

export interface ZipEntry {
  /** A plain file name; see uniqueNames. */
  name: string
  bytes(): Promise<Buffer>
}

const utf8Names = 0x0800
/** 1 January 1980: the format has nothing earlier, and no time is better than a wrong one. */
const noDate = 0x21

/**
 * A zip (APPNOTE 6.3) written while it is read: one file at a time is in memory, stored as it is, since attachments
 * are mostly compressed already. Up to 65,535 files and 4 GB, far above what a message can hold.
 */
export const zipStream = (entries: readonly ZipEntry[]): Readable => Readable.from(pieces(entries))

async function* pieces(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const central: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const bytes = await entry.bytes()
    const name = Buffer.from(entry.name)
    const fields = fieldsOf(name, bytes)
    yield Buffer.concat([header(0x04034b50, fields), name])
    if (bytes.length > 0) yield bytes
    central.push(centralHeader(fields, offset), name)
    offset += 30 + name.length + bytes.length
  }
  const directory = Buffer.concat(central)
  yield directory
  yield ending(entries.length, { size: directory.length, offset })
}

/** What stands in both headers of a file: version, flags, method, time, date, CRC, sizes, name length. */
function fieldsOf(name: Buffer, bytes: Buffer): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(utf8Names, 2)
  fields.writeUInt16LE(noDate, 8)
  fields.writeUInt32LE(crc32(bytes), 10)
  fields.writeUInt32LE(bytes.length, 14)
  fields.writeUInt32LE(bytes.length, 18)
  fields.writeUInt16LE(name.length, 22)
  return fields
}

function header(signature: number, fields: Buffer): Buffer {
  const start = Buffer.alloc(4)
  start.writeUInt32LE(signature)
  return Buffer.concat([start, fields])
}

function centralHeader(fields: Buffer, offset: number): Buffer {
  const start = Buffer.alloc(6)
  start.writeUInt32LE(0x02014b50)
  start.writeUInt16LE(20, 4)
  const end = Buffer.alloc(14)
  end.writeUInt32LE(offset, 10)
  return Buffer.concat([start, fields, end])
}

function ending(count: number, { size, offset }: { size: number; offset: number }): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

/**
 * Names that every system can unpack side by side: no folders, no device names, no two that differ only in case or in
 * their Unicode form (`a.txt`, `a (2).txt`) (T33).
 */
export function uniqueNames(names: readonly string[]): string[] {
  const used = new Set<string>()
  return names.map((given) => {
    const name = safeName(given)
    const dot = name.lastIndexOf('.')
    const [start, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let unique = name
    for (let count = 2; used.has(fold(unique)); count++) unique = `${start} (${count})${end}`
    used.add(fold(unique))
    return unique
  })
}

const fold = (name: string): string => name.normalize('NFKC').toLowerCase()

function safeName(given: string): string {
  const name = given
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .slice(0, 120)
  if (name === '') return 'attachment'
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name) ? `_${name}` : name
}
