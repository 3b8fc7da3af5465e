import { decodeCharset } from '@hongyan/mime/charset/charset'
import { decodeBody, decodeText } from '@hongyan/mime/content'
import { decodeWords } from '@hongyan/mime/encoded-words'
import { cleanFilename } from '@hongyan/mime/filenames'
import { type HeaderField, readHeaders } from '@hongyan/mime/headers'
import { htmlToText } from '@hongyan/mime/html/html-text'
import { saidInHtml } from '@hongyan/mime/html/said-in-html'
import { parseMessage } from '@hongyan/mime/parse'
import { smimeFormOf } from '@hongyan/mime/smime-form'
import type { Part } from '@hongyan/mime/types'
import { readFile } from './deep-files.ts'
import { type DeepTexts, isFull, keepBody, most, type Reading } from './deep-reading.ts'
import { isEnveloped } from './packed-kinds.ts'
import { writtenOut } from './written-out.ts'

export type { DeepTexts } from './deep-reading.ts'

/** Leaves nothing out in silence: what it cannot read it names. The caller bounds time and memory. */
export async function readDeepTexts(raw: Buffer): Promise<DeepTexts> {
  const { reading, root } = begin(raw)
  const { texts } = reading
  if (texts.encrypted) return texts
  await readPart(reading, { raw, part: root, depth: 0 })
  keepJoined(reading, raw, root)
  return texts
}

/** The same of a mail that is text alone, at once; null: there are files in it, mails, or what is encrypted. */
export function readPlainTexts(raw: Buffer): DeepTexts | null {
  const { reading, root } = begin(raw)
  const parts = partsOf(root)
  const isPlain = parts.every((part) => part.type === 'multipart' || isText(part))
  if (reading.texts.encrypted || !isPlain) return null
  for (const part of parts) {
    lookAround(reading, raw, part)
    if (part.type !== 'multipart') readText(reading, raw, part)
  }
  keepJoined(reading, raw, root)
  return reading.written.length > 0 ? null : reading.texts
}

function begin(raw: Buffer): { reading: Reading; root: Part } {
  const { root, envelope, limits: passed } = parseMessage(raw)
  const form = smimeFormOf(root)
  const texts: DeepTexts = {
    ...{ subject: saidInHeader(readHeaders(raw)), body: [], files: [], names: [], headers: [] },
    unreadable: passed.length > 0 ? [envelope.subject] : [],
    encrypted: form === 'encrypted' || form === 'opaque',
    sealed: form === 'encrypted' && isEnveloped(decodeBody(raw, root)),
  }
  const reading: Reading = {
    ...{ texts, chars: 0, unpacked: { bytes: most.unpacked }, written: [] },
    readMail: (mail) => readMail(reading, mail),
  }
  return { reading, root }
}

/** What people write about a mail in its header; of several subjects a reader may see any. */
const said = new Set(['subject', 'thread-topic', 'comments', 'keywords', 'content-description'])

const saidInHeader = (fields: readonly HeaderField[]): string =>
  fields
    .filter(({ name }) => said.has(name))
    .map((one) => decodeWords(one.value()).slice(0, 16_000))
    .join('\n')

const partsOf = (part: Part): Part[] => [part, ...part.parts.flatMap(partsOf)]

const isText = (part: Part): boolean =>
  part.message === null && part.type === 'text' && part.filename === null

interface Place {
  raw: Buffer
  part: Part
  depth: number
}

async function readPart(reading: Reading, { raw, part, depth }: Place): Promise<void> {
  lookAround(reading, raw, part)
  for (const each of part.parts) await readPart(reading, { raw, part: each, depth })
  if (part.type === 'multipart') return
  if (isText(part)) {
    readText(reading, raw, part)
    return readWritten(reading, depth)
  }
  const name = part.filename ?? ''
  for (const other of otherNames(part)) reading.texts.names.push(other)
  if (part.description !== null) reading.texts.files.push({ name, text: part.description })
  const bytes = decodeBody(raw, part)
  if (part.message !== null) return readMail(reading, { name: name || '.eml', bytes, depth })
  // Another program puts the pieces together again (RFC 2046 section 5.2.2).
  if (part.type === 'message' && part.subtype === 'partial') reading.texts.unreadable.push(name)
  if (part.type === 'text') {
    for (const text of textsOf(raw, part)) {
      reading.chars += text.length
      reading.texts.files.push({ name, text: text.slice(0, most.partChars) })
    }
  }
  // A picture in the text has no name and is no attachment; what it says counts.
  const isNamed = name !== '' || part.type === 'application'
  const file = { name, type: `${part.type}/${part.subtype}`, bytes }
  await readFile(reading, file, { depth, isNamed })
}

/** Names that another program may show in place of the one that is read here. */
function otherNames({ filename, params, dispositionParams }: Part): string[] {
  const given = [params.name, dispositionParams.filename]
  const clean = given.flatMap((one) => (one === undefined ? [] : (cleanFilename(one) ?? [])))
  return [...new Set(clean)].filter((one) => one !== filename)
}

/** Encodings that are undone here, or are none. */
const known = new Set([
  ...['7bit', '8bit', 'binary', 'base64', 'quoted-printable'],
  ...['x-uuencode', 'x-uue', 'uuencode'],
])
/** Of these a part has one; who finds two reads one of them. */
const once = ['content-type', 'content-transfer-encoding', 'content-disposition']

/** What readers understand in more than one way, and what stands around the parts of a part. */
function lookAround(reading: Reading, raw: Buffer, part: Part): void {
  const fields = readHeaders(raw, part.headerStart, part.bodyStart)
  const isTwice =
    once.some((name) => fields.filter((one) => one.name === name).length > 1) ||
    fields.some((one) => once.includes(one.name) && saysTwice(one.value()))
  if (isTwice || !known.has(part.encoding)) reading.texts.unreadable.push(part.filename ?? '')
  const first = part.parts[0]
  const last = part.parts.at(-1)
  if (!first || !last) {
    // Without a boundary, or with none of its lines, some readers show all of it.
    if (part.type === 'multipart') keepAround(reading, raw.subarray(part.bodyStart, part.bodyEnd))
    return
  }
  keepAround(reading, raw.subarray(part.bodyStart, first.headerStart))
  keepAround(reading, raw.subarray(last.bodyEnd, Math.max(last.bodyEnd, part.bodyEnd)))
}

/** Whether a parameter has two values: one reader takes the first, another the last. */
function saysTwice(value: string): boolean {
  const known = new Map<string, string>()
  for (const one of paramsIn(value)) {
    const at = one.indexOf('=')
    const name = one.slice(0, Math.max(0, at)).trim().toLowerCase()
    const written = one
      .slice(at + 1)
      .replaceAll('"', '')
      .trim()
    // Only of a boundary the case counts.
    const said = name === 'boundary' ? written : written.toLowerCase()
    if (name !== '' && (known.get(name) ?? said) !== said) return true
    known.set(name, said)
  }
  return false
}

/** What stands behind each semicolon that is in no quotes. */
function paramsIn(value: string): string[] {
  const params: string[] = []
  let from = 0
  let isQuoted = false
  for (let at = 0; at < value.length; at++) {
    const sign = value[at]
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === '\\' && isQuoted) at++
    else if (sign === ';' && !isQuoted) {
      params.push(value.slice(from, at))
      from = at + 1
    }
  }
  return [...params, value.slice(from)].slice(1)
}

function keepAround(reading: Reading, bytes: Buffer): void {
  if (bytes.length < 5) return
  const text = decodeCharset(bytes.subarray(0, most.partChars), null)
  // What looks like parts is shown as parts by some.
  if (/^content-(?:type|transfer-encoding|disposition)[ \t]*:/im.test(text))
    reading.texts.unreadable.push('')
  keepBody(reading, text.replace(/^--.*$/gm, ''))
}

function readText(reading: Reading, raw: Buffer, part: Part): void {
  for (const text of textsOf(raw, part)) keepBody(reading, text)
  const bytes = decodeBody(raw, part)
  const files = writtenOut(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (files === null) reading.texts.unreadable.push('')
  else reading.written.push(...files)
}

async function readWritten(reading: Reading, depth: number): Promise<void> {
  for (const { name, bytes } of reading.written.splice(0))
    await readFile(reading, { name, type: '', bytes }, { depth, isNamed: name !== '' })
}

/** A text as it is shown and as it is written: tags, comments and folded lines part no word. One letter more than is kept tells of the rest. */
function textsOf(raw: Buffer, part: Part): string[] {
  const text = decodeText(raw, part)
  const limit = most.partChars + 1
  const isHtml = part.subtype === 'html'
  if (part.subtype === 'plain') return [text]
  const texts = [isHtml ? htmlToText(text, limit) : text]
  if (/<[a-z!/?]/i.test(text)) {
    const { text: between, aside } = saidInHtml(text, limit)
    texts.push(between, aside)
  }
  // Calendars and cards fold long lines (RFC 5545 section 3.1, RFC 6350 section 3.2).
  if (!isHtml) texts.push(text.replace(/=?\r?\n[ \t]|=\r?\n/g, ''))
  return texts
}

/** Texts that follow each other are shown as one: a word may lie in two of them. */
function keepJoined(reading: Reading, raw: Buffer, root: Part): void {
  const shown = shownOf(root)
  if (shown.length < 2) return
  const texts = shown.map((part) => {
    const text = decodeText(raw, part)
    return part.subtype === 'html' ? htmlToText(text, most.partChars) : text
  })
  const joined = texts.map((text) => text.trim()).join('')
  keepBody(reading, joined.slice(0, most.partChars))
}

const shownOf = (part: Part): Part[] => {
  if (part.type === 'multipart')
    return part.subtype === 'alternative'
      ? part.parts.slice(-1).flatMap(shownOf)
      : part.parts.flatMap(shownOf)
  return isText(part) && part.disposition !== 'attachment' ? [part] : []
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
  const header = readHeaders(raw)
  texts.headers.push(header)
  const form = smimeFormOf(parsed.root)
  if (form === 'encrypted' || form === 'opaque') texts.unreadable.push(name)
  const { from, to } = parsed.envelope
  const people = [...from, ...to].slice(0, 20).map((one) => `${one.name} ${one.address}`)
  texts.files.push({ name, text: [saidInHeader(header), ...people].join('\n') })
  const before = texts.body.length
  await readPart(reading, { raw, part: parsed.root, depth: depth + 1 })
  keepJoined(reading, raw, parsed.root)
  // What a mail in the mail says is what a file says.
  for (const text of texts.body.splice(before)) texts.files.push({ name, text })
}
