import { decodeCharset } from './charset/charset.ts'
import { cleanText, cut } from './clean.ts'
import { decodePercent } from './codecs.ts'
import { decodeWords } from './encoded-words.ts'
import type { LimitHit, ParseLimits } from './types.ts'

/** A structured field: `value; name=value; …`. */
export type ParamField = {
  /** Lower case, comments removed. */
  value: string
  /** Decoded, names in lower case, first one wins. */
  params: Record<string, string>
  hits: LimitHit[]
}

type Piece = { index: number; encoded: boolean; value: string }
type Scan = {
  text: string
  at: number
  plain: Map<string, string>
  pieces: Map<string, Piece[]>
  pieceCount: number
  hits: Set<LimitHit>
}

const MAX_VALUE = 4096

/**
 * Content-Type, Content-Disposition and the like (RFC 2045 section 5.1, RFC 2231), from an unfolded header value.
 * Takes what real senders write: encoded-words and raw 8-bit in values, unquoted spaces, missing quotes.
 * At most `limits.params` parameters and `limits.pieces` continuations (Dovecot CVE-2026-27859). Linear.
 */
export function parseParamField(
  text: string,
  limits: Pick<ParseLimits, 'params' | 'pieces'>,
): ParamField {
  const mainEnd = text.indexOf(';')
  const main = mainEnd === -1 ? text : text.slice(0, mainEnd)
  const scan: Scan = {
    text,
    at: mainEnd === -1 ? text.length : mainEnd,
    plain: new Map(),
    pieces: new Map(),
    pieceCount: 0,
    hits: new Set(),
  }
  while (scan.at < text.length) readParam(scan, limits)
  const params = new Map(scan.plain)
  for (const [name, pieces] of scan.pieces) params.set(name, joinPieces(pieces))
  for (const [name, value] of params) params.set(name, cut(cleanText(value), MAX_VALUE))
  return {
    value: cut(cleanText(withoutComments(main)).trim().toLowerCase(), 200),
    // fromEntries defines own properties, so a parameter named __proto__ is only data.
    params: Object.fromEntries(params),
    hits: [...scan.hits],
  }
}

/** The text without RFC 5322 comments; an unclosed comment runs to the end. Linear. */
export function withoutComments(text: string): string {
  if (!text.includes('(')) return text
  let out = ''
  let depth = 0
  let from = 0
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i)
    if (char === '\\') i++
    else if (char === '(') {
      if (depth === 0) out += text.slice(from, i)
      depth++
    } else if (char === ')' && depth > 0) {
      depth--
      from = i + 1
    }
  }
  return depth > 0 ? out : out + text.slice(from)
}

function readParam(scan: Scan, limits: Pick<ParseLimits, 'params' | 'pieces'>): void {
  const { text } = scan
  const start = scan.at + 1
  let at = start
  while (at < text.length && text[at] !== '=' && text[at] !== ';') at++
  scan.at = at
  if (text[at] !== '=') return
  const written = withoutComments(text.slice(start, Math.min(at, start + 300)))
  const name = written.trim().toLowerCase()
  scan.at = at + 1
  const value = readValue(scan, name)
  if (/^[\w!#$%&'*+.^`{|}~-]+$/.test(name)) keepParam(scan, { name, value }, limits)
}

/** Leaves `scan.at` on the next semicolon or at the end. */
function readValue(scan: Scan, name: string): string {
  const { text } = scan
  let at = scan.at
  while (text[at] === ' ' || text[at] === '\t') at++
  if (text[at] === '"') return readQuoted(scan, at + 1)
  const semicolon = text.indexOf(';', at)
  scan.at = semicolon === -1 ? text.length : semicolon
  const value = text.slice(at, scan.at).trim()
  // Unquoted file names hold brackets: report(1).pdf
  return name.includes('name') ? value : withoutComments(value).trim()
}

function readQuoted(scan: Scan, from: number): string {
  const { text } = scan
  let value = ''
  let at = from
  for (; at < text.length && text[at] !== '"'; at++) {
    // Only \" and \\ are escapes: old Windows senders write C:\dir\file
    if (text[at] === '\\' && (text[at + 1] === '"' || text[at + 1] === '\\')) at++
    value += text.charAt(at)
  }
  const semicolon = text.indexOf(';', at)
  scan.at = semicolon === -1 ? text.length : semicolon
  return value
}

function keepParam(
  scan: Scan,
  param: { name: string; value: string },
  limits: Pick<ParseLimits, 'params' | 'pieces'>,
): void {
  const match = /^([^*]+)(?:\*(\d{1,6}))?(\*?)$/.exec(param.name)
  if (match === null) return
  const [, base = '', index, star] = match
  if (index === undefined && star === '') {
    keepPlain(scan, param, limits.params)
    return
  }
  if (scan.pieceCount >= limits.pieces) {
    scan.hits.add('pieces')
    return
  }
  scan.pieceCount++
  const pieces = scan.pieces.get(base) ?? []
  pieces.push({
    index: index === undefined ? -1 : Number(index),
    encoded: star === '*',
    value: param.value,
  })
  scan.pieces.set(base, pieces)
}

function keepPlain(scan: Scan, param: { name: string; value: string }, max: number): void {
  if (scan.plain.has(param.name)) return
  if (scan.plain.size >= max) {
    scan.hits.add('params')
    return
  }
  // A boundary may look like an encoded-word; it is compared as written.
  const value = param.name === 'boundary' ? param.value : decodeWords(param.value)
  scan.plain.set(param.name, value)
}

/** RFC 2231 sections 3 and 4. `name*` beats `name*0`; pieces after a gap are not used. */
function joinPieces(pieces: Piece[]): string {
  const whole = pieces.find((piece) => piece.index === -1)
  if (whole !== undefined) return decodePieces([whole])
  const sorted = pieces.toSorted((a, b) => a.index - b.index)
  const run: Piece[] = []
  let next = sorted[0]?.index ?? 0
  for (const piece of sorted) {
    if (piece.index > next) break
    if (piece.index === next) {
      run.push(piece)
      next++
    }
  }
  return decodePieces(run)
}

function decodePieces(run: Piece[]): string {
  if (!run.some((piece) => piece.encoded)) {
    return decodeWords(run.map((piece) => piece.value).join(''))
  }
  let charset: string | null = null
  const chunks: number[] = []
  for (const [position, piece] of run.entries()) {
    let value = piece.value
    const quote = position === 0 && piece.encoded ? value.indexOf("'") : -1
    const second = quote === -1 ? -1 : value.indexOf("'", quote + 1)
    if (second !== -1) {
      charset = value.slice(0, quote) || null
      value = value.slice(second + 1)
    }
    const bytes = piece.encoded ? decodePercent(value) : new TextEncoder().encode(value)
    for (const byte of bytes) chunks.push(byte)
  }
  // A character may be cut in two between pieces: bytes first, charset last.
  return decodeCharset(new Uint8Array(chunks), charset)
}
