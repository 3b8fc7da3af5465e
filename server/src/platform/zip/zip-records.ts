/**
 * Records of a zip whose files are known before (APPNOTE 6.3.9): stored, not packed, so that its length is known too and a
 * writer needs to remember nothing. Beyond 4 GiB or 65,535 files the records of ZIP64 are written.
 */
export interface ZipFileRecord {
  /** Relative, with forward slashes. */
  name: string
  /** Below 4 GiB. */
  size: number
  crc: number
  changedAt: Date
}

const most32 = 0xffffffff
const most16 = 0xffff
const localSize = 30
const centralSize = 46
const endSize = 22
const farOffset = 12
const farEnd = 56 + 20

const nameOf = ({ name }: Pick<ZipFileRecord, 'name'>): Buffer => Buffer.from(name, 'utf8')

/** What stands before the bytes of a file. */
export function zipLocal(file: ZipFileRecord): Buffer {
  const name = nameOf(file)
  const head = Buffer.alloc(localSize)
  head.writeUInt32LE(0x04034b50, 0)
  writeCommon(head.subarray(4), file, { version: 20, nameLength: name.length, extraLength: 0 })
  return Buffer.concat([head, name])
}

/** An entry of the directory. @param at where its local record begins */
export function zipCentral(file: ZipFileRecord, at: number): Buffer {
  const name = nameOf(file)
  const isFar = at >= most32
  const head = Buffer.alloc(centralSize)
  head.writeUInt32LE(0x02014b50, 0)
  // Made by a Unix, so that the rights of the file are read.
  head.writeUInt16LE(0x0300 | 45, 4)
  const version = isFar ? 45 : 20
  const extraLength = isFar ? farOffset : 0
  writeCommon(head.subarray(6), file, { version, nameLength: name.length, extraLength })
  head.writeUInt32LE((0o100644 << 16) >>> 0, 38)
  head.writeUInt32LE(isFar ? most32 : at, 42)
  if (!isFar) return Buffer.concat([head, name])
  const extra = Buffer.alloc(farOffset)
  extra.writeUInt16LE(0x0001, 0)
  extra.writeUInt16LE(8, 2)
  extra.writeBigUInt64LE(BigInt(at), 4)
  return Buffer.concat([head, name, extra])
}

/** The end of the zip. @param directoryAt where its directory begins */
export function zipEnd(count: number, directoryAt: number, directorySize: number): Buffer {
  const end = Buffer.alloc(endSize)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, most16), 8)
  end.writeUInt16LE(Math.min(count, most16), 10)
  end.writeUInt32LE(Math.min(directorySize, most32), 12)
  end.writeUInt32LE(Math.min(directoryAt, most32), 16)
  if (!isFarEnd(count, directoryAt, directorySize)) return end
  const far = Buffer.alloc(farEnd)
  far.writeUInt32LE(0x06064b50, 0)
  far.writeBigUInt64LE(44n, 4)
  far.writeUInt16LE(0x0300 | 45, 12)
  far.writeUInt16LE(45, 14)
  far.writeBigUInt64LE(BigInt(count), 24)
  far.writeBigUInt64LE(BigInt(count), 32)
  far.writeBigUInt64LE(BigInt(directorySize), 40)
  far.writeBigUInt64LE(BigInt(directoryAt), 48)
  far.writeUInt32LE(0x07064b50, 56)
  far.writeBigUInt64LE(BigInt(directoryAt + directorySize), 64)
  far.writeUInt32LE(1, 72)
  return Buffer.concat([far, end])
}

/** How long a zip of so many files is, of so many bytes, with names of so many; null beyond what the plain records can say. */
export function zipLength(of: { count: number; bytes: number; names: number }): number | null {
  const { count, bytes, names } = of
  const directoryAt = count * localSize + names + bytes
  const directorySize = count * centralSize + names
  if (isFarEnd(count, directoryAt, directorySize)) return null
  return directoryAt + directorySize + endSize
}

const isFarEnd = (count: number, directoryAt: number, directorySize: number): boolean =>
  count >= most16 || directoryAt >= most32 || directorySize >= most32

interface Common {
  version: number
  nameLength: number
  extraLength: number
}

/** Fields that both records of a file have, in the same order. */
function writeCommon(to: Buffer, { size, crc, changedAt }: ZipFileRecord, common: Common): void {
  to.writeUInt16LE(common.version, 0)
  // Names are UTF-8.
  to.writeUInt16LE(0x0800, 2)
  to.writeUInt16LE(0, 4)
  to.writeUInt16LE(timeOf(changedAt), 6)
  to.writeUInt16LE(dayOf(changedAt), 8)
  to.writeUInt32LE(crc, 10)
  to.writeUInt32LE(size, 14)
  to.writeUInt32LE(size, 18)
  to.writeUInt16LE(common.nameLength, 22)
  to.writeUInt16LE(common.extraLength, 24)
}

/** In UTC, as there is no zone in it; two seconds are the least it tells apart. */
const timeOf = (at: Date): number =>
  (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)

/** From 1980 to 2107. */
function dayOf(at: Date): number {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107)
  return ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
}
