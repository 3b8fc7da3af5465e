import { createHash } from 'node:crypto'
import { type DemoCharset, encodeText } from './demo-charsets.ts'
import { mailDate } from './demo-clock.ts'

export interface Mailbox {
  name: string
  address: string
}

export interface DemoFile {
  name: string
  type: string
  bytes: Uint8Array
  /** Set for a picture that the HTML shows by cid:. */
  cid?: string
}

/** What an ordinary mail is made of; `writeMail` makes its RFC 5322 bytes. */
export interface Letter {
  from: Mailbox
  to: Mailbox[]
  cc?: Mailbox[]
  subject: string
  sentAt: Date
  /** Minutes east of UTC in the Date field. */
  zone: number
  messageId: string
  references?: string[]
  headers?: string[]
  text?: string
  html?: string
  files?: DemoFile[]
  calendar?: { method: string; ics: string }
  charset?: DemoCharset
  encoding?: TransferEncoding
}

export type TransferEncoding = 'base64' | 'quoted-printable' | '8bit' | '7bit'

/** Complete message: header, then the one or many parts that the letter needs. */
export function writeMail(letter: Letter): Uint8Array {
  return joinBytes(headerBlock(letterHeaders(letter)), letterBody(letter))
}

export function letterHeaders(letter: Letter): string[] {
  const charset = letter.charset ?? 'utf-8'
  const references = letter.references ?? []
  const last = references.at(-1)
  return [
    `Date: ${mailDate(letter.sentAt, letter.zone)}`,
    `From: ${addressList([letter.from], charset)}`,
    ...(letter.to.length > 0 ? [`To: ${addressList(letter.to, charset)}`] : []),
    ...(letter.cc?.length ? [`Cc: ${addressList(letter.cc, charset)}`] : []),
    ...(letter.subject ? [`Subject: ${headerText(letter.subject, charset)}`] : []),
    `Message-ID: <${letter.messageId}>`,
    ...(last ? [`In-Reply-To: <${last}>`] : []),
    ...(last ? [`References: ${references.map((id) => `<${id}>`).join('\r\n ')}`] : []),
    ...(letter.headers ?? []),
    'MIME-Version: 1.0',
  ]
}

function letterBody(letter: Letter): Uint8Array {
  const charset = letter.charset ?? 'utf-8'
  const encoding = letter.encoding ?? 'base64'
  const pictures = (letter.files ?? []).filter((file) => file.cid)
  const files = (letter.files ?? []).filter((file) => !file.cid)
  const alternatives: Uint8Array[] = []
  if (letter.text !== undefined) {
    alternatives.push(textEntity({ content: letter.text, charset, encoding }))
  }
  if (letter.html !== undefined) {
    const html = textEntity({ content: letter.html, subtype: 'html', charset, encoding })
    const shown = pictures.map(fileEntity)
    alternatives.push(
      shown.length > 0 ? multipartEntity('related; type="text/html"', [html, ...shown]) : html,
    )
  }
  if (letter.calendar) alternatives.push(calendarEntity(letter.calendar))
  const [only] = alternatives
  const body =
    only && alternatives.length === 1 ? only : multipartEntity('alternative', alternatives)
  return files.length > 0 ? multipartEntity('mixed', [body, ...files.map(fileEntity)]) : body
}

export interface TextPart {
  content: string
  subtype?: string
  charset?: DemoCharset
  encoding?: TransferEncoding
  params?: string
}

export function textEntity(part: TextPart): Uint8Array {
  const charset = part.charset ?? 'utf-8'
  const encoding = part.encoding ?? 'base64'
  const content = part.content.replace(/\r?\n/g, '\r\n')
  const headers = [
    `Content-Type: text/${part.subtype ?? 'plain'}; charset="${charset}"${part.params ?? ''}`,
    `Content-Transfer-Encoding: ${encoding}`,
  ]
  return joinBytes(headerBlock(headers), transferEncode(encodeText(content, charset), encoding))
}

/** A mail inside a mail, or another part whose bytes go in as they are. */
export function rawEntity(headers: string[], body: Uint8Array): Uint8Array {
  return joinBytes(headerBlock(headers), body)
}

export function fileEntity(file: DemoFile): Uint8Array {
  const isMessage = file.type === 'message/rfc822'
  const disposition = file.cid ? 'inline' : 'attachment'
  const headers = [
    `Content-Type: ${file.type};\r\n name="${headerText(file.name, 'utf-8')}"`,
    `Content-Transfer-Encoding: ${isMessage ? '8bit' : 'base64'}`,
    `Content-Disposition: ${disposition};\r\n ${fileNameParameter(file.name)}`,
    ...(file.cid ? [`Content-ID: <${file.cid}>`] : []),
  ]
  // RFC 2046 section 5.2.1: base64 is not allowed for message/rfc822.
  const body = isMessage ? file.bytes : transferEncode(file.bytes, 'base64')
  return joinBytes(headerBlock(headers), body)
}

/** `kind` may carry parameters: 'report; report-type=delivery-status'. */
export function multipartEntity(kind: string, children: Uint8Array[]): Uint8Array {
  const hash = createHash('sha256')
  for (const child of children) hash.update(child)
  const boundary = `----=_Part_${hash.digest('hex').slice(0, 24)}`
  const [name, ...params] = kind.split('; ')
  const extra = params.map((param) => `; ${param}`).join('')
  const pieces = [
    headerBlock([`Content-Type: multipart/${name}${extra};\r\n boundary="${boundary}"`]),
  ]
  for (const child of children) {
    pieces.push(ascii(`--${boundary}\r\n`), child, ascii('\r\n'))
  }
  pieces.push(ascii(`--${boundary}--\r\n`))
  return joinBytes(...pieces)
}

function calendarEntity(calendar: { method: string; ics: string }): Uint8Array {
  const headers = [
    `Content-Type: text/calendar; charset="utf-8"; method=${calendar.method}`,
    'Content-Transfer-Encoding: base64',
  ]
  return joinBytes(headerBlock(headers), transferEncode(ascii(calendar.ics), 'base64'))
}

/** RFC 2047: plain when it is ASCII, else encoded words that end between characters. */
export function headerText(text: string, charset: DemoCharset = 'utf-8'): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  const words: string[] = []
  let current = ''
  for (const character of text) {
    if (encodeText(current + character, charset).length > 39) {
      words.push(current)
      current = ''
    }
    current += character
  }
  words.push(current)
  return words.map((word) => encodedWord(encodeText(word, charset), charset)).join('\r\n ')
}

export function encodedWord(bytes: Uint8Array, charset: string): string {
  return `=?${charset}?B?${Buffer.from(bytes).toString('base64')}?=`
}

export function addressList(people: Mailbox[], charset: DemoCharset = 'utf-8'): string {
  return people.map((person) => addressText(person, charset)).join(',\r\n ')
}

function addressText({ name, address }: Mailbox, charset: DemoCharset): string {
  if (!name) return address
  if (/[^\x20-\x7e]/.test(name)) return `${headerText(name, charset)} <${address}>`
  return /^[\w ]+$/.test(name) ? `${name} <${address}>` : `"${name}" <${address}>`
}

/** RFC 2231: percent-encoded UTF-8, cut into numbered pieces when it is long. */
function fileNameParameter(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return `filename="${name}"`
  const encoded = encodeURIComponent(name).replace(/['()*]/g, percent)
  if (encoded.length <= 60) return `filename*=UTF-8''${encoded}`
  const pieces = encoded.match(/(?:%[0-9A-F]{2}|[^%]){1,20}/g) ?? []
  return pieces
    .map((piece, index) => `filename*${index}*=${index === 0 ? "UTF-8''" : ''}${piece}`)
    .join(';\r\n ')
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

export function transferEncode(bytes: Uint8Array, encoding: TransferEncoding): Uint8Array {
  if (encoding === 'base64') {
    const lines =
      Buffer.from(bytes)
        .toString('base64')
        .match(/.{1,76}/g) ?? []
    return ascii(`${lines.join('\r\n')}\r\n`)
  }
  return encoding === 'quoted-printable' ? quotedPrintable(bytes) : bytes
}

/** RFC 2045 section 6.7; the line ends of the text stay line ends. */
function quotedPrintable(bytes: Uint8Array): Uint8Array {
  const lines = Buffer.from(bytes).toString('latin1').split('\r\n')
  return ascii(lines.map(quotedLine).join('\r\n'))
}

function quotedLine(line: string): string {
  const pieces: string[] = []
  let current = ''
  for (let index = 0; index < line.length; index++) {
    const character = line.charAt(index)
    const isLastBlank = index === line.length - 1 && character === ' '
    const isPlain = /[\x20-\x3c\x3e-\x7e]/.test(character) && !isLastBlank
    const token = isPlain
      ? character
      : `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
    if (current.length + token.length > 75) {
      pieces.push(`${current}=`)
      current = ''
    }
    current += token
  }
  pieces.push(current)
  return pieces.join('\r\n')
}

export function headerBlock(headers: string[]): Uint8Array {
  const block = headers.map((header) => `${header}\r\n`).join('')
  const isTop = headers.some((header) => header === 'MIME-Version: 1.0')
  return ascii(isTop ? block : `${block}\r\n`)
}

export function ascii(text: string): Uint8Array {
  return Buffer.from(text, 'utf8')
}

export function joinBytes(...pieces: Uint8Array[]): Uint8Array {
  return Buffer.concat(pieces)
}
