import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { cleanName, cut } from '@hongyan/mime/clean'
import { encodeWord } from '@hongyan/mime/encoded-words'
import { referencedIds } from '@hongyan/mime/html/cid-references'
import { plainText, textAlone } from '@hongyan/mime/html/plain-text'
import type { Address } from '@hongyan/mime/types'
import MailComposer, {
  type MailComposerAttachment,
  type MailComposerOptions,
} from 'nodemailer/lib/mail-composer'
import type { MimeNodeHeaders } from 'nodemailer/lib/mime-node'
import { flawOf, isSevenBit, withCrlf } from '../../../delivery/outbound/canonical-bytes.ts'
import { fileNameOf, type MessageFile } from '../uploads/file-rules.ts'
import { writeFileNames } from './file-name-field.ts'
import { flow } from './flow.ts'

export type Priority = 'low' | 'normal' | 'high'

/** Everything a mail is made of. */
export interface MessageParts {
  from: Address
  /** Who wrote it, where that is to be seen beside From (RFC 5322 §3.6.2). */
  sender?: Address | undefined
  to: readonly Address[]
  cc: readonly Address[]
  /** Only in drafts, which never leave. */
  bcc: readonly Address[]
  subject: string
  /** In parts, which are put together where the mail is built: a text of megabytes need not be there twice before that. */
  html: string | readonly string[]
  /** The mail is text alone: its HTML and the pictures in it stay here. */
  plainText?: boolean
  files: readonly MessageFile[]
  priority: Priority
  /** More fields, complete and clean. */
  headers: readonly (readonly [name: string, value: string])[]
  messageId: string
  inReplyTo: string | null
  references: readonly string[]
  date: Date
  /** A CMS object that stands for text and files (RFC 8551 §3.3). */
  encrypted?: { smimeType: string; bytes: Buffer }
  /** Hours east of Greenwich. */
  timeZone: number
}

/**
 * The bytes of a mail (RFC 5322, RFC 2045 to 2049): text and HTML, pictures of the body related to it, files behind
 * them with names in RFC 2231 and in the way of old Chinese clients. 7-bit unless an address itself is not ASCII;
 * CRLF only, no line above 998 bytes (T25); every text is cleaned before it reaches a header (T26).
 */
export async function buildMessage(parts: MessageParts): Promise<Buffer> {
  // Line ends are made one kind, and then CRLF by the builder: a bare CR must not leave (T25).
  const body = [parts.html].flat().join('').replace(/\r\n?/g, '\n') || '<div></div>'
  const used = parts.plainText ? new Set<string>() : referencedIds(body)
  // A picture that was taken out of the body again does not leave.
  const shown = parts.files.filter((file) => used.has(file.contentId ?? ''))
  const attached = parts.files.filter((file) => file.contentId === null)
  const bodies = parts.encrypted
    ? { attachments: [encryptedNode(parts.encrypted)] }
    : {
        alternatives: textNodes(parts, body),
        attachments: [...shown.map(pictureNode), ...attached.map(fileNode)],
      }
  const composer = new MailComposer({
    from: headerPerson(parts.from),
    ...(parts.sender && { sender: headerPerson(parts.sender) }),
    ...peopleHeaders(parts),
    ...threadHeaders(parts),
    headers: plainHeaders(parts),
    messageId: `<${parts.messageId}>`,
    date: mailDate(parts.date, parts.timeZone),
    ...bodies,
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const node = composer.compile()
  node.keepBcc = true
  writeFileNames(node)
  const raw = await gather(node.createReadStream())
  const flaw = flawOf(raw)
  if (flaw) throw new Error(`the mail that was built has ${flaw}`)
  return raw
}

/** A fresh Message-ID in the sender's domain, without its brackets. */
export const newMessageId = (address: string): string =>
  `${randomUUID()}@${address.slice(address.lastIndexOf('@') + 1)}`

const maxName = 200
const maxSubject = 900

/**
 * A name without line ends and bidi characters; one that looks like an encoded-word is broken up, since many
 * programs decode those even where they stand in quotes (T26, T28).
 */
const headerPerson = ({ name, address }: Address): { name: string; address: string } => ({
  name: cut(cleanName(name.toWellFormed()), maxName).replaceAll('=?', '= ?'),
  address,
})

function peopleHeaders({ to, cc, bcc }: MessageParts): MailComposerOptions {
  const nobody = to.length + cc.length === 0
  return {
    // RFC 5322 §3.6.3 allows a mail without To; some filters do not.
    to: nobody ? 'Undisclosed recipients:;' : to.map(headerPerson),
    cc: cc.map(headerPerson),
    bcc: bcc.map(headerPerson),
  }
}

function threadHeaders({ inReplyTo, references }: MessageParts): MailComposerOptions {
  const answered = inReplyTo === null ? '' : idList([inReplyTo])
  const thread = idList(references)
  return {
    ...(answered === '' ? {} : { inReplyTo: answered }),
    ...(thread === '' ? {} : { references: thread }),
  }
}

/** Values that are complete: nodemailer folds them and does nothing else. */
function plainHeaders({ subject, priority, headers }: MessageParts): MimeNodeHeaders {
  const title = encodeWord(cut(cleanName(subject.toWellFormed()), maxSubject))
  const values: (readonly [string, string])[] = [
    ['Subject', title],
    ...priorityHeaders[priority],
    ...headers,
  ]
  return Object.fromEntries(
    values
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, { prepared: true, foldLines: true, value }]),
  )
}

/** Ids come from foreign mail: only those that fit into a header as they are. */
const idList = (ids: readonly string[]): string =>
  ids
    .filter((id) => /^[!-;=?-~]{3,250}$/.test(id) && !id.includes('=?'))
    .slice(-maxReferences)
    .map((id) => `<${id}>`)
    .join(' ')

const maxReferences = 50

const priorityHeaders: Record<Priority, [string, string][]> = {
  high: [
    ['X-Priority', '1'],
    ['Importance', 'high'],
  ],
  normal: [],
  low: [
    ['X-Priority', '5'],
    ['Importance', 'low'],
  ],
}

/** RFC 5322 §3.3 in the zone of the user. */
export function mailDate(date: Date, timeZone: number): string {
  const shifted = new Date(date.getTime() + timeZone * 3_600_000).toUTCString()
  const minutes = Math.round(Math.abs(timeZone) * 60)
  const offset = `${String(Math.floor(minutes / 60)).padStart(2, '0')}${String(minutes % 60).padStart(2, '0')}`
  return shifted.replace('GMT', `${timeZone < 0 ? '-' : '+'}${offset}`)
}

const textNodes = ({ plainText: isAlone }: MessageParts, body: string) => [
  {
    contentType: 'text/plain; charset=utf-8; format=flowed; delsp=yes',
    content: flow(isAlone ? textAlone(body) : plainText(body)) || ' ',
  },
  ...(isAlone ? [] : [{ contentType: 'text/html; charset=utf-8', content: body }]),
]

/** The only node of its mail. */
const encryptedNode = ({ smimeType, bytes }: { smimeType: string; bytes: Buffer }) => ({
  filename: 'smime.p7m',
  content: bytes,
  contentType: `application/pkcs7-mime; smime-type=${smimeType}; name=smime.p7m`,
  contentDisposition: 'attachment' as const,
})

const pictureNode = (file: MessageFile): MailComposerAttachment => ({
  filename: fileNameOf(file.fileName),
  content: file.bytes,
  contentType: file.type,
  contentDisposition: 'inline',
  ...(file.contentId === null ? {} : { cid: file.contentId.replace(/[^!-;=?-~]/g, '') }),
})

function fileNode(file: MessageFile): MailComposerAttachment {
  const plain = {
    filename: fileNameOf(file.fileName),
    content: file.bytes,
    contentType: file.type,
    contentDisposition: 'attachment',
  }
  if (!file.type.startsWith('message/')) return plain
  // RFC 2046 §5.2.1: a message may not be encoded. One that needs 8-bit lines goes as a file, byte for byte.
  const content = withCrlf(file.bytes)
  return file.type === 'message/rfc822' && isSevenBit(content) && flawOf(content) === null
    ? { ...plain, content }
    : { ...plain, contentType: 'application/octet-stream' }
}

/** Collects a stream and lets other work run in between: a big mail takes a while to encode. */
async function gather(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let sinceTurn = 0
  for await (const chunk of stream) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    chunks.push(bytes)
    sinceTurn += bytes.length
    if (sinceTurn < 256 * 1024) continue
    sinceTurn = 0
    await turn()
  }
  return Buffer.concat(chunks)
}
