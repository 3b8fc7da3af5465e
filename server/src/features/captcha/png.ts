import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { type PngHead, pngOf } from '../../platform/png.ts'

const pack = promisify(deflate)

/** Pixels of 8 bits a channel, row by row. */
export interface Pixels extends PngHead {
  data: Uint8Array
}

/** A PNG whose rows are filtered by what stands left of them, which suits what is soft. */
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
  return pngOf({ width, height, channels }, await pack(rows, { level: 6 }))
}

export const asDataUrl = (bytes: Buffer): string =>
  `data:image/png;base64,${bytes.toString('base64')}`
