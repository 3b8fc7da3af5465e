import { decodeBody } from '@hongyan/mime/content'
import { removeHeaders } from '@hongyan/mime/headers'
import { parseMessage } from '@hongyan/mime/parse'
import { smimeFormOf } from '@hongyan/mime/smime-form'
import type { Part } from '@hongyan/mime/types'
import { openArchive } from '../../../documents/archive.ts'

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
  const name = part.filename ?? ''
  if (part.message !== null) return void marking.unmarked.push(name || '.eml')
  const isText = part.type === 'text' && part.filename === null
  const isSignature = isClosed && /^(?:x-)?p(?:kcs7|gp)-signature$/.test(part.subtype)
  if (isText || isSignature) return
  const bytes = Buffer.from(decodeBody(raw, part))
  if (isPdf(part, bytes)) return markPart(marking, { raw, part, isClosed }, bytes)
  if (mayHoldPdf(bytes)) return void marking.unmarked.push(name)
  // A picture in the text is text.
  if (part.type !== 'image' || part.contentId === null) marking.others.push(name)
}

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
  subtype === 'pdf' ||
  /\.pdf[. ]*$/i.test(filename ?? '') ||
  bytes.subarray(0, 1024).includes('%PDF-')

/** How 7z, RAR, gzip, bzip2, xz and CAB begin (latin1). */
const packed = ['7z\xbc\xaf', 'Rar!', '\x1f\x8b', 'BZh', '\xfd7zXZ', 'MSCF']

/** An archive that has a PDF in it, or does not say what it has. */
function mayHoldPdf(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 6).toString('latin1')
  if (packed.some((one) => head.startsWith(one))) return true
  if (!head.startsWith('PK')) return false
  const archive = openArchive(bytes, { bytes: 0 })
  return archive === null || archive.names.some((one) => /\.(?:pdf|zip|7z|rar|gz|eml)$/i.test(one))
}

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
