import { expect, it } from 'vitest'
import { drawableType, isAskedFor, pictureSize } from './picture-size.ts'

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
    bytes(
      [0, 0, 0, 16],
      'ftypavif',
      zeros(4),
      [0, 0, 0, 32],
      'meta',
      zeros(4),
      [0, 0, 0, 20],
      'ispe',
      zeros(4),
      [0, 0, 0x80, 0, 0, 0, 0x80, 0],
    ),
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

const gif = (screen: number, side: number, pictures: number) => {
  const picture = [0x2c, 0, 0, 0, 0, ...word(side), ...word(side), 0, 2, 2, 0x4c, 1, 0]
  const note = [0x21, 0xf9, 4, 0, 0, 0, 0, 0]
  const all = Array.from({ length: pictures }, () => [...note, ...picture]).flat()
  return bytes('GIF89a', word(screen), word(screen), [0x80, 0, 0, ...zeros(6)], all, [0x3b])
}
const meta = [0, 0, 0, 32]
const ispe = (side: number[]) => [
  ...zeros(4),
  ...[0, 0, 0, 20],
  0x69,
  0x73,
  0x70,
  0x65,
  ...zeros(4),
  ...side,
  ...side,
]

it.each([
  ['a GIF whose picture is larger than its screen', gif(1, 60_000, 1)],
  ['a moving GIF', gif(3_000, 3_000, 2)],
  [
    'a moving PNG',
    bytes(
      [0x89],
      'PNG',
      [13, 10, 26, 10],
      [0, 0, 0, 13],
      'IHDR',
      [0, 0, 16, 0, 0, 0, 16, 0],
      zeros(9),
      [0, 0, 0, 8],
      'acTL',
      zeros(12),
    ),
  ],
  ['a moving WebP', webp('VP8X', [2, 0, 0, 0], [0, 16, 0], [0, 16, 0])],
  [
    'an icon with a bitmap',
    bytes([0, 0, 1, 0, 1, 0], zeros(12), [22, 0, 0, 0], [40, 0, 0, 0], [0, 0, 1, 0], [0, 0, 1, 0]),
  ],
  [
    'an AVIF that says its size where nobody reads it',
    bytes([0, 0, 0, 12], 'ftypavif', [0, 0, 0, 32], 'free', ispe([0, 0, 0, 9])),
  ],
  [
    'an AVIF whose end of sizes is far behind',
    bytes([0, 0, 0, 12], 'ftypavif', [0, 16, 0, 0], 'meta', ispe([0, 0, 0, 9]), zeros(300_000)),
  ],
])('T34 %s is not drawn', (_, picture) => expect(drawableType(picture)).toBeNull())

it('T34 small pictures that move, and honest files, are drawn', () => {
  expect(drawableType(gif(300, 300, 40))).toBe('image/gif')
  expect(drawableType(gif(6_000, 6_000, 1))).toBe('image/gif')
  expect(drawableType(bytes([0, 0, 0, 12], 'ftypavif', meta, 'meta', ispe([0, 0, 4, 0])))).toBe(
    'image/avif',
  )
})

const frame = (marker: number, width: number, height: number) =>
  bytes([
    0xff,
    0xd8,
    0xff,
    marker,
    0,
    11,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    1,
    1,
  ])
const long = (value: number): number[] => [
  value >>> 24,
  (value >> 16) & 255,
  (value >> 8) & 255,
  value & 255,
]
const ping = (width: number, height: number, interlace: number) =>
  bytes(
    [0x89],
    'PNG',
    [13, 10, 26, 10],
    long(13),
    'IHDR',
    long(width),
    long(height),
    [8, 2, 0, 0, interlace],
    zeros(12),
  )

const times = (count: number, piece: readonly number[]): number[] =>
  Array.from({ length: count }, () => piece).flat()
const letters = (name: string): number[] => Array.from(name, (char) => char.charCodeAt(0))
/** A chunk in each, of nothing: its length, its name, and the sum behind it. */
const empty = (name: string): number[] => [...long(0), ...letters(name), ...zeros(4)]
const movingPing = (side: number, pictures: number) =>
  bytes(
    [...ping(side, side, 0)].slice(0, 33),
    [...long(8), ...letters('acTL'), ...long(2), ...zeros(8)],
    times(pictures, [...empty('fcTL'), ...empty('fdAT')]),
  )
/** Its pictures are of an odd length: a byte fills each up. */
const movingWebp = (pictures: number) =>
  bytes(
    'RIFF',
    zeros(4),
    'WEBPVP8X',
    [10, 0, 0, 0, 2, 0, 0, 0],
    [0xcf, 7, 0],
    [0xcf, 7, 0],
    times(pictures, [...letters('ANMF'), 3, 0, 0, 0, ...zeros(4)]),
  )

it.each([
  ['a photograph of 50 megapixels', frame(0xc0, 8_160, 6_120), false],
  ['one in passes', frame(0xc2, 8_160, 6_120), true],
  ['one in passes of 16 megapixels', frame(0xc2, 4_000, 4_000), false],
  ['one in passes of 17 megapixels', frame(0xca, 4_200, 4_000), true],
  ['a drawing of 25 megapixels', ping(5_000, 5_000, 0), false],
  ['a drawing of more', ping(5_000, 5_001, 0), true],
  ['an interlaced one of 17 megapixels', ping(4_200, 4_000, 1), true],
  ['a WebP of 49 megapixels', lossless(7_000, 7_000), true],
  ['a GIF of 37 pictures', gif(900, 900, 37), false],
  ['a GIF of 38 pictures', gif(900, 900, 38), true],
  ['a moving PNG of 7 pictures', movingPing(2_000, 7), false],
  ['a moving PNG of 8 pictures, which says 2', movingPing(2_000, 8), true],
  ['a moving WebP of 7 pictures', movingWebp(7), false],
  ['a moving WebP of 8 pictures', movingWebp(8), true],
])('T34 %s is shown at once, or when it is asked for', (_, picture, isAsked) => {
  const size = pictureSize(picture)
  expect(size && isAskedFor(size)).toBe(isAsked)
})

/** A head, then the shortest pieces that the kind knows, a million of them. */
function manyPieces(head: readonly number[], piece: readonly number[]): Uint8Array {
  const whole = new Uint8Array(head.length + piece.length * 1_000_000)
  whole.set(head)
  for (let at = head.length; at < whole.length; at += piece.length) whole.set(piece, at)
  return whole
}

const pngHead = [...ping(9, 9, 0).subarray(0, 33)]
/** Without a table of colours. */
const gifHead = [...gif(9, 9, 1).subarray(0, 10), 0, 0, 0]
const webpHead = [...movingWebp(0).subarray(0, 30)]

it.each([
  [
    'PNG',
    [...pngHead, ...zeros(4), ...letters('acTL'), ...zeros(4)],
    [...zeros(4), ...letters('fcTL'), ...zeros(4)],
  ],
  ['GIF, of blocks,', gifHead, [0x21, 0xf9, 0]],
  ['GIF, of one long row of blocks,', [...gifHead, 0x21, 0xf9], [1, 1]],
  ['JPEG', [0xff, 0xd8], [0xff]],
  ['WebP', webpHead, [...letters('ANMF'), 0, 0, 0, 0]],
])(
  'T24 T34 a %s of a million pieces is no picture: nobody is kept busy by it',
  (_, head, piece) => {
    expect(pictureSize(manyPieces(head, piece))).toBeNull()
  },
)
