import { decodeUnlabelled } from './charset/charset.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import type { ParseLimits } from './types.ts'

/** One field of a header block. Offsets are bytes into the raw message; `end` is after its last line end. */
export type HeaderField = {
  /** Lower case. */
  name: string
  start: number
  end: number
  /** Unfolded and trimmed; raw 8-bit read as UTF-8, else what it looks like. Encoded-words stay. At most 64 kB. */
  value(): string
}

export type HeaderScan = {
  fields: HeaderField[]
  /** First byte of the body; equals the place of the delimiter line if the block was cut short by one. */
  bodyStart: number
  /** Line ends between the start and bodyStart. */
  newlines: number
  /** True if `stopsAt` ended the block. */
  stopped: boolean
  /** True if fields or values were left out because of the limits. */
  overLimit: boolean
}

/** What `scanHeaders` reads and how much of it. */
export type ScanRange = {
  start: number
  end: number
  limits: Pick<ParseLimits, 'headerBlock' | 'headerField'>
  /** At one more field than these the scan ends, over its limit; all are read when absent. */
  maxFields?: number
  /** Asked for every line that begins with "--": does it end the block (a boundary line)? */
  stopsAt?: (lineStart: number, lineEnd: number) => boolean
}

const LF = 10
const CR = 13
const COLON = 58
const DASH = 45

/**
 * The fields of the header block at `start`, up to the empty line or `end`. Lines that are no field are
 * skipped. Limits: 256 kB of the block, 64 kB of one value. Never throws, linear.
 */
export function readHeaders(raw: Uint8Array, start = 0, end = raw.length): HeaderField[] {
  return scanHeaders(raw, { start, end, limits: DEFAULT_LIMITS }).fields
}

/** Value of the first field with this name (lower case), null if there is none. */
export function getHeader(source: Uint8Array | HeaderField[], name: string): string | null {
  const fields = source instanceof Uint8Array ? readHeaders(source) : source
  return fields.find((field) => field.name === name)?.value() ?? null
}

/** Values of all fields with this name (lower case), in order. */
export function getHeaders(source: Uint8Array | HeaderField[], name: string): string[] {
  const fields = source instanceof Uint8Array ? readHeaders(source) : source
  return fields.filter((field) => field.name === name).map((field) => field.value())
}

/**
 * The message without the fields of its top header block that `remove` picks; everything else byte for byte.
 * Looks at the whole block whatever its size: a forged Authentication-Results must not hide behind a limit
 * (RFC 8601 section 5). Returns `raw` itself if nothing was removed.
 */
export function removeHeaders(
  raw: Uint8Array,
  remove: (field: HeaderField) => boolean,
): Uint8Array {
  const limits = { headerBlock: raw.length, headerField: DEFAULT_LIMITS.headerField }
  const { fields } = scanHeaders(raw, { start: 0, end: raw.length, limits })
  const removed = fields.filter(remove)
  if (removed.length === 0) return raw
  const gone = removed.reduce((sum, field) => sum + field.end - field.start, 0)
  const out = new Uint8Array(raw.length - gone)
  let from = 0
  let size = 0
  for (const field of removed) {
    out.set(raw.subarray(from, field.start), size)
    size += field.start - from
    from = field.end
  }
  out.set(raw.subarray(from), size)
  return out
}

/** One pass over a header block, the base of everything else in this file. */
export function scanHeaders(raw: Uint8Array, range: ScanRange): HeaderScan {
  const { end } = range
  const scan: OpenScan = {
    open: null,
    fields: [],
    bodyStart: end,
    newlines: 0,
    stopped: false,
    overLimit: false,
  }
  let at = range.start
  while (at < end) {
    const lf = raw.indexOf(LF, at)
    const lineEnd = lf === -1 || lf >= end ? end : lf
    const line = { scan, at, lineEnd, next: Math.min(lineEnd + 1, end) }
    if (endsBlock(raw, range, line) || !addLine(raw, range, line)) break
    if (lineEnd < end) scan.newlines++
    at = line.next
  }
  return scan
}

type OpenScan = HeaderScan & { open: HeaderField | null }
type Line = { scan: OpenScan; at: number; lineEnd: number; next: number }

/** Starts or continues a field. False if the line shows that there is no header here. */
function addLine(raw: Uint8Array, range: ScanRange, line: Line): boolean {
  const { scan, at, next } = line
  const { open } = scan
  if (open !== null && isBlank(raw[at])) {
    open.end = next
    if (next - open.start > range.limits.headerField) scan.overLimit = true
    return true
  }
  const field = readField(raw, line, range.limits)
  scan.open = field
  if (field === null) return !isBodyWithoutHeader(raw, range, line)
  const isOver = at >= range.start + range.limits.headerBlock
  if (isOver || next - at > range.limits.headerField) scan.overLimit = true
  if (scan.fields.length === range.maxFields) {
    scan.overLimit = true
    return false
  }
  if (!isOver) scan.fields.push(field)
  return true
}

/** The first line is no field: there is no header at all, what stands here is the body. */
function isBodyWithoutHeader(raw: Uint8Array, range: ScanRange, line: Line): boolean {
  const { scan, at } = line
  if (scan.fields.length > 0 || scan.overLimit || isMboxLine(raw, at, range.start)) return false
  scan.bodyStart = at
  return true
}

/** The empty line (left behind) or a boundary line (left where it is). */
function endsBlock(raw: Uint8Array, range: ScanRange, line: Line): boolean {
  const { scan, at, lineEnd } = line
  if (isEmptyLine(raw, at, lineEnd)) {
    if (lineEnd < range.end) scan.newlines++
    scan.bodyStart = Math.min(lineEnd + 1, range.end)
    return true
  }
  scan.stopped = raw[at] === DASH && raw[at + 1] === DASH && range.stopsAt?.(at, lineEnd) === true
  if (scan.stopped) scan.bodyStart = at
  return scan.stopped
}

function readField(raw: Uint8Array, line: Line, limits: ScanRange['limits']): HeaderField | null {
  const { at: start, next: end } = line
  // Some programs write a byte order mark before the whole message; trace fields may stand before it by now.
  const nameStart = hasMark(raw, start) ? start + 3 : start
  const colon = nameEnd(raw, nameStart, line.lineEnd)
  if (colon === -1) return null
  return {
    name: fieldName(raw, nameStart, colon),
    start,
    end,
    value() {
      const bytes = raw.subarray(colon + 1, Math.min(this.end, colon + 1 + limits.headerField))
      return decodeUnlabelled(bytes)
        .replace(/[\r\n]+/g, '')
        .trim()
    },
  }
}

const hasMark = (raw: Uint8Array, at: number): boolean =>
  raw[at] === 0xef && raw[at + 1] === 0xbb && raw[at + 2] === 0xbf

/** Offset of the colon, -1 if the line does not begin with a field name (RFC 5322 section 2.2). */
function nameEnd(raw: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end && isNameByte(raw[at] ?? 0)) at++
  if (at === start) return -1
  // Section 4.5 lets white space stand before the colon.
  while (at < end && isBlank(raw[at])) at++
  return raw[at] === COLON && at < end ? at : -1
}

function isNameByte(byte: number): boolean {
  return byte > 32 && byte < 127 && byte !== COLON
}

function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 9
}

function fieldName(raw: Uint8Array, start: number, colon: number): string {
  let name = ''
  const end = Math.min(colon, start + 200)
  for (let i = start; i < end; i++) name += String.fromCharCode(raw[i] ?? 0)
  return name.trimEnd().toLowerCase()
}

function isEmptyLine(raw: Uint8Array, start: number, end: number): boolean {
  let at = start
  while (at < end && raw[at] === CR) at++
  return at === end
}

/** The "From " line of an mbox file, at the very top only. */
function isMboxLine(raw: Uint8Array, at: number, start: number): boolean {
  if (at !== start) return false
  const text = fieldName(raw, at, at + 6)
  return text.startsWith('from ') || text.startsWith('>from')
}
