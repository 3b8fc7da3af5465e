import { crc32 } from 'node:zlib'

/** What the rows of a picture hold: 8 bits a channel, RGB (3 channels) or RGBA (4). */
export interface PngHead {
  width: number
  height: number
  channels: 3 | 4
}

/** A PNG (ISO/IEC 15948) of one IDAT. @param packed its rows, each behind the number of its filter, deflated */
export function pngOf({ width, height, channels }: PngHead, packed: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, channels === 3 ? 2 : 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}
