import { createHash } from 'node:crypto'
import { turnForScan } from '../../platform/in-turns.ts'
import { isSevenBit, withCrlf } from './canonical-bytes.ts'

const cr = 0x0d
const lf = 0x0a
/** What is looked at byte by byte at once. */
const pieceSize = 128 * 1024

/** A mail as it came, at its first empty line. */
export interface Split {
  /** Fields with CRLF as their only line end, the last one's included. */
  header: Buffer
  /** The empty line and all behind it, with the line ends that it came with. */
  body: Buffer
}

/** Without looking at the body, which may be 50 MB. @returns null when the header is larger than this */
export function splitMail(raw: Buffer, most: number): Split | null {
  const end = headerEnd(raw, Math.min(raw.length, most))
  if (end === null && raw.length > most) return null
  const header = raw.subarray(0, end ?? raw.length)
  return {
    header: header.length === 0 ? header : withCrlf(header),
    body: raw.subarray(header.length),
  }
}

/** Where a line is empty: CRLF, CR and LF are line ends. */
function headerEnd(raw: Buffer, most: number): number | null {
  let isAtStart = true
  for (let at = 0; at < most; at++) {
    const byte = raw[at]
    if (byte === cr || byte === lf) {
      if (isAtStart) return at
      if (byte === cr && raw[at + 1] === lf) at++
      isAtStart = true
    } else isAtStart = false
  }
  return null
}

/** SHA-256 of the bytes with CRLF as their only line end; nothing is copied but what changes. */
export async function canonicalDigest(raw: Buffer): Promise<Buffer> {
  const sum = createHash('sha256')
  for await (const piece of canonicalPieces(raw)) sum.update(piece)
  return sum.digest()
}

/**
 * What leaves has CRLF as its only line end, wherever it came from (T25): our own mail has no other, a forwarded one may.
 * It may be 50 MB, and is gone through for each conversation.
 */
export async function leaving(raw: Buffer): Promise<{ raw: Buffer; isSevenBit: boolean }> {
  let bare = 0
  let isSeven = true
  for (let from = 0; from < raw.length; ) {
    const to = pieceEnd(raw, from)
    const turn = turnForScan(to - from)
    if (turn) await turn
    const piece = raw.subarray(from, to)
    bare += bareEnds(piece)
    isSeven = isSeven && isSevenBit(piece)
    from = to
  }
  return { raw: bare === 0 ? raw : await joinCanonical(Buffer.alloc(0), raw), isSevenBit: isSeven }
}

/** A header before a body whose line ends become CRLF: one buffer is made, whatever the body needs. */
export async function joinCanonical(header: Buffer, body: Buffer): Promise<Buffer> {
  let size = header.length
  for await (const piece of canonicalPieces(body)) size += piece.length
  const whole = Buffer.allocUnsafeSlow(size)
  let at = header.copy(whole)
  for await (const piece of canonicalPieces(body)) at += piece.copy(whole, at)
  return whole
}

/** The bytes with CRLF as their only line end, and one at their end; others are served between the pieces. */
async function* canonicalPieces(raw: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < raw.length; ) {
    const to = pieceEnd(raw, from)
    const turn = turnForScan(to - from)
    if (turn) await turn
    yield canonicalPiece(raw.subarray(from, to))
    from = to
  }
  const last = raw.at(-1)
  if (last !== undefined && last !== cr && last !== lf) yield Buffer.from('\r\n')
}

/** A CRLF stays in one piece. */
function pieceEnd(raw: Buffer, from: number): number {
  const to = Math.min(raw.length, from + pieceSize)
  return raw[to - 1] === cr && raw[to] === lf ? to + 1 : to
}

function canonicalPiece(piece: Buffer): Buffer {
  const more = bareEnds(piece)
  if (more === 0) return piece
  const out = Buffer.allocUnsafe(piece.length + more)
  let end = 0
  for (let at = 0; at < piece.length; at++) {
    const byte = piece[at] ?? 0
    if (byte === cr || byte === lf) {
      out[end++] = cr
      out[end++] = lf
      if (byte === cr && piece[at + 1] === lf) at++
    } else out[end++] = byte
  }
  return out
}

function bareEnds(piece: Buffer): number {
  let count = 0
  for (let at = 0; at < piece.length; at++) {
    const byte = piece[at]
    if (byte === lf) count++
    else if (byte === cr) {
      if (piece[at + 1] === lf) at++
      else count++
    }
  }
  return count
}
