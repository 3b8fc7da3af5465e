import { deflateSync } from 'node:zlib'
import { pngOf } from '../platform/png.ts'

export type Colour = readonly [red: number, green: number, blue: number]
/** Colour of the point (x, y), both from 0 to the picture's size in pixels. */
export type Paint = (x: number, y: number) => Colour

/** Draws with four samples a pixel and writes an 8-bit RGB PNG. */
export function encodePng(width: number, height: number, paint: Paint): Uint8Array {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  let offset = 0
  for (let y = 0; y < height; y++) {
    rows[offset++] = 0
    for (let x = 0; x < width; x++) {
      for (const value of smooth(paint, x, y)) rows[offset++] = value
    }
  }
  return pngOf({ width, height, channels: 3 }, deflateSync(rows, { level: 6 }))
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
