import type { AttachmentInfo } from './attachments.ts'
import { attachmentOf } from './attachments.ts'
import { charsetOfMark, decodeCharset } from './charset/charset.ts'
import { canonicalCharset } from './charset/charset-names.ts'
import { cut } from './clean.ts'
import { decodeBase64, decodeQuotedPrintable, decodeUuencode } from './codecs.ts'
import { unflow } from './flowed.ts'
import { referencedIds } from './html/cid-references.ts'
import { htmlToText } from './html/html-text.ts'
import type { BodyPiece } from './join-bodies.ts'
import { joinHtml, joinText } from './join-bodies.ts'
import type { ParsedMessage, Part } from './types.ts'

export type { AttachmentInfo } from './attachments.ts'

export type MessageContent = {
  /** The plain text a reader should see, null if the message brings none; lines end with '\n'. */
  text: string | null
  /** The HTML a reader should see, null if there is none. Hostile: to be sanitised by whoever shows it. */
  html: string | null
  /** The first text/calendar part, whether or not it is an attachment too. */
  calendar: string | null
  attachments: AttachmentInfo[]
  /** True if a text was longer than `maxText` and is cut. */
  truncated: boolean
}

type BodyKind = 'text' | 'html' | 'calendar'
type Reading = {
  raw: Uint8Array
  attachments: { part: Part; info: AttachmentInfo }[]
  calendar: string | null
  /** Characters that may still be decoded of each kind. */
  left: Record<BodyKind, number>
  truncated: boolean
}

const LF = 10
const CR = 13
const DEFAULT_MAX_TEXT = 4_000_000

/**
 * Bytes of a leaf part without its transfer encoding (RFC 2045 section 6). A view into `raw` if there is none. Garbage gives
 * what can be saved, never an error.
 */
export function decodeBody(raw: Uint8Array, part: Part): Uint8Array {
  const body = raw.subarray(part.bodyStart, part.bodyEnd)
  switch (part.encoding) {
    case 'base64':
      return decodeBase64(body)
    case 'quoted-printable':
      return decodeQuotedPrintable(body)
    case 'x-uuencode':
    case 'x-uue':
    case 'uuencode':
      return decodeUuencode(body)
    default:
      return body
  }
}

/** Text of a text part: charset repaired, format=flowed (RFC 3676) joined, line ends '\n', no NUL. */
export function decodeText(raw: Uint8Array, part: Part): string {
  const bytes = decodeBody(raw, part)
  const declared = part.params.charset ?? null
  const label = declared ?? (part.subtype === 'html' ? metaCharset(bytes) : null)
  const text = plainLines(bytes, label)
  if (part.subtype !== 'plain' || part.params.format?.toLowerCase() !== 'flowed') return text
  return unflow(text, part.params.delsp?.toLowerCase() === 'yes')
}

/**
 * What a reader of the message sees, and the list of its attachments without decoding them. multipart/alternative gives its
 * best version, texts of multipart/mixed are joined, attached messages and delivery reports stay attachments. At most
 * `maxText` characters each of text, HTML and calendar are decoded. Time and memory linear, never throws.
 */
export function readContent(
  raw: Uint8Array,
  parsed: ParsedMessage,
  options: { maxText?: number } = {},
): MessageContent {
  const max = options.maxText ?? DEFAULT_MAX_TEXT
  const reading: Reading = {
    raw,
    attachments: [],
    calendar: null,
    left: { text: max, html: max, calendar: max },
    truncated: false,
  }
  const pieces = readPart(reading, parsed.root, { isFirst: true, inAlternative: false })
  const html = joinHtml(pieces)
  const used = referencedIds(html ?? '')
  for (const { part, info } of reading.attachments) {
    info.inline = part.contentId !== null && used.has(part.contentId)
  }
  return {
    text: joinText(pieces, htmlToText),
    html,
    calendar: reading.calendar,
    attachments: reading.attachments.map(({ info }) => info),
    truncated: reading.truncated,
  }
}

type Place = {
  /** Nothing was read as body before: a text with a file name may still be the body. */
  isFirst: boolean
  inAlternative: boolean
}

function readPart(reading: Reading, part: Part, place: Place): BodyPiece[] {
  if (part.type !== 'multipart') return readLeaf(reading, part, place)
  if (part.subtype === 'alternative') return readAlternative(reading, part, place)
  if (part.subtype === 'related') return readRelated(reading, part, place)
  const pieces: BodyPiece[] = []
  for (const child of part.parts) {
    const isFirst = place.isFirst && pieces.length === 0
    pieces.push(...readPart(reading, child, { isFirst, inAlternative: false }))
  }
  return pieces
}

/** RFC 2046 section 5.1.4: the last version that can be shown, plus the plain one beside it. */
function readAlternative(reading: Reading, part: Part, place: Place): BodyPiece[] {
  let text: string | null = null
  let html: string | null = null
  for (const child of part.parts) {
    const pieces = readPart(reading, child, { isFirst: place.isFirst, inAlternative: true })
    const childHtml = joinHtml(pieces)
    if (childHtml !== null) html = childHtml
    else text = joinText(pieces, htmlToText) ?? text
  }
  // Some senders leave the plain version empty: then the HTML speaks for both.
  if (html !== null && text?.trim() === '') text = null
  return text === null && html === null ? [] : [{ text, html }]
}

/** RFC 2387: one root, the rest is what it refers to. */
function readRelated(reading: Reading, part: Part, place: Place): BodyPiece[] {
  const start = part.params.start?.replace(/[<>\s]/g, '')
  const named =
    start === undefined ? -1 : part.parts.findIndex((child) => child.contentId === start)
  const rootIndex = Math.max(0, named)
  const pieces: BodyPiece[] = []
  for (const [index, child] of part.parts.entries()) {
    if (index === rootIndex) pieces.push(...readPart(reading, child, place))
    else collectAttachments(reading, child)
  }
  return pieces
}

function collectAttachments(reading: Reading, part: Part): void {
  if (part.type === 'multipart') {
    for (const child of part.parts) collectAttachments(reading, child)
  } else {
    addAttachment(reading, part)
  }
}

function readLeaf(reading: Reading, part: Part, place: Place): BodyPiece[] {
  const isCalendar = isCalendarPart(part)
  if (isCalendar) reading.calendar ??= readText(reading, part, 'calendar')
  if (isBody(part, place)) {
    const kind = part.subtype === 'html' ? 'html' : 'text'
    return [{ text: null, html: null, [kind]: readText(reading, part, kind) }]
  }
  const isHiddenVersion = place.inAlternative && part.type === 'text' && part.filename === null
  if (!isHiddenVersion || part.disposition === 'attachment') addAttachment(reading, part)
  return []
}

function isBody(part: Part, place: Place): boolean {
  if (part.type !== 'text' || part.disposition === 'attachment') return false
  if (part.subtype !== 'plain' && part.subtype !== 'html') return false
  return part.filename === null || place.isFirst || place.inAlternative
}

function isCalendarPart(part: Part): boolean {
  if (part.type === 'text') return part.subtype === 'calendar'
  return part.type === 'application' && part.subtype === 'ics'
}

function addAttachment(reading: Reading, part: Part): void {
  reading.attachments.push({ part, info: attachmentOf(reading.raw, part) })
}

/** At most what is left of the allowance; of a longer part only the beginning is decoded at all. */
function readText(reading: Reading, part: Part, kind: BodyKind): string {
  const left = reading.left[kind]
  // Four bytes per character, three raw bytes per byte in quoted-printable.
  const maxBytes = left * (part.encoding === 'quoted-printable' ? 12 : 6) + 64
  const isLong = part.bodyEnd - part.bodyStart > maxBytes
  const shown = isLong ? { ...part, bodyEnd: part.bodyStart + maxBytes } : part
  const whole = decodeText(reading.raw, shown)
  const text = cut(whole, left)
  if (isLong || text.length < whole.length) reading.truncated = true
  reading.left[kind] -= text.length
  return text
}

/**
 * Line ends and NUL are seen to while these are bytes: in nearly every charset of mail they are single bytes of their own,
 * and replacing millions of them in a string costs a hundred times its size in memory.
 */
function plainLines(bytes: Uint8Array, label: string | null): string {
  const declared = label === null ? null : canonicalCharset(label)
  // The same as decodeCharset: without a charset, or with the one that says nothing, the mark of the text is asked.
  const charset = declared === null || declared === 'us-ascii' ? charsetOfMark(bytes) : declared
  const isWide = charset?.startsWith('utf-16') === true
  const text = isWide
    ? decodeCharset(bytes, charset)
    : decodeCharset(withPlainLineEnds(bytes), label)
  // UTF-7 writes them in letters (`+AAA-`, RFC 2152): what no byte was is looked for once more.
  if (!text.includes('\0') && !text.includes('\r')) return text
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '')
}

function withPlainLineEnds(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(CR) && !bytes.includes(0)) return bytes
  const out = new Uint8Array(bytes.length)
  let size = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte === CR) {
      if (bytes[i + 1] !== LF) out[size++] = LF
    } else if (byte !== 0) {
      out[size++] = byte
    }
  }
  return out.subarray(0, size)
}

/** `<meta charset=…>` near the top of HTML that came without a charset parameter. */
function metaCharset(bytes: Uint8Array): string | null {
  const top = decodeCharset(bytes.subarray(0, 2048), 'windows-1252')
  return /<meta\s[^<>]{0,200}?charset=["']?([\w.:-]{1,40})/i.exec(top)?.[1] ?? null
}
