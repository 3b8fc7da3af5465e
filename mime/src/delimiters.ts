const LF = 10
const CR = 13
const DASH = 45

/** The boundary line that ended a body. `level` is the index of its multipart on the stack, -1 for the end of input. */
export type Stop = {
  level: number
  closing: boolean
  /** Where the body before it ends: the line end in front of a boundary belongs to the boundary (RFC 2046 section 5.1.1). */
  bodyEnd: number
  /** Line ends in front of `bodyEnd`, counted from the start of the message. */
  newlines: number
}

/** One forward walk over the lines of a message; every byte is looked at once, whatever the nesting. */
export type LineScan = {
  raw: Uint8Array
  /** Start of the next line. */
  at: number
  /** Line ends in front of `at`. */
  newlines: number
  stop: Stop
  open: OpenBoundaries
  maxLine: number
  longLine: boolean
}

type OpenBoundaries = {
  /** Boundary as one character per byte → level. */
  levels: Map<string, number>
  /** How many open boundaries have this hash: most lines that begin with "--" are told apart without making a string. */
  hashes: Map<number, number>
  stack: { boundary: string; hash: number; hides: number | undefined }[]
  longest: number
}

export function newLineScan(raw: Uint8Array, maxLine: number): LineScan {
  return {
    raw,
    at: 0,
    newlines: 0,
    stop: { level: -1, closing: false, bodyEnd: 0, newlines: 0 },
    open: { levels: new Map(), hashes: new Map(), stack: [], longest: 0 },
    maxLine,
    longLine: false,
  }
}

/** From now on lines with this boundary stop the scan. Returns its level. */
export function pushBoundary(scan: LineScan, boundary: string): number {
  const { levels, hashes, stack } = scan.open
  const encoded = new TextEncoder().encode(boundary)
  const bytes = bytesAsText(encoded)
  const hash = hashOf(encoded, 0, encoded.length)
  const level = stack.length
  stack.push({ boundary: bytes, hash, hides: levels.get(bytes) })
  hashes.set(hash, (hashes.get(hash) ?? 0) + 1)
  levels.set(bytes, level)
  scan.open.longest = Math.max(scan.open.longest, bytes.length)
  return level
}

export function popBoundary(scan: LineScan): void {
  const { levels, hashes, stack } = scan.open
  const gone = stack.pop()
  if (gone === undefined) return
  const sameHash = (hashes.get(gone.hash) ?? 1) - 1
  if (sameHash === 0) hashes.delete(gone.hash)
  else hashes.set(gone.hash, sameHash)
  if (gone.hides === undefined) levels.delete(gone.boundary)
  else levels.set(gone.boundary, gone.hides)
  if (stack.length === 0) scan.open.longest = 0
}

/** Moves behind the next boundary line of any open multipart (or to the end) and describes it in `scan.stop`. */
export function skipBody(scan: LineScan): void {
  const { raw, maxLine } = scan
  const end = raw.length
  let at = scan.at
  let newlines = scan.newlines
  while (at < end) {
    const lf = raw.indexOf(LF, at)
    const lineEnd = lf === -1 ? end : lf
    if (raw[at] === DASH && raw[at + 1] === DASH) {
      scan.newlines = newlines
      if (stopsAt(scan, at, lineEnd)) return
    }
    if (lineEnd - at > maxLine) scan.longLine = true
    if (lf === -1) break
    newlines++
    at = lf + 1
  }
  scan.at = end
  scan.newlines = newlines
  scan.stop = { level: -1, closing: false, bodyEnd: end, newlines }
}

/**
 * Is this line a boundary line of an open multipart? Then the scan goes on behind it. The whole line has to
 * be the boundary (with "--" and white space after it), so that "b" never matches "--b0".
 */
export function stopsAt(scan: LineScan, lineStart: number, lineEnd: number): boolean {
  const { levels, longest } = scan.open
  if (levels.size === 0) return false
  const end = trimEnd(scan.raw, lineStart, lineEnd)
  if (end - lineStart > longest + 4) return false
  if (!mayMatch(scan, lineStart + 2, end)) return false
  const text = bytesAsText(scan.raw.subarray(lineStart + 2, end))
  const level = levels.get(text)
  const closed =
    level === undefined && text.endsWith('--') ? levels.get(text.slice(0, -2)) : undefined
  const found = level ?? closed
  if (found === undefined) return false
  const hasLf = lineEnd < scan.raw.length
  const before = lineStart > 0 ? (scan.raw[lineStart - 2] === CR ? 2 : 1) : 0
  scan.stop = {
    level: found,
    closing: level === undefined,
    bodyEnd: lineStart - before,
    newlines: Math.max(0, scan.newlines - 1),
  }
  scan.at = hasLf ? lineEnd + 1 : lineEnd
  if (hasLf) scan.newlines++
  return true
}

function mayMatch(scan: LineScan, from: number, to: number): boolean {
  const { hashes } = scan.open
  if (hashes.has(hashOf(scan.raw, from, to))) return true
  const closes = to - from > 2 && scan.raw[to - 1] === DASH && scan.raw[to - 2] === DASH
  return closes && hashes.has(hashOf(scan.raw, from, to - 2))
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193)
  return hash
}

function trimEnd(raw: Uint8Array, start: number, lineEnd: number): number {
  let end = lineEnd
  while (end > start && isBlank(raw[end - 1])) end--
  return end
}

function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 9 || byte === CR
}

function bytesAsText(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i++) text += String.fromCharCode(bytes[i] ?? 0)
  return text
}
