import { crc32, deflateSync } from 'node:zlib'
import { rawZip } from '../../mime/test/raw-zip.ts'

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

function pngFile(width: number, height: number, { depth, data }: { depth: number; data: Buffer }) {
  const chunk = (type: string, inside: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), inside])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(inside.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([depth, depth === 8 ? 6 : 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])
  const middle = data.length === 0 ? [] : [chunk('IDAT', data)]
  return Buffer.concat([signature, chunk('IHDR', size), ...middle, chunk('IEND', Buffer.alloc(0))])
}

/** A PNG of so many pixels that holds none of them. */
export const emptyPng = (width: number, height: number): Buffer =>
  pngFile(width, height, { depth: 8, data: Buffer.alloc(0) })

/** What whoever looks for QR codes takes for the corner of one, again and again; lines; or nothing that it knows. */
const patterns = {
  finders: (x: number, y: number): boolean => {
    const at = Math.max(Math.abs((x % 9) - 4), Math.abs((y % 9) - 4))
    return at !== 2 && at !== 4
  },
  stripes: (x: number, _y: number): boolean => x % 2 === 0,
  noise: (x: number, y: number): boolean => ((x * 7_919 + y * 104_729) ^ (x * y)) % 3 === 0,
}

/** A PNG in black and white. */
export function pngOf(width: number, height: number, pattern: keyof typeof patterns): Buffer {
  const row = Math.ceil(width / 8) + 1
  const rows = Buffer.alloc(row * height)
  const isBlack = patterns[pattern]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * row + 1 + (x >> 3)
      if (!isBlack(x, y)) rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7))
    }
  return pngFile(width, height, { depth: 1, data: deflateSync(rows) })
}

/** A document of Word: `body` is the inside of `w:body`. */
export const docx = (body: string): Buffer =>
  rawZip([
    {
      name: 'word/document.xml',
      content: Buffer.from(`<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`),
    },
  ])
