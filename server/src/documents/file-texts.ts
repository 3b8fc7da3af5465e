import type { AttachmentInfo } from '@hongyan/mime/attachments'
import { decodeCharset } from '@hongyan/mime/charset/charset'
import { decodeBody, decodeText, readContent } from '@hongyan/mime/content'
import { htmlToText } from '@hongyan/mime/html/html-text'
import { findPart, parseMessage } from '@hongyan/mime/parse'
import { decodeTnef } from '@hongyan/mime/tnef/tnef'
import type { Part } from '@hongyan/mime/types'
import { type Allowance, namesInZip } from './archive.ts'
import { type FileText, kindOf, mayHoldText } from './file-kinds.ts'
import { officeText } from './office-text.ts'
import { pdfText } from './pdf-text.ts'

/** The text of one file and of what is in it; '' where it holds none. @throws when it is damaged or protected */
export async function readFileText(file: File, unpacked: Allowance): Promise<FileText[]> {
  const reading: Reading = { found: [], files: 0, chars: 0, unpacked }
  keep(reading, file.name, await textOf(reading, file))
  return reading.found
}

/** What the attachments of one message may cost, mails in mails included. */
export const limits = {
  files: 60,
  depth: 3,
  /** Characters of one file and of all. */
  fileChars: 100_000,
  chars: 300_000,
  /** Bytes of a file that is read at all, and of everything unpacked from archives. */
  fileBytes: 40 * 1024 * 1024,
  textBytes: 1024 * 1024,
  unpacked: 64 * 1024 * 1024,
} as const

interface Reading {
  found: FileText[]
  files: number
  chars: number
  unpacked: Allowance
}

export interface File {
  name: string
  type: string
  bytes: Uint8Array
}

/**
 * Text of the attachments of a message: text, HTML, PDF, office documents, mails in mails, winmail.dat, and the names in zip
 * archives. Files that cannot be read are left out. Bounded in memory and characters; the caller bounds the time.
 */
export async function readFileTexts(raw: Buffer): Promise<FileText[]> {
  const unpacked = { bytes: limits.unpacked }
  const reading: Reading = { found: [], files: 0, chars: 0, unpacked }
  await readMail(reading, raw, 0)
  return reading.found
}

async function readMail(reading: Reading, raw: Buffer, depth: number): Promise<void> {
  const parsed = parseMessage(raw)
  const { attachments } = readContent(raw, parsed, { maxText: limits.fileChars })
  for (const one of attachments) {
    if (one.inline || !mayHoldText(one)) continue
    const part = findPart(parsed, one.section)
    if (part && !isFull(reading)) await readPart(reading, { raw, part, info: one, depth })
  }
}

const isFull = ({ files, chars }: Reading): boolean =>
  files >= limits.files || chars >= limits.chars

interface Found {
  raw: Buffer
  part: Part
  info: AttachmentInfo
  depth: number
}

async function readPart(reading: Reading, { raw, part, info, depth }: Found): Promise<void> {
  reading.files++
  if (part.message !== null || kindOf(info) === 'mail') {
    const bytes = Buffer.from(decodeBody(raw, part))
    keep(reading, info.filename, mailText(bytes))
    if (depth < limits.depth) await readMail(reading, bytes, depth + 1)
  } else if (part.type === 'text' && info.size <= limits.textBytes) {
    const text = decodeText(raw, part)
    keep(
      reading,
      info.filename,
      part.subtype === 'html' ? htmlToText(text, limits.fileChars) : text,
    )
  } else {
    await readFile(reading, { name: info.filename, type: info.type, bytes: decodeBody(raw, part) })
  }
}

/** Subject, people and body of a mail in a mail. */
function mailText(bytes: Buffer): string {
  const parsed = parseMessage(bytes)
  const { text, html } = readContent(bytes, parsed, { maxText: limits.fileChars })
  const { subject, from, to } = parsed.envelope
  const people = [...from, ...to].map((one) => `${one.name} ${one.address}`)
  const body = text ?? htmlToText(html ?? '', limits.fileChars)
  return [subject, ...people.slice(0, 20), body].join('\n')
}

async function readFile(reading: Reading, file: File): Promise<void> {
  if (file.bytes.length > limits.fileBytes) return
  try {
    keep(reading, file.name, await textOf(reading, file))
  } catch {
    // Damaged or protected: it is found by its name.
  }
}

async function textOf(reading: Reading, { name, type, bytes }: File): Promise<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (kindOf({ filename: name, type })) {
    case 'pdf':
      return pdfText(bytes, limits.fileChars)
    case 'office':
      return officeText(buffer, reading.unpacked, limits.fileChars)
    case 'zip':
      return namesInZip(buffer).join('\n')
    case 'html':
      return htmlToText(decodeCharset(start(bytes), null), limits.fileChars)
    case 'text':
      return decodeCharset(start(bytes), null)
    case 'tnef':
      return tnefText(reading, bytes)
    default:
      return ''
  }
}

const start = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, limits.textBytes)

async function tnefText(reading: Reading, bytes: Uint8Array): Promise<string> {
  const content = decodeTnef(bytes)
  if (!content) return ''
  for (const { filename: name, type, bytes: inside } of content.attachments) {
    if (isFull(reading)) break
    reading.files++
    // One level: an archive of archives is not opened further.
    if (kindOf({ filename: name, type }) !== 'tnef')
      await readFile(reading, { name, type, bytes: inside })
  }
  const names = content.attachments.map(({ filename }) => filename)
  return [...names, content.text ?? htmlToText(content.html ?? '', limits.fileChars)].join('\n')
}

function keep(reading: Reading, name: string, text: string): void {
  const room = Math.min(limits.fileChars, limits.chars - reading.chars)
  const kept = text.replaceAll('\u0000', '').slice(0, Math.max(0, room)).toWellFormed()
  if (kept.trim() === '') return
  reading.chars += kept.length
  reading.found.push({ name: name.slice(0, 255).toWellFormed(), text: kept })
}
