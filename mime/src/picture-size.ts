/** A pixel picture by its own bytes, whatever somebody calls it. */
export interface PictureSize {
  type: string
  width: number
  height: number
  /** It moves when it has more pictures than one, each of which is kept while it is shown, and after. */
  frames: number
  /** Drawn coarsely first, then finer and finer: all of it is kept until the last pass. */
  inPasses: boolean
}

/**
 * Chunks, segments and blocks that are looked at: a GIF of 120 MB has as many. One of more is made to keep its reader
 * busy, a file of nothing but the shortest of them for seconds (T24), and is no picture.
 */
const mostPieces = 500_000

/** 50 megapixels: more is no picture of a mail but an attempt on the reader's memory (T34). */
const maxPixels = 50_000_000
const maxMovingPixels = 4_000_000
/** 100 MB unpacked. A picture of more is unpacked when who reads asks for it: at once it is only said to be there (T34). */
const maxUnasked = 25_000_000
/** Of one that moves, of all its pictures: a browser keeps what it unpacked of them, 120 MB, also when the mail is closed. */
export const maxUnaskedMoving = 30_000_000
/** What a picture in passes takes for each pixel, measured by others. */
const passes = 1.5

type Size = Pick<PictureSize, 'width' | 'height'>
type Read = (view: DataView) => (Size & Partial<Pick<PictureSize, 'frames' | 'inPasses'>>) | null

const kinds: readonly [type: string, begins: string, read: Read][] = [
  ['image/png', '89 50 4e 47 0d 0a 1a 0a', pngSize],
  ['image/jpeg', 'ff d8 ff', jpegSize],
  ['image/gif', '47 49 46 38 37 61', gifSize],
  ['image/gif', '47 49 46 38 39 61', gifSize],
  ['image/webp', '52 49 46 46 ? ? ? ? 57 45 42 50', webpSize],
  ['image/bmp', '42 4d ? ? ? ? 00 00 00 00', (view) => at(view, 18, 'little32')],
  ['image/avif', '? ? ? ? 66 74 79 70 61 76 69 66', avifSize],
  ['image/x-icon', '00 00 01 00', iconSize],
]

/** Type and size as the header says; null for what is no such picture (SVG is a document) or does not say its size. */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kind = kinds.find(([, begins]) => beginsWith(bytes, begins))
  if (kind === undefined) return null
  const [type, , read] = kind
  const size = read(view)
  return size && { type, frames: 1, inPasses: false, ...size }
}

/** A picture that may be drawn; null for anything else, for giants and for those of unknown size. */
export function drawablePicture(bytes: Uint8Array): PictureSize | null {
  const size = pictureSize(bytes)
  if (size === null) return null
  const most = size.frames > 1 ? maxMovingPixels : maxPixels
  return size.width * size.height <= most ? size : null
}

/** Whether it is shown only when somebody asks for it. A JPEG in one pass is not: it can be unpacked at an eighth of its size. */
export function isAskedFor({ type, width, height, frames, inPasses }: PictureSize): boolean {
  if (frames > 1) return width * height * frames > maxUnaskedMoving
  if (type === 'image/jpeg' && !inPasses) return false
  return width * height * (inPasses ? passes : 1) > maxUnasked
}

/** The type of a picture that may be drawn; null for the others. */
export const drawableType = (bytes: Uint8Array): string | null =>
  drawablePicture(bytes)?.type ?? null

const beginsWith = (bytes: Uint8Array, begins: string): boolean =>
  begins
    .split(' ')
    .every((wanted, index) => wanted === '?' || bytes[index] === Number.parseInt(wanted, 16))

/** Two numbers side by side. */
function at(view: DataView, from: number, form: 'big32' | 'little32' | 'little16') {
  const step = form === 'little16' ? 2 : 4
  if (from + 2 * step > view.byteLength) return null
  const read = (place: number): number =>
    form === 'little16'
      ? view.getUint16(place, true)
      : Math.abs(view.getInt32(place, form === 'little32'))
  return { width: read(from), height: read(from + step) }
}

/** Four letters of a name as a number: it is asked for at every piece. */
const named = (name: string): number =>
  [...name].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0)

const names = {
  acTL: named('acTL'),
  fcTL: named('fcTL'),
  idat: named('IDAT'),
  anmf: named('ANMF'),
  vp8: named('VP8 '),
  vp8l: named('VP8L'),
  vp8x: named('VP8X'),
  meta: named('meta'),
  ispe: named('ispe'),
  png: named('\u0089PNG'),
}

const nameAt = (view: DataView, from: number): number =>
  from + 4 > view.byteLength ? 0 : view.getUint32(from)

/** @returns whether there is one piece too many, each time it is asked */
function counter(): () => boolean {
  let left = mostPieces
  return () => left-- <= 0
}

/**
 * Moving when its `acTL` stands before its data, as it must (PNG 3 §11.3.6.1): then each `fcTL` is a picture, whatever number
 * it says. Its head says whether it is interlaced (§11.2.1).
 */
function pngSize(view: DataView): ReturnType<Read> {
  const size = at(view, 16, 'big32')
  let moves = false
  let frames = 0
  const isTooMany = counter()
  for (let place = 8; size && place + 8 <= view.byteLength; ) {
    if (isTooMany()) return null
    const name = nameAt(view, place + 4)
    moves ||= name === names.acTL
    if (!moves && name === names.idat) break
    if (name === names.fcTL) frames++
    place += 12 + view.getUint32(place)
  }
  const inPasses = view.byteLength > 28 && view.getUint8(28) === 1
  return size && { ...size, frames: moves ? Math.max(2, frames) : 1, inPasses }
}

/** Every picture in it counts: one may be larger than the screen that its head tells of (GIF89a §18, §20). */
function gifSize(view: DataView): ReturnType<Read> {
  const screen = at(view, 6, 'little16')
  if (!screen || view.byteLength < 13) return null
  const tableOf = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)
  let { width, height } = screen
  let pictures = 0
  let place = 13 + tableOf(view.getUint8(10))
  const isTooMany = counter()
  while (place + 10 <= view.byteLength && view.getUint8(place) !== 0x3b) {
    if (isTooMany()) return null
    if (view.getUint8(place) === 0x21) {
      place = behindBlocks(view, place + 2, isTooMany)
      continue
    }
    const [left, top] = [view.getUint16(place + 1, true), view.getUint16(place + 3, true)]
    const own = at(view, place + 5, 'little16')
    if (view.getUint8(place) !== 0x2c || !own) break
    width = Math.max(width, left + own.width)
    height = Math.max(height, top + own.height)
    pictures++
    place = behindBlocks(view, place + 11 + tableOf(view.getUint8(place + 9)), isTooMany)
  }
  return isTooMany() ? null : { width, height, frames: Math.max(1, pictures) }
}

/** Behind a row of blocks, each with its length before it, and the empty one at its end. */
function behindBlocks(view: DataView, from: number, isTooMany: () => boolean): number {
  let place = from
  while (place < view.byteLength && !isTooMany()) {
    const length = view.getUint8(place)
    place += 1 + length
    if (length === 0) break
  }
  return place
}

/** Google's container in its three forms (RFC 9649 sections 2.5 to 2.7). */
function webpSize(view: DataView): ReturnType<Read> {
  if (view.byteLength < 30) return null
  const kind = nameAt(view, 12)
  if (kind === names.vp8x) {
    const side = (from: number) => (view.getUint32(from, true) & 0xffffff) + 1
    const moves = (view.getUint8(20) & 2) !== 0
    const frames = moves ? webpFrames(view) : 1
    if (frames === null) return null
    const size = { width: side(24), height: (view.getUint32(26, true) >>> 8) + 1 }
    return { ...size, frames: moves ? Math.max(2, frames) : 1 }
  }
  if (kind === names.vp8l) {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (kind !== names.vp8) return null
  const size = at(view, 26, 'little16')
  return size && { width: size.width & 0x3fff, height: size.height & 0x3fff }
}

/** Each chunk is as long as it says, and one more where that is odd (RFC 9649 §2.3). */
function webpFrames(view: DataView): number | null {
  let frames = 0
  const isTooMany = counter()
  for (let place = 12; place + 8 <= view.byteLength; ) {
    if (isTooMany()) return null
    if (nameAt(view, place) === names.anmf) frames++
    const length = view.getUint32(place + 4, true)
    place += 8 + length + (length % 2)
  }
  return frames
}

/** The first frame header (SOF) tells; every segment before it is stepped over, however many there are. */
function jpegSize(view: DataView): ReturnType<Read> {
  let place = 2
  const isTooMany = counter()
  while (place + 9 <= view.byteLength) {
    if (view.getUint8(place) !== 0xff || isTooMany()) return null
    const marker = view.getUint8(place + 1)
    // Filling before a marker.
    if (marker === 0xff) {
      place++
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) {
      // SOF2, 6, 10 and 14 are progressive (ITU T.81 table B.1).
      const inPasses = (marker & 3) === 2
      return { height: view.getUint16(place + 5), width: view.getUint16(place + 7), inPasses }
    }
    place += 2 + view.getUint16(place + 2)
  }
  return null
}

/** What is looked at of an AVIF file: its `meta` box lies in it, or its size is not known. */
const metaWithin = 256 * 1024

/** The largest `ispe` in its `meta` box (ISO/IEC 23008-12 §6.5.3); what other boxes say is nobody's. */
function avifSize(view: DataView): Size | null {
  let box = 0
  const isTooMany = counter()
  while (box + 8 <= view.byteLength && nameAt(view, box + 4) !== names.meta) {
    const size = view.getUint32(box)
    if (size < 8 || isTooMany()) return null
    box += size
  }
  if (box + 8 > view.byteLength) return null
  const end = box + view.getUint32(box)
  if (end > Math.min(view.byteLength, metaWithin)) return null
  let largest: Size | null = null
  for (let place = box + 8; place + 16 <= end; place++) {
    if (view.getUint32(place) !== names.ispe) continue
    const size = at(view, place + 8, 'big32')
    if (size && size.width * size.height > (largest?.width ?? 0) * (largest?.height ?? 0))
      largest = size
  }
  return largest
}

/** Its pictures are small, but one of them may be a PNG or a bitmap of any size, whatever the list of them says. */
function iconSize(view: DataView): Size | null {
  let largest = { width: 256, height: 256 }
  const count = view.byteLength < 6 ? 0 : view.getUint16(4, true)
  for (let index = 0; index < count && 6 + index * 16 + 16 <= view.byteLength; index++) {
    const place = view.getUint32(6 + index * 16 + 12, true)
    const size =
      nameAt(view, place) === names.png
        ? at(view, place + 16, 'big32')
        : at(view, place + 4, 'little32')
    if (size && size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}
