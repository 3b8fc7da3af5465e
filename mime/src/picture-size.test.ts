import { expect, it } from 'vitest'
import { drawableType, pictureSize } from './picture-size.ts'

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? Array.from(part, (char) => char.charCodeAt(0)) : part,
    ),
  )
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0)
const word = (value: number): number[] => [value & 255, (value >> 8) & 255]
const webp = (kind: string, ...rest: number[][]) =>
  bytes('RIFF', zeros(4), 'WEBP', kind, zeros(4), ...rest, zeros(16))
const lossless = (width: number, height: number) => {
  const bits = width - 1 + (height - 1) * 2 ** 14
  return webp(
    'VP8L',
    [0x2f],
    [bits & 255, (bits >> 8) & 255, (bits >> 16) & 255, (bits >>> 24) & 255],
  )
}
const segment = [0xff, 0xe1, 0, 4, 0, 0]
const jpeg = (segments: number, side: number) =>
  bytes([0xff, 0xd8], Array.from({ length: segments }, () => segment).flat(), [
    0xff,
    0xc0,
    0,
    11,
    8,
    side >> 8,
    side & 255,
    side >> 8,
    side & 255,
    1,
    1,
  ])

it.each([
  ['a lossless WebP', lossless(16_383, 16_383), 16_383],
  ['a lossy WebP', webp('VP8 ', zeros(3), [0x9d, 1, 0x2a], word(16_383), word(16_383)), 16_383],
  ['a JPEG behind 600 segments', jpeg(600, 60_000), 60_000],
  [
    'a JPEG with filling',
    bytes([0xff, 0xd8, 0xff, 0xff, 0xff], [0xc0, 0, 11, 8, 0x90, 0, 0x90, 0, 1, 1]),
    0x9000,
  ],
  [
    'an AVIF',
    bytes(zeros(4), 'ftypavif', zeros(20), 'ispe', zeros(4), [0, 0, 0x80, 0, 0, 0, 0x80, 0]),
    0x8000,
  ],
  [
    'an icon with a PNG',
    bytes(
      [0, 0, 1, 0, 1, 0],
      zeros(12),
      [22, 0, 0, 0],
      [0x89],
      'PNG',
      zeros(12),
      [0, 0, 0x80, 0, 0, 0, 0x80, 0],
    ),
    0x8000,
  ],
])('T34 %s of too many pixels is not drawn', (_, picture, side) => {
  expect(pictureSize(picture)).toMatchObject({ width: side, height: side })
  expect(drawableType(picture)).toBeNull()
})

it('READ-02 pictures of a usual size are drawn, what says no size or is none is not', () => {
  expect(drawableType(lossless(800, 600))).toBe('image/webp')
  expect(drawableType(jpeg(600, 2_000))).toBe('image/jpeg')
  expect(drawableType(webp('VP9 '))).toBeNull()
  expect(drawableType(bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4]))).toBeNull()
  expect(drawableType(bytes('<svg xmlns="x">'))).toBeNull()
  expect(drawableType(new Uint8Array())).toBeNull()
})
