import { decodeBody, decodeText } from '@hongyan/mime/content'
import { type HeaderField, readHeaders } from '@hongyan/mime/headers'
import { htmlToText } from '@hongyan/mime/html/html-text'
import { parseMessage } from '@hongyan/mime/parse'
import { smimeFormOf } from '@hongyan/mime/smime-form'
import type { Part } from '@hongyan/mime/types'
import { type Allowance, openArchive } from './archive.ts'
import { type FileText, type Kind, kindOf } from './file-kinds.ts'
import { type File, limits, readFileText } from './file-texts.ts'

/** What one message may cost; what goes beyond counts as unreadable. */
const most = {
  files: 300,
  depth: 4,
  chars: 2_000_000,
  partChars: 300_000,
  fileBytes: 40 * 1024 * 1024,
  unpacked: 64 * 1024 * 1024,
} as const

/** Files that hold text which is not read here. */
const closed = /\.(?:7z|rar|gz|tgz|bz2|xz|zst|tar|cab|iso|doc|xls|ppt|wps|et|dps|pgp|gpg|p7m)$/

/** How 7z, RAR, gzip, bzip2, xz, Zstandard, CAB and OpenPGP's armour begin (latin1). */
const packed = [
  ...['7z\xbc\xaf', 'Rar!', '\x1f\x8b', 'BZh', '\xfd7zXZ', '(\xb5/\xfd', 'MSCF'],
  '-----BEGIN PGP MESSAGE',
]

/** All that a message says: in every text part, shown or not, and in its attachments, in archives and mails among them. */
export interface DeepTexts {
  subject: string
  body: string[]
  files: FileText[]
  /** Of every file, wherever it lies. */
  names: string[]
  /** Of every mail in it, wherever that lies. */
  headers: HeaderField[][]
  /** What could not be read: protected, damaged, or too much. */
  unreadable: string[]
  /** Its text and files are encrypted, or so it says. */
  encrypted: boolean
  /** They are: a CMS object for those who read it (RFC 5652 section 6, RFC 5083). */
  sealed: boolean
}

interface Reading {
  texts: DeepTexts
  chars: number
  unpacked: Allowance
}

/** Leaves nothing out in silence: what it cannot read it names. The caller bounds time and memory. */
export async function readDeepTexts(raw: Buffer): Promise<DeepTexts> {
  const { reading, root } = begin(raw)
  const { texts } = reading
  if (!texts.encrypted) await readPart(reading, { raw, part: root, depth: 0 })
  return texts
}

/** The same of a mail that is text alone, at once; null: there are files in it, mails, or what is encrypted. */
export function readPlainTexts(raw: Buffer): DeepTexts | null {
  const { reading, root } = begin(raw)
  const leaves = leavesOf(root)
  if (reading.texts.encrypted || !leaves.every(isText)) return null
  for (const part of leaves) readText(reading, raw, part)
  return reading.texts
}

function begin(raw: Buffer): { reading: Reading; root: Part } {
  const { root, envelope, limits: passed } = parseMessage(raw)
  const form = smimeFormOf(root)
  const texts: DeepTexts = {
    ...{ subject: envelope.subject, body: [], files: [], names: [], headers: [] },
    unreadable: passed.length > 0 ? [envelope.subject] : [],
    encrypted: form === 'encrypted' || form === 'opaque',
    sealed: form === 'encrypted' && isEnveloped(decodeBody(raw, root)),
  }
  return { reading: { texts, chars: 0, unpacked: { bytes: most.unpacked } }, root }
}

const leavesOf = (part: Part): Part[] =>
  part.type === 'multipart' ? part.parts.flatMap(leavesOf) : [part, ...part.parts]

const isText = (part: Part): boolean =>
  part.message === null && part.type === 'text' && part.filename === null

/** enveloped-data and authEnveloped-data, as DER has them. */
const sealedTypes = ['2a864886f70d010703', '2a864886f70d0109100117']

/** A ContentInfo begins with its type: a sequence of any length, then the identifier. */
function isEnveloped(bytes: Uint8Array): boolean {
  const length = bytes[1] ?? 0
  const at = length > 0x80 ? 2 + (length - 0x80) : 2
  const size = bytes[at + 1] ?? 0
  if (bytes[0] !== 0x30 || bytes[at] !== 0x06) return false
  const type = Buffer.from(bytes.subarray(at + 2, at + 2 + size)).toString('hex')
  return sealedTypes.includes(type)
}

interface Place {
  raw: Buffer
  part: Part
  depth: number
}

async function readPart(reading: Reading, { raw, part, depth }: Place): Promise<void> {
  for (const each of part.parts) await readPart(reading, { raw, part: each, depth })
  if (part.type === 'multipart') return
  const name = part.filename ?? ''
  if (isText(part)) return readText(reading, raw, part)
  const bytes = decodeBody(raw, part)
  if (part.message !== null) return readMail(reading, { name: name || '.eml', bytes, depth })
  if (name === '' && part.type !== 'application' && part.type !== 'text') return
  await readFile(reading, { name, type: `${part.type}/${part.subtype}`, bytes }, depth)
}

function readText(reading: Reading, raw: Buffer, part: Part): void {
  const text = decodeText(raw, part)
  for (const one of part.subtype === 'html' ? bothOf(text) : [text]) keepBody(reading, one)
}

/** What is shown, and what stands between the tags without being shown. */
const bothOf = (html: string): string[] => {
  // One more than is kept: so it is seen that something was cut off.
  const shown = htmlToText(html, most.partChars + 1)
  return [shown, withoutTags(html).slice(0, most.partChars + 1)]
}

function withoutTags(html: string): string {
  let text = ''
  let at = 0
  while (at < html.length && text.length < most.partChars) {
    const open = html.indexOf('<', at)
    if (open < 0) return text + html.slice(at)
    text += html.slice(at, open)
    const close = html.indexOf('>', open)
    if (close < 0) return text
    at = close + 1
  }
  return text
}

function keepBody(reading: Reading, text: string): void {
  const kept = text.slice(0, most.partChars)
  if (kept.length < text.length || reading.chars > most.chars) {
    reading.texts.unreadable.push('')
  }
  if (reading.chars > most.chars) return
  reading.chars += kept.length
  reading.texts.body.push(kept)
}

async function readMail(
  reading: Reading,
  { name, bytes, depth }: { name: string; bytes: Uint8Array; depth: number },
): Promise<void> {
  const { texts } = reading
  texts.names.push(name)
  if (depth >= most.depth || isFull(reading)) return void texts.unreadable.push(name)
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parsed = parseMessage(raw)
  texts.headers.push(readHeaders(raw))
  const form = smimeFormOf(parsed.root)
  if (form === 'encrypted' || form === 'opaque') texts.unreadable.push(name)
  const { subject, from, to } = parsed.envelope
  const people = [...from, ...to].slice(0, 20).map((one) => `${one.name} ${one.address}`)
  texts.files.push({ name, text: [subject, ...people].join('\n') })
  const before = texts.body.length
  await readPart(reading, { raw, part: parsed.root, depth: depth + 1 })
  // What a mail in the mail says is what a file says.
  for (const text of texts.body.splice(before)) texts.files.push({ name, text })
}

const isFull = ({ texts, chars }: Reading): boolean =>
  texts.names.length > most.files || chars > most.chars

async function readFile(reading: Reading, file: File, depth: number): Promise<void> {
  const { texts } = reading
  const { name, bytes } = file
  texts.names.push(name)
  const kind = kindOf({ filename: name, type: file.type })
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b && kind !== 'office'
  if (isFull(reading) || bytes.length > most.fileBytes || isClosed(file))
    return void texts.unreadable.push(name)
  if (isZip) return readZip(reading, file, depth)
  if (kind === null || isOther(kind, bytes)) return readUnknown(reading, file, depth)
  if (kind === 'mail') return readMail(reading, { name, bytes, depth })
  if (kind === 'text') keepHeader(reading, bytes)
  await readAs(reading, file, { as: name, depth })
}

/** How mail is told from other text: two of its fields stand at the beginning. */
const fieldsOfMail = new Set([
  ...['from', 'to', 'date', 'subject', 'message-id', 'received', 'return-path'],
  ...['mime-version', 'content-type', 'references'],
])

/** A text that begins as a mail does is one, whatever it is called. */
function keepHeader({ texts }: Reading, bytes: Uint8Array): void {
  const header = readHeaders(bytes.subarray(0, 64 * 1024))
  const names = new Set(header.map(({ name }) => name).filter((one) => fieldsOfMail.has(one)))
  if (names.size > 1) texts.headers.push(header)
}

/** By its name an archive or a winmail.dat, of which nothing is read that is none; whoever gets it opens it by another name. */
const isOther = (kind: Kind, bytes: Uint8Array): boolean =>
  kind === 'zip' ||
  (kind === 'tnef' && ![0x78, 0x9f, 0x3e, 0x22].every((one, at) => bytes[at] === one))

/** @param as the name that says what kind of file it is */
async function readAs(
  reading: Reading,
  file: File,
  { as, depth }: { as: string; depth: number },
): Promise<void> {
  const { texts } = reading
  try {
    const found = await readFileText({ ...file, name: as }, reading.unpacked)
    texts.files.push(...found)
    const chars = found.reduce((sum, { text }) => sum + text.length, 0)
    reading.chars += chars
    const kind = kindOf({ filename: as, type: file.type })
    if (kind === 'office' && chars === 0) await readZip(reading, file, depth)
    if (isCut(kind, file.bytes.length, chars)) texts.unreadable.push(file.name)
  } catch {
    texts.unreadable.push(file.name)
  }
}

/** Whether the file goes on behind what was read of it. */
function isCut(kind: Kind | null, size: number, chars: number): boolean {
  const isPlain = kind === 'text' || kind === 'html'
  return chars >= limits.fileChars * 0.95 || (isPlain && size > limits.textBytes)
}

/** Another name hides nothing: what its first bytes say counts. Pictures and other data say nothing. */
async function readUnknown(reading: Reading, file: File, depth: number): Promise<void> {
  const head = Buffer.from(file.bytes.subarray(0, 1024)).toString('latin1')
  if (packed.some((one) => head.startsWith(one)))
    return void reading.texts.unreadable.push(file.name)
  if (head.includes('%PDF-')) return readAs(reading, file, { as: `${file.name}.pdf`, depth })
  const isText = /^(?:\xff\xfe|\xfe\xff)/.test(head) || !head.includes('\0')
  if (!isText) return
  keepHeader(reading, file.bytes)
  await readAs(reading, file, { as: `${file.name}.txt`, depth })
}

/** By its name, or the container of old and of protected office files. */
const isClosed = ({ name, bytes }: File): boolean =>
  closed.test(name.toLowerCase()) ||
  (bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0)

async function readZip(reading: Reading, { name, bytes }: File, depth: number): Promise<void> {
  const { texts, unpacked } = reading
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const archive = depth < most.depth ? openArchive(buffer, unpacked) : null
  if (!archive) return void texts.unreadable.push(name)
  for (const inside of archive.names) {
    if (inside.endsWith('/')) continue
    if (isFull(reading)) return void texts.unreadable.push(name)
    const data = archive.read(inside)
    if (data === null) {
      texts.names.push(inside)
      texts.unreadable.push(inside)
    } else await readFile(reading, { name: inside, type: '', bytes: data }, depth + 1)
  }
}
