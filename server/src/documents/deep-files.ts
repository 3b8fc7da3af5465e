import { decodeCharset } from '@hongyan/mime/charset/charset'
import { readHeaders } from '@hongyan/mime/headers'
import { saidInHtml } from '@hongyan/mime/html/said-in-html'
import { decodeTnef } from '@hongyan/mime/tnef/tnef'
import { type Archive, commentOfZip, isPlainZip, openArchive } from './archive.ts'
import { isFull, most, type Reading } from './deep-reading.ts'
import { type Kind, kindOf } from './file-kinds.ts'
import { type File, limits, readFileText } from './file-texts.ts'
import { isEnveloped, isLockedData, isPackedData } from './packed-kinds.ts'
import { readPdf } from './pdf-text.ts'
import { rtfText } from './rtf-text.ts'
import { writtenOut } from './written-out.ts'

/** Files that hold text which is not read here. */
const closed =
  /\.(?:7z|rar|gz|tgz|bz2|xz|zst|lz4|lzma|lzh|arj|z|tar|cab|iso|ace|pst|ost|iwa|doc|xls|xlsb|ppt|wps|et|dps|pgp|gpg|p7m)$/

/** Reads a file, whatever it is called. @param isNamed it counts among the files of the mail by its name */
export async function readFile(
  reading: Reading,
  file: File,
  { depth, isNamed = true }: { depth: number; isNamed?: boolean },
): Promise<void> {
  const { texts } = reading
  const { name, bytes } = file
  if (isNamed) texts.names.push(name)
  const kind = kindOf({ filename: name, type: file.type })
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b && kind !== 'office'
  if (isFull(reading) || bytes.length > most.fileBytes || isClosed(file))
    return void texts.unreadable.push(name)
  if (isZip) return readZip(reading, file, { depth })
  if (kind === null || isOther(kind, bytes) || isNoText(kind, bytes))
    return readUnknown(reading, file, depth)
  if (kind === 'mail') return reading.readMail({ name, bytes, depth })
  if (kind === 'text' || kind === 'html') await readAsMail(reading, file, depth)
  await readAs(reading, file, { as: name, depth })
}

/** How mail is told from other text: two of its fields stand at the beginning. */
const fieldsOfMail = new Set([
  ...['from', 'to', 'date', 'subject', 'message-id', 'received', 'return-path'],
  ...['mime-version', 'content-type', 'references'],
])

/** A text that begins as a mail does is one, whatever it is called; as text it is read as well. */
async function readAsMail(reading: Reading, { name, bytes }: File, depth: number): Promise<void> {
  const { names } = reading.texts
  for (const mail of mailsIn(bytes)) {
    const header = readHeaders(mail.subarray(0, 64 * 1024))
    const fields = new Set(header.map((one) => one.name).filter((one) => fieldsOfMail.has(one)))
    if (fields.size < 2) continue
    const before = names.length
    await reading.readMail({ name, bytes: mail, depth })
    // It has its name already.
    names.splice(before, 1)
  }
}

/** The mails of an mbox file; any other is one. */
function* mailsIn(bytes: Uint8Array): Generator<Uint8Array> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let from = 0
  if (all.subarray(0, 5).toString('latin1') === 'From ')
    for (let next = all.indexOf('\nFrom ', 1); next >= 0; next = all.indexOf('\nFrom ', from)) {
      yield all.subarray(from, next + 1)
      from = next + 1
    }
  yield all.subarray(from)
}

/** By its name an archive or a winmail.dat, of which nothing is read that is none; whoever gets it opens it by another name. */
const isOther = (kind: Kind, bytes: Uint8Array): boolean =>
  kind === 'zip' ||
  (kind === 'tnef' && ![0x78, 0x9f, 0x3e, 0x22].every((one, at) => bytes[at] === one))

/** By its name text or a mail, by its bytes neither. */
function isNoText(kind: Kind, bytes: Uint8Array): boolean {
  if (kind !== 'text' && kind !== 'html' && kind !== 'mail') return false
  return isShut(bytes, headOf(bytes)) || headOf(bytes).trimStart().startsWith('%PDF-')
}

const headOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(0, 1024)).toString('latin1')

const isShut = (bytes: Uint8Array, head: string): boolean =>
  isPackedData(head) || isLockedData(head) || isEnveloped(bytes) || isTar(head)

/** @param as the name that says what kind of file it is */
async function readAs(
  reading: Reading,
  file: File,
  { as, depth }: { as: string; depth: number },
): Promise<void> {
  const { texts } = reading
  try {
    const kind = kindOf({ filename: as, type: file.type })
    if (kind === 'pdf') return await readPdfFile(reading, file, depth)
    if (kind === 'tnef') return await readTnef(reading, file, depth)
    const found = await readFileText({ ...file, name: as }, reading.unpacked)
    texts.files.push(...found)
    const chars = found.reduce((sum, { text }) => sum + text.length, 0)
    reading.chars += chars
    if (kind === 'text' || kind === 'html') {
      keepMarkup(reading, file, limits.textBytes)
      await readWrittenOut(reading, file, depth)
    }
    if (kind === 'office') await readZip(reading, file, { depth, isOffice: chars > 0 })
    if (isCut(kind, file.bytes.length, chars)) texts.unreadable.push(file.name)
  } catch {
    texts.unreadable.push(file.name)
  }
}

/** Its text, and the files that lie in it. */
async function readPdfFile(reading: Reading, file: File, depth: number): Promise<void> {
  const { name, bytes } = file
  const { text, files, isCut } = await readPdf(bytes, limits.fileChars)
  keepText(reading, name, text)
  if (isCut) reading.texts.unreadable.push(name)
  await readInner(reading, files, { name, depth })
}

/** What Outlook packs a mail and its files into; damaged, another program may still read it. */
async function readTnef(reading: Reading, { name, bytes }: File, depth: number): Promise<void> {
  const content = decodeTnef(bytes)
  if (!content) return void reading.texts.unreadable.push(name)
  const { subject, text, html, rtf, attachments } = content
  const formatted = rtf && rtfText(Buffer.from(rtf).toString('latin1'))
  for (const one of [subject, text, formatted]) keepText(reading, name, one ?? '')
  if (html !== null)
    keepMarkup(reading, { name, type: '', bytes: Buffer.from(html) }, html.length * 3)
  const files = attachments.map(({ filename, bytes: inner }) => ({ name: filename, bytes: inner }))
  await readInner(reading, files, { name, depth })
}

/** Files that a page or a text has written out in it. */
async function readWrittenOut(
  reading: Reading,
  { name, bytes }: File,
  depth: number,
): Promise<void> {
  const files = writtenOut(Buffer.from(bytes.subarray(0, limits.textBytes)))
  if (files === null) return void reading.texts.unreadable.push(name)
  await readInner(reading, files, { name, depth })
}

async function readInner(
  reading: Reading,
  files: readonly { name: string; bytes: Uint8Array }[],
  { name, depth }: { name: string; depth: number },
): Promise<void> {
  if (files.length > 0 && depth >= most.depth) return void reading.texts.unreadable.push(name)
  for (const one of files) {
    if (isFull(reading)) return void reading.texts.unreadable.push(name)
    const file = { name: one.name, type: '', bytes: one.bytes }
    await readFile(reading, file, { depth: depth + 1, isNamed: one.name !== '' })
  }
}

function keepText(reading: Reading, name: string, text: string): void {
  const kept = text.slice(0, limits.fileChars)
  if (kept.trim() === '') return
  reading.chars += kept.length
  reading.texts.files.push({ name, text: kept })
}

/** Of text with tags in it what stands between them, shown or not; of RTF what it comes to. */
function keepMarkup(reading: Reading, { name, bytes }: File, size: number): void {
  const text = decodeCharset(bytes.subarray(0, size), null)
  const keep = (one: string): void => keepText(reading, name, one)
  if (text.startsWith('{\\rtf')) keep(rtfText(text))
  if (!/<[a-z!/?]/i.test(text)) return
  const { text: said, aside } = saidInHtml(text, limits.fileChars)
  keep(said)
  keep(aside)
  if (Math.max(said.length, aside.length) >= limits.fileChars) reading.texts.unreadable.push(name)
}

/** Whether the file goes on behind what was read of it. */
function isCut(kind: Kind | null, size: number, chars: number): boolean {
  const isPlain = kind === 'text' || kind === 'html'
  return chars >= limits.fileChars * 0.95 || (isPlain && size > limits.textBytes)
}

/** Another name hides nothing: what its bytes say counts. */
async function readUnknown(reading: Reading, file: File, depth: number): Promise<void> {
  const { name, bytes } = file
  const head = headOf(bytes)
  if (isShut(bytes, head)) return void reading.texts.unreadable.push(name)
  if (head.includes('%PDF-')) return readAs(reading, file, { as: `${name}.pdf`, depth })
  const isText = /^(?:\xff\xfe|\xfe\xff)/.test(head) || !head.includes('\0')
  if (!isText) return readData(reading, file, depth)
  await readAsMail(reading, file, depth)
  await readAs(reading, file, { as: `${name}.txt`, depth })
}

const isTar = (head: string): boolean => head.slice(257, 262) === 'ustar'

/** Runs of so many letters that are seen are words, and no chance. */
const run = /[^\p{C}\ufffd]{6,}/gu

/** Pictures, programs and other data: what is written in them as it is, and the archive that may lie behind them. */
async function readData(reading: Reading, file: File, depth: number): Promise<void> {
  const { name, bytes } = file
  const start = Buffer.from(bytes.subarray(0, limits.textBytes))
  const text = (start.toString('utf8').replaceAll('\0', '').match(run) ?? []).join('\n')
  keepText(reading, name, text)
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (all.lastIndexOf('PK\x05\x06', undefined, 'latin1') < Math.max(0, all.length - 66_000)) return
  const archive = openArchive(all, reading.unpacked)
  if (!archive || archive.names.length === 0) reading.texts.unreadable.push(name)
  else await readZip(reading, file, { depth })
}

/** By its name, or the container of old and of protected office files. */
const isClosed = ({ name, bytes }: File): boolean =>
  closed.test(name.toLowerCase()) ||
  (bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0)

/** Pictures, films and fonts of a document. */
const media = /\.(?:png|jpe?g|gif|bmp|tiff?|webp|svg|emf|wmf|mp[34]|m4[av]|wav|mov|odttf|fntdata)$/i

interface Place {
  depth: number
  /** A document whose text was read: its parts are no files of the mail, but those that were put into it. */
  isOffice?: boolean
}

async function readZip(reading: Reading, { name, bytes }: File, place: Place): Promise<void> {
  const { texts, unpacked } = reading
  const { depth, isOffice = false } = place
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const archive = depth < most.depth ? openArchive(buffer, unpacked) : null
  if (!archive) return void texts.unreadable.push(name)
  // Programs differ in what they find in it, or it says that it is locked.
  if (!isPlainZip(buffer, buffer[0] === 0x50 && buffer[1] === 0x4b) || isLockedOffice(archive))
    texts.unreadable.push(name)
  keepText(reading, name, decodeCharset(commentOfZip(buffer), null))
  for (const inside of archive.names) {
    if (isOffice && media.test(inside) && !isNoMedia(archive.head(inside))) continue
    if (inside.endsWith('/') && archive.read(inside)?.length === 0) {
      keepText(reading, name, inside)
      continue
    }
    if (isFull(reading)) return void texts.unreadable.push(name)
    await readInside(reading, { name: inside, bytes: archive.read(inside) }, place)
  }
}

/** A document of OpenDocument with a password (ISO 26300-3 section 4.4), or of Excel in its binary form. */
function isLockedOffice(archive: Archive): boolean {
  const { names } = archive
  if (names.includes('xl/workbook.bin') || names.includes('encrypted-package')) return true
  const manifest = names.includes('META-INF/manifest.xml') && archive.read('META-INF/manifest.xml')
  return manifest !== false && (manifest?.includes('encryption-data') ?? true)
}

/** Text, an archive or a document that is called a picture. */
function isNoMedia(bytes: Buffer): boolean {
  const head = bytes.toString('latin1')
  const isOle = head.startsWith('\xd0\xcf\x11\xe0')
  if (head.startsWith('PK') || head.includes('%PDF-') || isOle || isShut(bytes, head)) return true
  // biome-ignore lint/suspicious/noControlCharactersInRegex: pictures have them.
  return bytes.length > 0 && !/[\0-\x08\x0e-\x1a]/.test(head)
}

async function readInside(
  reading: Reading,
  { name, bytes }: { name: string; bytes: Buffer | null },
  { depth, isOffice = false }: Place,
): Promise<void> {
  const isPart = isOffice && !name.includes('embeddings/')
  const isNamed = !isPart
  if (bytes === null) {
    if (isNamed) reading.texts.names.push(name)
    reading.texts.unreadable.push(name)
  } else if (isPart && /\.(?:xml|rels)$/i.test(name)) {
    keepMarkup(reading, { name, type: '', bytes }, bytes.length)
  } else await readFile(reading, { name, type: '', bytes }, { depth: depth + 1, isNamed })
}
