import { type ParsedPeople, simpleParser } from 'mailparser'
import PostalMime, { type Address as PostalAddress } from 'postal-mime'
import { hasPython, readByPython } from './python-reader.ts'
import { personLine, type ReadMail } from './read-mail.ts'

/** The mail as two programs that share nothing with our parser read it; Python's where the machine has one. */
export const readByOthers = (raw: Buffer): Promise<ReadMail[]> =>
  Promise.all([
    readByPostalMime(raw),
    readByMailparser(raw),
    ...(hasPython ? [readByPython(raw)] : []),
  ])

async function readByPostalMime(raw: Buffer): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true })
  const people = (list: readonly PostalAddress[] = []) =>
    list.flatMap((one) => one.group ?? [one]).map((one) => personLine(one.name, one.address))
  return {
    reader: 'postal-mime',
    subject: mail.subject ?? '',
    from: people(mail.from ? [mail.from] : []),
    to: people(mail.to),
    cc: people(mail.cc),
    bcc: people(mail.bcc),
    messageId: mail.messageId ?? '',
    inReplyTo: mail.inReplyTo ?? '',
    references: words(mail.references ?? ''),
    date: mail.date ?? '',
    text: lines(mail.text ?? ''),
    html: lines(mail.html ?? ''),
    files: mail.attachments.map((one) => ({
      name: one.filename ?? '',
      type: one.mimeType,
      disposition: one.disposition ?? '',
      contentId: bare(one.contentId),
      bytes: typeof one.content === 'string' ? Buffer.from(one.content) : bytesOf(one.content),
    })),
    headers: new Map(mail.headers.map((one) => [one.key, one.value])),
  }
}

async function readByMailparser(raw: Buffer): Promise<ReadMail> {
  const mail = await simpleParser(raw, {
    keepCidLinks: true,
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipTextLinks: true,
  })
  return {
    reader: 'mailparser',
    subject: mail.subject ?? '',
    from: parsedPeople(mail.from),
    to: parsedPeople(mail.to),
    cc: parsedPeople(mail.cc),
    bcc: parsedPeople(mail.bcc),
    messageId: mail.messageId ?? '',
    inReplyTo: mail.inReplyTo ?? '',
    references: [mail.references ?? []].flat(),
    date: mail.date?.toISOString() ?? '',
    text: lines(mail.text ?? ''),
    html: lines(mail.html || ''),
    files: mail.attachments.map((one) => ({
      name: one.filename ?? '',
      type: one.contentType,
      disposition: one.contentDisposition ?? '',
      contentId: bare(one.contentId),
      bytes: one.content,
    })),
    headers: new Map(
      mail.headerLines.map(({ key, line }) => [
        key,
        line
          .slice(line.indexOf(':') + 1)
          .replace(/\s+/g, ' ')
          .trim(),
      ]),
    ),
  }
}

const parsedPeople = (given: ParsedPeople | ParsedPeople[] = []): string[] =>
  [given]
    .flat()
    .flatMap((header) => header.value)
    .flatMap((one) => one.group ?? [one])
    .map((one) => personLine(one.name, one.address ?? ''))

const bytesOf = (content: ArrayBuffer | Uint8Array): Buffer => Buffer.from(new Uint8Array(content))
const lines = (text: string): string => text.replaceAll('\r\n', '\n').trimEnd()
const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)
const bare = (contentId: string | undefined): string | null =>
  contentId?.replace(/^<|>$/g, '') ?? null

/** What other servers could not carry (RFC 5322 §2.1.1, RFC 5321 §4.5.2, RFC 2045 §6): nothing, in a right mail. */
export function wireFlaws(raw: Buffer, isUtf8: boolean): string[] {
  const text = raw.toString('latin1')
  const flaws: string[] = []
  for (const line of text.split('\r\n')) {
    if (line.length > 998) flaws.push(`a line of ${line.length} octets`)
    if (/[\r\n\0]/.test(line)) flaws.push('a bare CR, LF or NUL')
  }
  const [head = ''] = text.split('\r\n\r\n', 1)
  const body = text.slice(head.length)
  // Only an address can make header fields 8-bit; bodies are always encoded.
  if (/[\x80-\xff]/.test(body)) flaws.push('8-bit bytes in a body')
  if (!isUtf8 && /[\x80-\xff]/.test(head)) flaws.push('8-bit bytes in the header')
  if (/^Content-Transfer-Encoding: (?:8bit|binary)/im.test(text))
    flaws.push('a part said to be 8-bit')
  return flaws
}
