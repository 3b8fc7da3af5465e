import { crc32, deflateRawSync } from 'node:zlib'

/** A file as a mail carries it. */
export interface HostileFile {
  name: string
  type: string
  bytes: Buffer
}

/** A mail with one file in base64. */
export function mailWith({ name, type, bytes }: HostileFile): Buffer {
  const lines = bytes.toString('base64').replace(/.{76}/g, '$&\r\n')
  return Buffer.from(
    `From: Peer <peer@other.test>\r\nSubject: ${name}\r\nMIME-Version: 1.0\r\n` +
      'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nsee below\r\n' +
      `--b\r\nContent-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n` +
      `Content-Transfer-Encoding: base64\r\n\r\n${lines}\r\n--b--\r\n`,
  )
}

export interface Packed {
  name: string
  content: Buffer
  /** What it claims to unpack to, instead of the truth. */
  size?: number
  /** Its entry in the directory points at the bytes of this other one. */
  shares?: number
}

/** A zip (APPNOTE 6.3.9) that may lie. */
export function zipOf(files: readonly Packed[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  const starts: number[] = []
  let at = 0
  const packed = new Map<Buffer, Buffer>()
  for (const file of files) {
    const bytes = packed.get(file.content) ?? deflateRawSync(file.content, { level: 9 })
    packed.set(file.content, bytes)
    starts.push(at)
    const start = file.shares === undefined ? at : (starts[file.shares] ?? 0)
    directory.push(header(file, bytes, start), Buffer.from(file.name))
    if (file.shares !== undefined) continue
    const local = Buffer.concat([header(file, bytes, null), Buffer.from(file.name), bytes])
    locals.push(local)
    at += local.length
  }
  const names = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(names.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, names, end])
}

/** A local header, or with the place of one the entry of the directory. */
function header({ name, content, size }: Packed, packed: Buffer, localAt: number | null): Buffer {
  const isLocal = localAt === null
  const head = Buffer.alloc(isLocal ? 30 : 46)
  const fields = isLocal ? 4 : 6
  head.writeUInt32LE(isLocal ? 0x04034b50 : 0x02014b50, 0)
  head.writeUInt16LE(20, fields)
  head.writeUInt16LE(8, fields + 4)
  head.writeUInt32LE(crc32(content), fields + 10)
  head.writeUInt32LE(packed.length, fields + 14)
  head.writeUInt32LE(size ?? content.length, fields + 18)
  head.writeUInt16LE(Buffer.byteLength(name), fields + 22)
  if (!isLocal) head.writeUInt32LE(localAt, 42)
  return head
}

/** A winmail.dat (MS-OXTNEF 2.1) whose RTF unpacks to so many bytes of open groups. */
export function winmail(size: number): Buffer {
  const rtf = Buffer.from(`{\\rtf1${'{\\b'.repeat(size / 3)}`)
  const head = Buffer.alloc(16)
  head.writeUInt32LE(rtf.length + 12, 0)
  head.writeUInt32LE(rtf.length, 4)
  head.write('MELA', 8, 'latin1')
  const compressed = Buffer.concat([head, rtf])
  const property = Buffer.alloc(16)
  property.writeUInt32LE(1, 0)
  // PidTagRtfCompressed, a binary value of one piece.
  property.writeUInt32LE(0x10090102, 4)
  property.writeUInt32LE(1, 8)
  property.writeUInt32LE(compressed.length, 12)
  const padding = Buffer.alloc((4 - (compressed.length % 4)) % 4)
  const start = Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0])
  return Buffer.concat([start, attribute(0x00069003, [property, compressed, padding])])
}

function attribute(id: number, parts: readonly Buffer[]): Buffer {
  const data = Buffer.concat(parts)
  const head = Buffer.alloc(9)
  head.writeUInt8(1, 0)
  head.writeUInt32LE(id, 1)
  head.writeUInt32LE(data.length, 5)
  let sum = 0
  for (const byte of data) sum = (sum + byte) & 0xffff
  const end = Buffer.alloc(2)
  end.writeUInt16LE(sum, 0)
  return Buffer.concat([head, data, end])
}

/** A PNG of so many pixels that holds none of them. */
export function emptyPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])
  return Buffer.concat([signature, chunk('IHDR', size), chunk('IEND', Buffer.alloc(0))])
}

/** A document of Word: `body` is the inside of `w:body`. */
export const docx = (body: string): Buffer =>
  zipOf([
    {
      name: 'word/document.xml',
      content: Buffer.from(`<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`),
    },
  ])
