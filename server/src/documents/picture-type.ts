/** Kinds of pixel pictures that are served on, told by their first bytes (`?` is any), whatever a server calls them. */
const kinds: readonly [type: string, begins: string][] = [
  ['image/png', '89 50 4e 47 0d 0a 1a 0a'],
  ['image/jpeg', 'ff d8 ff'],
  ['image/gif', '47 49 46 38 37 61'],
  ['image/gif', '47 49 46 38 39 61'],
  ['image/webp', '52 49 46 46 ? ? ? ? 57 45 42 50'],
  ['image/bmp', '42 4d ? ? ? ? 00 00 00 00'],
  ['image/avif', '? ? ? ? 66 74 79 70 61 76 69 66'],
  ['image/x-icon', '00 00 01 00'],
]

const beginsWith = (bytes: Buffer, begins: string): boolean =>
  begins
    .split(' ')
    .every((wanted, index) => wanted === '?' || bytes[index] === Number.parseInt(wanted, 16))

/** 50 megapixels: more is no picture of a mail but an attempt on the reader's memory (T34). */
const maxPixels = 50_000_000

/** The type of a picture by its content; null for anything else (SVG is a document), and for giants. */
export function pictureType(bytes: Buffer): string | null {
  const type = kinds.find(([, begins]) => beginsWith(bytes, begins))?.[0] ?? null
  if (type === null) return null
  const size = pixelSize(bytes, type)
  return size !== null && size.width * size.height > maxPixels ? null : type
}

interface Size {
  width: number
  height: number
}

/** Width and height as the header says; null where it does not say. */
function pixelSize(bytes: Buffer, type: string): Size | null {
  if (type === 'image/png' && bytes.length >= 24)
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (type === 'image/gif' && bytes.length >= 10)
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  if (type === 'image/bmp' && bytes.length >= 26)
    return { width: Math.abs(bytes.readInt32LE(18)), height: Math.abs(bytes.readInt32LE(22)) }
  if (type === 'image/webp') return webpSize(bytes)
  return type === 'image/jpeg' ? jpegSize(bytes) : null
}

function webpSize(bytes: Buffer): Size | null {
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8X' && bytes.length >= 30)
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  // The other two forms cannot say more than 16,383 in either direction.
  return null
}

/** The first frame header (SOF) tells; segments before it are stepped over. */
function jpegSize(bytes: Buffer): Size | null {
  let at = 2
  for (let step = 0; step < 500 && at + 9 < bytes.length; step++) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}
