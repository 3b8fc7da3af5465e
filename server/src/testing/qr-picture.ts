import { deflateSync } from 'node:zlib'
import { encode } from 'uqr'
import { pngOf } from '../platform/png.ts'

/** A PNG of a QR code, so many pixels a module. */
export function qrPicture(text: string, scale = 5): Buffer {
  const { size, data } = encode(text, { border: 3 })
  const side = size * scale
  const rows = data.flatMap((row) => {
    const line = Buffer.concat([
      Buffer.from([0]),
      ...row.map((isDark) => Buffer.alloc(scale * 3, isDark ? 0 : 255)),
    ])
    return Array.from({ length: scale }, () => line)
  })
  return pngOf({ width: side, height: side, channels: 3 }, deflateSync(Buffer.concat(rows)))
}
