import { decodeBase64, decodeQuotedPrintable } from '@hongyan/mime/codecs'

type Pieces = AsyncIterable<Buffer> | Iterable<Buffer>

const plain = new Set(['7bit', '8bit', 'binary', ''])

/** False for an encoding that nobody here undoes: UNKNOWN-CTE (RFC 3516 §4.3). */
export const isDecodable = (encoding: string): boolean =>
  plain.has(encoding) || encoding === 'base64' || encoding === 'quoted-printable'

/** A body without its transfer encoding (RFC 2045 §6), as it comes: some lines at a time. */
export function decoded(pieces: Pieces, encoding: string): Pieces {
  if (encoding === 'base64')
    return inLines(pieces, { cut: wholeGroups, decode: decodeBase64, ends })
  if (encoding !== 'quoted-printable') return pieces
  return inLines(pieces, { cut: wholeEscapes, decode: decodeQuotedPrintable, ends: () => false })
}

interface Codec {
  /** How much of the bytes can be decoded by itself. */
  cut(bytes: Buffer): number
  decode(bytes: Uint8Array): Uint8Array
  /** What comes behind it is none of the body. */
  ends(bytes: Buffer): boolean
}

/** Bytes that wait for their line to end. */
const longestLine = 64 * 1024

async function* inLines(pieces: Pieces, { cut, decode, ends }: Codec): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    const lines = bytes.lastIndexOf(10) + 1
    if (lines === 0 && bytes.length < longestLine) {
      rest = bytes
      continue
    }
    const whole = bytes.subarray(0, lines === 0 ? bytes.length : lines)
    const at = cut(whole)
    yield asBuffer(decode(whole.subarray(0, at)))
    if (ends(whole)) return
    rest = Buffer.from(bytes.subarray(at))
  }
  if (rest.length > 0) yield asBuffer(decode(rest))
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const isBase64 = (byte: number): boolean =>
  (byte >= 0x41 && byte <= 0x5a) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  (byte >= 0x30 && byte <= 0x39) ||
  byte === 0x2b ||
  byte === 0x2f

/** Up to the last whole group of four; padding ends one (see `decodeBase64`). */
function wholeGroups(bytes: Buffer): number {
  const padding = bytes.lastIndexOf(0x3d) + 1
  let letters = 0
  for (let at = padding; at < bytes.length; at++) if (isBase64(bytes[at] ?? 0)) letters++
  let left = letters % 4
  let at = bytes.length
  while (left > 0) if (isBase64(bytes[--at] ?? 0)) left--
  return at
}

/** A footer that a mailing list has put behind the body. */
const ends = (bytes: Buffer): boolean => /(?:^|\n)(?:--|__)/.test(bytes.toString('latin1'))

/** Lines stand by themselves; one without end is not cut within an escape. */
function wholeEscapes(bytes: Buffer): number {
  if (bytes.at(-1) === 10) return bytes.length
  const mark = bytes.lastIndexOf(0x3d)
  return mark >= bytes.length - 2 && mark > 0 ? mark : bytes.length
}
