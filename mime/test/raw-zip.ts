import { crc32, deflateRawSync } from 'node:zlib'

/** An entry as its headers claim it; the bytes may be something else. */
export interface ZipPart {
  /** Bytes, so that a name may be in any charset. */
  name: Buffer | string
  content: Buffer
  /** Claimed instead of the true size. */
  size?: number
  /** Its directory entry points at the local header of this other entry. */
  shares?: number
}

/** A zip (APPNOTE 6.3.9) with nothing checked: for archives that were made to do harm. */
export function rawZip(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = []
  const starts: number[] = []
  const contents = new Map<Buffer, Buffer>()
  // The same content is packed once, however often it lies in it.
  const packed = (part: ZipPart): Buffer => {
    const known = contents.get(part.content) ?? deflateRawSync(part.content, { level: 9 })
    contents.set(part.content, known)
    return known
  }
  let at = 0
  for (const part of parts) {
    starts.push(at)
    if (part.shares !== undefined) continue
    const local = Buffer.concat([
      headOf(part, packed(part), null),
      bytesOf(part.name),
      packed(part),
    ])
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(
    parts.flatMap((part, index) => [
      headOf(part, packed(part), starts[part.shares ?? index] ?? 0),
      bytesOf(part.name),
    ]),
  )
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end])
}

const bytesOf = (name: Buffer | string): Buffer => Buffer.from(name as string)

/** A local header, or with the place of one the entry of the directory. */
function headOf(part: ZipPart, packed: Buffer, localAt: number | null): Buffer {
  const isLocal = localAt === null
  const head = Buffer.alloc(isLocal ? 30 : 46)
  const fields = isLocal ? 4 : 6
  head.writeUInt32LE(isLocal ? 0x04034b50 : 0x02014b50, 0)
  head.writeUInt16LE(20, fields)
  head.writeUInt16LE(8, fields + 4)
  head.writeUInt32LE(crc32(part.content), fields + 10)
  head.writeUInt32LE(packed.length, fields + 14)
  head.writeUInt32LE(part.size ?? part.content.length, fields + 18)
  head.writeUInt16LE(bytesOf(part.name).length, fields + 22)
  if (!isLocal) head.writeUInt32LE(localAt, 42)
  return head
}
