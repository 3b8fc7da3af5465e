const LF = 10
const CR = 13
const SPACE = 32
const TAB = 9
const EQUALS = 61
const DASH = 45
const UNDERSCORE = 95
const BACKTICK = 96
const NOT_BASE64 = 64
const NOT_HEX = 16
const ENCODE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

type Base64State = { at: number; size: number; group: number; have: number }

const BASE64 = base64Table()
const HEX = hexTable()

/**
 * RFC 2045 section 6.8. Never throws: characters outside the alphabet are skipped, padding in the
 * middle starts a new group, an incomplete last group gives the bytes it has. A line
 * that begins with "--" or "__" ends the data. Linear.
 */
export function decodeBase64(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(Math.floor((bytes.length * 3) / 4) + 3)
  const state: Base64State = { at: 0, size: 0, group: 0, have: 0 }
  while (state.at < bytes.length) {
    if (state.have === 0) decodeWholeGroups(bytes, out, state)
    if (isFooter(bytes, state.at)) break
    if (state.at < bytes.length) decodeBase64Byte(bytes[state.at++] ?? 0, out, state)
  }
  flushGroup(out, state)
  return out.subarray(0, state.size)
}

/** RFC 2045 section 6.8, without line breaks. */
export function encodeBase64(bytes: Uint8Array): string {
  let out = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const a = bytes[at] ?? 0
    const b = bytes[at + 1] ?? 0
    const c = bytes[at + 2] ?? 0
    const left = bytes.length - at
    out += ENCODE.charAt(a >> 2) + ENCODE.charAt(((a & 3) << 4) | (b >> 4))
    out += left > 1 ? ENCODE.charAt(((b & 15) << 2) | (c >> 6)) : '='
    out += left > 2 ? ENCODE.charAt(c & 63) : '='
  }
  return out
}

/** RFC 2045 section 6.7. Never throws: an '=' that starts no escape stays as it is. Linear. */
export function decodeQuotedPrintable(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length)
  let size = 0
  let at = 0
  // Only white space after this mark was written as itself and may be transport padding.
  let keep = 0
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0
    const next = byte === EQUALS ? escapeEnd(bytes, at) : 0
    if (next > 0) {
      if (next === at + 3 && hexPair(bytes, at + 1) >= 0) out[size++] = hexPair(bytes, at + 1)
      keep = size
      at = next
      continue
    }
    if (byte === LF || byte === CR) size = withoutPadding(out, keep, size)
    out[size++] = byte
    at++
  }
  return out.subarray(0, size)
}

/** The "Q" encoding of RFC 2047 section 4.2, given as text. */
export function decodeQ(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text)
  const out = new Uint8Array(bytes.length)
  let size = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const escaped = byte === EQUALS ? hexPair(bytes, at + 1) : -1
    if (escaped >= 0) at += 2
    out[size++] = escaped >= 0 ? escaped : byte === UNDERSCORE ? SPACE : byte
  }
  return out.subarray(0, size)
}

/** RFC 2231 section 4 percent escapes, given as text; broken escapes stay as they are. */
export function decodePercent(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text)
  const out = new Uint8Array(bytes.length)
  let size = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const escaped = byte === 37 ? hexPair(bytes, at + 1) : -1
    if (escaped >= 0) at += 2
    out[size++] = escaped >= 0 ? escaped : byte
  }
  return out.subarray(0, size)
}

/** Body of Content-Transfer-Encoding x-uuencode (POSIX uuencode). Bytes before "begin" are skipped. Linear. */
export function decodeUuencode(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length)
  let size = 0
  let begun = false
  for (let start = 0; start < bytes.length; ) {
    const lf = bytes.indexOf(LF, start)
    const end = lf === -1 ? bytes.length : lf
    if (!begun) begun = startsWith(bytes, start, 'begin ')
    else if (startsWith(bytes, start, 'end')) break
    else size = decodeUuLine(bytes.subarray(start, end), out, size)
    start = end + 1
  }
  return out.subarray(0, size)
}

/** Number of bytes `decodeBase64` would give, without making them. */
export function base64Size(bytes: Uint8Array): number {
  let count = 0
  for (let at = 0; at < bytes.length; at++) {
    if ((BASE64[bytes[at] ?? 0] ?? NOT_BASE64) < NOT_BASE64) count++
  }
  return Math.floor((count * 3) / 4)
}

/** The fast road: four characters at a time, up to the first that is none of the alphabet. */
function decodeWholeGroups(bytes: Uint8Array, out: Uint8Array, state: Base64State): void {
  const last = bytes.length - 4
  let { at, size } = state
  for (; at <= last; at += 4) {
    const a = BASE64[bytes[at] ?? 0] ?? NOT_BASE64
    const b = BASE64[bytes[at + 1] ?? 0] ?? NOT_BASE64
    const c = BASE64[bytes[at + 2] ?? 0] ?? NOT_BASE64
    const d = BASE64[bytes[at + 3] ?? 0] ?? NOT_BASE64
    if ((a | b | c | d) >= NOT_BASE64) break
    out[size++] = (a << 2) | (b >> 4)
    out[size++] = (b << 4) | (c >> 2)
    out[size++] = (c << 6) | d
  }
  state.at = at
  state.size = size
}

/** Mailing lists append plain text behind "--" or "__" to base64 bodies. */
function isFooter(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at]
  if (byte !== DASH && byte !== UNDERSCORE) return false
  return bytes[at + 1] === byte && (at === 0 || bytes[at - 1] === LF)
}

function decodeBase64Byte(byte: number, out: Uint8Array, state: Base64State): void {
  const bits = BASE64[byte] ?? NOT_BASE64
  if (bits < NOT_BASE64) {
    state.group = (state.group << 6) | bits
    state.have++
  }
  if (state.have === 4 || byte === EQUALS) flushGroup(out, state)
}

function flushGroup(out: Uint8Array, state: Base64State): void {
  const { size, have } = state
  const bits = state.group << (6 * (4 - have))
  if (have > 1) out[size] = bits >> 16
  if (have > 2) out[size + 1] = bits >> 8
  if (have > 3) out[size + 2] = bits
  state.size += Math.max(0, have - 1)
  state.group = 0
  state.have = 0
}

function decodeUuLine(line: Uint8Array, out: Uint8Array, at: number): number {
  const first = line[0] ?? BACKTICK
  const length = Math.min((first - SPACE) & 63, Math.floor(((line.length - 1) * 3) / 4) + 1)
  let size = at
  for (let i = 1; size < at + length && i < line.length; i += 4) {
    const [a, b, c, d] = [
      uuBits(line[i]),
      uuBits(line[i + 1]),
      uuBits(line[i + 2]),
      uuBits(line[i + 3]),
    ]
    out[size++] = (a << 2) | (b >> 4)
    if (size < at + length) out[size++] = (b << 4) | (c >> 2)
    if (size < at + length) out[size++] = (c << 6) | d
  }
  return size
}

function uuBits(byte: number | undefined): number {
  return ((byte ?? SPACE) - SPACE) & 63
}

function startsWith(bytes: Uint8Array, start: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (bytes[start + i] !== text.charCodeAt(i)) return false
  }
  return true
}

function hexPair(bytes: Uint8Array, at: number): number {
  const high = HEX[bytes[at] ?? 0] ?? NOT_HEX
  const low = HEX[bytes[at + 1] ?? 0] ?? NOT_HEX
  return high < NOT_HEX && low < NOT_HEX ? (high << 4) | low : -1
}

/** Behind the escape or soft break that starts with this '=', 0 if it is only a character. */
function escapeEnd(bytes: Uint8Array, at: number): number {
  return hexPair(bytes, at + 1) >= 0 ? at + 3 : softBreakEnd(bytes, at + 1)
}

/** Where the line after a soft break starts, 0 if this is none. White space before the break is transport padding. */
function softBreakEnd(bytes: Uint8Array, from: number): number {
  let at = from
  // Longer padding than a line may be is not looked through: many '=' before one long blank run stay linear.
  while (at < from + 80 && isBlank(bytes[at])) at++
  if (at >= bytes.length) return bytes.length
  if (bytes[at] === CR && bytes[at + 1] === LF) return at + 2
  return bytes[at] === LF ? at + 1 : 0
}

function withoutPadding(out: Uint8Array, keep: number, from: number): number {
  let size = from
  while (size > keep && isBlank(out[size - 1])) size--
  return size
}

function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB
}

function base64Table(): Uint8Array {
  const table = new Uint8Array(256).fill(NOT_BASE64)
  for (let i = 0; i < 64; i++) table[ENCODE.charCodeAt(i)] = i
  return table
}

function hexTable(): Uint8Array {
  const table = new Uint8Array(256).fill(NOT_HEX)
  for (let i = 0; i < 10; i++) table[48 + i] = i
  for (let i = 0; i < 6; i++) {
    table[65 + i] = 10 + i
    table[97 + i] = 10 + i
  }
  return table
}
