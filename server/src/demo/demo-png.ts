import { crc32, deflateSync } from 'node:zlib'

export type Colour = readonly [red: number, green: number, blue: number]
/** Colour of the point (x, y), both from 0 to the picture's size in pixels. */
export type Paint = (x: number, y: number) => Colour

/** Draws with four samples a pixel and writes an 8-bit RGB PNG (ISO/IEC 15948). */
export function encodePng(width: number, height: number, paint: Paint): Uint8Array {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  let offset = 0
  for (let y = 0; y < height; y++) {
    rows[offset++] = 0
    for (let x = 0; x < width; x++) {
      for (const value of smooth(paint, x, y)) rows[offset++] = value
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function smooth(paint: Paint, x: number, y: number): Colour {
  const a = paint(x + 0.25, y + 0.25)
  const b = paint(x + 0.75, y + 0.25)
  const c = paint(x + 0.25, y + 0.75)
  const d = paint(x + 0.75, y + 0.75)
  return [
    mean(a[0], b[0], c[0] + d[0]),
    mean(a[1], b[1], c[1] + d[1]),
    mean(a[2], b[2], c[2] + d[2]),
  ]
}

function mean(a: number, b: number, rest: number): number {
  return Math.max(0, Math.min(255, Math.round((a + b + rest) / 4)))
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
