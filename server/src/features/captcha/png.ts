import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const pack = promisify(deflate)

/** Pixels of 8 bits a channel, row by row: RGB (3 channels) or RGBA (4). */
export interface Pixels {
  width: number
  height: number
  channels: 3 | 4
  data: Uint8Array
}

/** A PNG (ISO/IEC 15948) of one IDAT; rows are filtered by what stands left of them, which suits what is soft. */
export async function png({ width, height, channels, data }: Pixels): Promise<Buffer> {
  const stride = width * channels
  const rows = Buffer.alloc((stride + 1) * height)
  for (let y = 0; y < height; y++) {
    const row = y * (stride + 1)
    rows[row] = 1
    for (let x = 0; x < stride; x++) {
      const left = x < channels ? 0 : (data[y * stride + x - channels] ?? 0)
      rows[row + 1 + x] = (data[y * stride + x] ?? 0) - left
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, channels === 3 ? 2 : 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', await pack(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export const asDataUrl = (bytes: Buffer): string =>
  `data:image/png;base64,${bytes.toString('base64')}`

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}
