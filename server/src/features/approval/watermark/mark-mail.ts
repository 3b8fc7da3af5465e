import { decodeBody } from '@hongyan/mime/content'
import { removeHeaders } from '@hongyan/mime/headers'
import { parseMessage } from '@hongyan/mime/parse'
import { smimeFormOf } from '@hongyan/mime/smime-form'
import type { Part } from '@hongyan/mime/types'
import { beginsAsPdf, isPdfInsteadOfText, isPdfInText, mayHoldPdf } from './hidden-pdf.ts'

/** What became of the files of a mail. */
export interface MarkedMail {
  /** Null: as it was. */
  raw: Uint8Array | null
  marked: string[]
  /** PDF that could not be marked, and what may hold some: archives, mails, what is signed or encrypted. */
  unmarked: string[]
  /** Files that are something else. */
  others: string[]
}

interface Marking extends Omit<MarkedMail, 'raw'> {
  line: string
  changes: { from: number; to: number; bytes: Buffer }[]
}

/** Marks every PDF that a mail brings as a file of its own; runs in a thread. */
export async function markMail(raw: Buffer, line: string): Promise<MarkedMail> {
  const marking: Marking = { line, marked: [], unmarked: [], others: [], changes: [] }
  const parsed = parseMessage(raw)
  const form = smimeFormOf(parsed.root)
  if (parsed.limits.length > 0 || form === 'encrypted' || form === 'opaque')
    marking.unmarked.push(parsed.root.filename ?? '')
  else await walk(marking, { raw, part: parsed.root, isClosed: false })
  const { marked, unmarked, others, changes } = marking
  return { raw: changes.length > 0 ? changed(raw, changes) : null, marked, unmarked, others }
}

interface Place {
  raw: Buffer
  part: Part
  /** Inside of what is signed as a whole (RFC 1847). */
  isClosed: boolean
}

async function walk(marking: Marking, { raw, part, isClosed }: Place): Promise<void> {
  if (part.type === 'multipart') {
    const closed = isClosed || part.subtype === 'signed' || part.subtype === 'encrypted'
    for (const one of part.parts) await walk(marking, { raw, part: one, isClosed: closed })
    return
  }
  if (part.message !== null || isElsewhere(part))
    return void marking.unmarked.push(part.filename || '.eml')
  const isSignature = isClosed && /^(?:x-)?p(?:kcs7|gp)-signature$/.test(part.subtype)
  if (!isSignature) await takeFile(marking, { raw, part, isClosed })
}

async function takeFile(marking: Marking, place: Place): Promise<void> {
  const { raw, part } = place
  const bytes = Buffer.from(decodeBody(raw, part))
  const isText = part.type === 'text' && part.filename === null
  if (isText && !isPdfInsteadOfText(bytes)) {
    if (isPdfInText(bytes)) marking.unmarked.push('.pdf')
    return
  }
  if (isText || isPdf(part, bytes)) return markPart(marking, place, bytes)
  const name = part.filename ?? ''
  if (mayHoldPdf(bytes)) return void marking.unmarked.push(name)
  // A picture in the text is text.
  if (part.contentId === null || !isPicture(bytes)) marking.others.push(name)
}

/** A piece of a mail, or a word where the file is (RFC 2046 §5.2.2, §5.2.3). */
const isElsewhere = ({ type, subtype }: Part): boolean =>
  type === 'message' && /^(?:partial|external-body)$/.test(subtype)

/** How PNG, JPEG, GIF, BMP and WebP begin (latin1). */
const pictures = /^(?:\x89PNG|\xff\xd8\xff|GIF8|BM|RIFF....WEBP)/s

const isPicture = (bytes: Buffer): boolean =>
  pictures.test(bytes.subarray(0, 12).toString('latin1'))

async function markPart(
  marking: Marking,
  { raw, part, isClosed }: Place,
  bytes: Buffer,
): Promise<void> {
  const name = part.filename ?? '.pdf'
  const pdf = isClosed ? null : await markedPdf(bytes, marking.line)
  if (pdf === null) return void marking.unmarked.push(name)
  marking.marked.push(name)
  marking.changes.push({
    from: part.headerStart,
    to: part.bodyEnd,
    bytes: Buffer.concat([headerOf(raw, part), inBase64(pdf, part.section)]),
  })
}

/** The library is loaded for a mail that has a PDF, and for no other. */
const markedPdf = async (bytes: Buffer, line: string): Promise<Uint8Array | null> =>
  (await import('./mark-pdf.ts')).markPdf(bytes, line)

const isPdf = ({ filename, subtype }: Part, bytes: Buffer): boolean =>
  subtype === 'pdf' || /\.pdf[. ]*$/i.test(filename ?? '') || beginsAsPdf(bytes)

const gone = new Set(['content-transfer-encoding', 'content-md5'])

function headerOf(raw: Buffer, { headerStart, bodyStart }: Part): Buffer {
  const header = raw.subarray(headerStart, bodyStart)
  return Buffer.concat([
    Buffer.from('Content-Transfer-Encoding: base64\r\n'),
    removeHeaders(header, ({ name }) => gone.has(name)),
  ])
}

/** RFC 2045 §6.8. The line end before a boundary belongs to the boundary. */
function inBase64(bytes: Uint8Array, section: string): Buffer {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  const lines = text.match(/.{1,76}/g) ?? []
  return Buffer.from(`${lines.join('\r\n')}${section.includes('.') ? '' : '\r\n'}`)
}

function changed(raw: Buffer, changes: Marking['changes']): Uint8Array {
  const pieces: Buffer[] = []
  let at = 0
  for (const { from, to, bytes } of changes) {
    pieces.push(raw.subarray(at, from), bytes)
    at = to
  }
  const whole = Buffer.concat([...pieces, raw.subarray(at)])
  return new Uint8Array(whole.buffer, whole.byteOffset, whole.byteLength)
}
