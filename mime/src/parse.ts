import type { LineScan } from './delimiters.ts'
import { newLineScan, popBoundary, pushBoundary, skipBody, stopsAt } from './delimiters.ts'
import type { EnvelopeBudget } from './envelope.ts'
import { buildEnvelope } from './envelope.ts'
import type { HeaderField, HeaderScan } from './headers.ts'
import { scanHeaders } from './headers.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import type { PartFields } from './part-fields.ts'
import { readPartFields } from './part-fields.ts'
import type { LimitHit, ParsedMessage, ParseLimits, Part } from './types.ts'

type State = EnvelopeBudget & { scan: LineScan; partCount: number }
/** Where a part stands: its section number, and the number its children continue from. */
type Place = { section: string; prefix: string; depth: number; inDigest: boolean }

/**
 * Structure and envelope of a raw message (RFC 5322, RFC 2045 to 2049, RFC 2231), with byte offsets. One forward pass,
 * time linear in the size for every input (T31); never throws. Above a limit the rest stays a part that is not
 * opened, and the limit is named in `limits`.
 */
export function parseMessage(raw: Uint8Array, limits: Partial<ParseLimits> = {}): ParsedMessage {
  const all = { ...DEFAULT_LIMITS, ...limits }
  // The walk is recursive: whatever is asked for, it must not outgrow the stack.
  all.depth = Math.min(all.depth, 500)
  const hits = new Set<LimitHit>()
  const scan = newLineScan(raw, all.line)
  const state: State = { scan, partCount: 0, addressesLeft: all.addresses, limits: all, hits }
  const { part, fields } = parseEntity(state, {
    section: '1',
    prefix: '',
    depth: 0,
    inDigest: false,
  })
  const envelope = buildEnvelope(fields, state)
  if (scan.longLine) hits.add('line')
  return { size: raw.length, envelope, root: atRoot(part), limits: [...hits] }
}

/** The part with this IMAP section number; '' is the root. Goes into attached messages. */
export function findPart(parsed: ParsedMessage, section: string): Part | null {
  return section === '' ? parsed.root : findIn(parsed.root, section)
}

function findIn(part: Part, section: string): Part | null {
  if (part.section === section) return part
  const below = part.message === null ? part.parts : [part.message.root]
  for (const child of below) {
    if (
      child.section !== '' &&
      section !== child.section &&
      !section.startsWith(`${child.section}.`)
    )
      continue
    const found = findIn(child, section)
    if (found !== null) return found
  }
  return null
}

function parseEntity(state: State, place: Place): { part: Part; fields: HeaderField[] } {
  const { scan } = state
  const start = scan.at
  state.partCount++
  const header = scanHeaders(scan.raw, {
    start,
    end: scan.raw.length,
    limits: state.limits,
    stopsAt: (from, to) => isBoundaryLine(scan, from, to),
  })
  if (header.overLimit) state.hits.add('header')
  const read = readPartFields(header.fields, { inDigest: place.inDigest, limits: state.limits })
  for (const hit of read.hits) state.hits.add(hit)
  const part = newPart(read, { section: place.section, start, bodyStart: header.bodyStart })
  if (header.stopped) endWithoutBody(state, part, header)
  else parseBody(state, part, { ...place, header, boundary: read.boundary })
  return { part, fields: header.fields }
}

/** Asked while the header is scanned: does not move the scan, that is done by `endWithoutBody`. */
function isBoundaryLine(scan: LineScan, from: number, to: number): boolean {
  const { at, newlines, stop } = scan
  const found = stopsAt(scan, from, to)
  scan.at = at
  scan.newlines = newlines
  scan.stop = stop
  return found
}

/** The header ran into a boundary line: an empty body, and the parent goes on from that line. */
function endWithoutBody(state: State, part: Part, header: HeaderScan): void {
  const { scan } = state
  scan.at = header.bodyStart
  scan.newlines += header.newlines
  skipBody(scan)
  part.bodyEnd = part.bodyStart
  if (part.type === 'multipart' || isMessage(part)) becomeText(part)
}

type BodyPlace = Place & { header: HeaderScan; boundary: string }

function parseBody(state: State, part: Part, place: BodyPlace): void {
  const { scan } = state
  scan.at = part.bodyStart
  scan.newlines += place.header.newlines
  const newlines = scan.newlines
  if (part.type === 'multipart') parseMultipart(state, part, place)
  else if (isMessage(part)) parseAttachedMessage(state, part, place)
  else skipBody(scan)
  const lastChild = part.message?.root ?? part.parts.at(-1)
  part.bodyEnd = Math.max(part.bodyStart, scan.stop.bodyEnd, lastChild?.bodyEnd ?? 0)
  // The line end of an empty line that ends a header is not given to the boundary behind it.
  const kept = part.bodyEnd > scan.stop.bodyEnd ? 1 : 0
  part.lines = Math.max(0, scan.stop.newlines + kept - newlines)
}

function parseMultipart(state: State, part: Part, place: BodyPlace): void {
  const { scan, limits } = state
  const isOpenable =
    place.boundary !== '' && place.depth < limits.depth && state.partCount < limits.parts
  if (!isOpenable) {
    skipBody(scan)
    if (place.boundary === '') {
      becomeText(part)
      return
    }
    state.hits.add(place.depth < limits.depth ? 'parts' : 'depth')
    becomeOpaque(part)
    return
  }
  const level = pushBoundary(scan, place.boundary)
  skipBody(scan)
  while (scan.stop.level === level && !scan.stop.closing) parseChild(state, part, place)
  popBoundary(scan)
  // Behind the closing line: the epilogue, up to a boundary of a multipart further out.
  if (scan.stop.level === level) skipBody(scan)
  if (part.parts.length === 0) becomeText(part)
}

function parseChild(state: State, part: Part, place: BodyPlace): void {
  if (state.partCount >= state.limits.parts) {
    state.hits.add('parts')
    skipBody(state.scan)
    return
  }
  const section = `${place.prefix}${part.parts.length + 1}`
  const child = parseEntity(state, {
    section,
    prefix: `${section}.`,
    depth: place.depth + 1,
    inDigest: part.subtype === 'digest',
  })
  part.parts.push(child.part)
}

/** RFC 2046 section 5.2.1; numbered as RFC 3501 section 6.4.5 says: the parts of message 2 are 2.1, 2.2 … */
function parseAttachedMessage(state: State, part: Part, place: BodyPlace): void {
  const { scan, limits } = state
  const isEncoded = part.encoding === 'base64' || part.encoding === 'quoted-printable'
  const isOpenable = !isEncoded && place.depth < limits.depth && state.partCount < limits.parts
  if (!isOpenable) {
    skipBody(scan)
    if (!isEncoded) state.hits.add(place.depth < limits.depth ? 'parts' : 'depth')
    becomeOpaque(part)
    return
  }
  const { part: root, fields } = parseEntity(state, {
    section: `${part.section}.1`,
    prefix: `${part.section}.`,
    depth: place.depth + 1,
    inDigest: false,
  })
  part.message = { envelope: buildEnvelope(fields, state), root: atRoot(root) }
}

/** A multipart at the root of a message has no number of its own. */
function atRoot(part: Part): Part {
  if (part.type === 'multipart') part.section = ''
  return part
}

function isMessage(part: Part): boolean {
  return part.type === 'message' && (part.subtype === 'rfc822' || part.subtype === 'global')
}

/** RFC 2045 section 5.2: what cannot be understood is text, so that a reader sees it. */
function becomeText(part: Part): void {
  part.type = 'text'
  part.subtype = 'plain'
}

function becomeOpaque(part: Part): void {
  if (isMessage(part)) part.filename ??= 'message.eml'
  part.type = 'application'
  part.subtype = 'octet-stream'
}

function newPart(
  read: PartFields,
  at: { section: string; start: number; bodyStart: number },
): Part {
  return {
    section: at.section,
    headerStart: at.start,
    bodyStart: at.bodyStart,
    bodyEnd: at.bodyStart,
    lines: 0,
    type: read.type,
    subtype: read.subtype,
    params: read.params,
    encoding: read.encoding,
    disposition: read.disposition,
    dispositionParams: read.dispositionParams,
    filename: read.filename,
    contentId: read.contentId,
    description: read.description,
    language: read.language,
    location: read.location,
    md5: read.md5,
    parts: [],
    message: null,
  }
}
