import { crc32 } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'

export const emptyZipEnd = Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex')

/** A stored zip with whatever entries, in whatever order, behind whatever there is. @param listed how many stand in its directory */
export function storedZip(
  entries: readonly [string, Buffer | string][],
  { prefix = '', comment = '', listed = entries.length } = {},
): Buffer {
  const locals: Buffer[] = [Buffer.from(prefix)]
  const central: Buffer[] = []
  let at = 0
  for (const [index, [name, content]] of entries.entries()) {
    const [called, bytes] = [Buffer.from(name), Buffer.from(content)]
    // What both headers say alike: version, UTF-8, sum, sizes.
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(0x800, 2)
    about.writeUInt32LE(crc32(bytes), 10)
    about.writeUInt32LE(bytes.length, 14)
    about.writeUInt32LE(bytes.length, 18)
    about.writeUInt16LE(called.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), about, called, bytes])
    locals.push(local)
    at += local.length
    if (index < listed) central.push(Buffer.from('PK\x01\x02\x14\0'), about, tail, called)
  }
  const directory = Buffer.concat(central)
  const end = Buffer.from(emptyZipEnd)
  end.writeUInt16LE(listed, 8)
  end.writeUInt16LE(listed, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...locals, directory, end, Buffer.from(comment)])
}

/** A winmail.dat with files (MS-OXTNEF 2.1.3). */
export function tnefOf(files: readonly [string, Buffer | string][]): Buffer {
  const attribute = (id: number, data: Buffer): Buffer => {
    const head = Buffer.alloc(9, 2)
    head.writeUInt32LE(id, 1)
    head.writeUInt32LE(data.length, 5)
    const sum = Buffer.alloc(2)
    sum.writeUInt16LE(data.reduce((all, byte) => all + byte, 0) & 0xffff)
    return Buffer.concat([head, data, sum])
  }
  const attached = files.flatMap(([name, content]) => [
    attribute(0x69002, Buffer.alloc(14)),
    attribute(0x18010, Buffer.from(`${name}\0`)),
    attribute(0x6800f, Buffer.from(content)),
  ])
  return Buffer.concat([Buffer.from('789f3e220100', 'hex'), ...attached])
}

/** A PDF of small pages, changed by whoever asks for it. */
export async function pdfWith(change: (book: PDFDocument) => unknown, pages = 1): Promise<Buffer> {
  const book = await PDFDocument.create()
  for (let page = 0; page < pages; page++) book.addPage([200, 200]).drawText('hi', { size: 10 })
  await change(book)
  return Buffer.from(await book.save({ useObjectStreams: false }))
}
