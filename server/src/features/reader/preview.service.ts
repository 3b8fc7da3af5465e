import type { Attachment } from '@hongyan/contract/messages'
import type { Preview } from '@hongyan/contract/reader'
import { drawablePicture, isAskedFor } from '@hongyan/mime/picture-size'
import type { Address } from '@hongyan/mime/types'
import { readFileOf } from '../../documents/document-worker.ts'
import { type PreviewKind, previewKind } from '../../documents/preview-kinds.ts'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Signer } from '../../platform/crypto/signer.ts'
import { AppError } from '../../platform/errors.ts'
import { asId } from '../../platform/ids.ts'
import {
  type FileReader,
  fileUrl,
  type MessageTicket,
  maxNesting,
  openPartOf,
  partLinks,
  type TicketReader,
  ticketOf,
} from '../messages/messages.public.ts'

/** Larger files are only ever downloaded. */
const maxBytes = 30 * 1024 * 1024

export interface PreviewOptions {
  mailstore: Mailstore
  signer: Signer
  tickets: TicketReader
  canPreview(name: string, type: string): boolean
}

type PreviewTicket = Extract<MessageTicket, { kind: 'preview' }>

interface Subject {
  ticket: PreviewTicket
  bytes: Buffer
}

/** @throws link.invalid, item.not-found, preview.unsupported, preview.too-big */
export async function makePreview(
  options: PreviewOptions,
  reader: FileReader,
  id: string,
): Promise<Preview> {
  const ticket = options.tickets.read(id)
  const isOwn =
    ticket.kind === 'preview' &&
    ticket.account === reader.accountId &&
    ticket.session === reader.sessionId
  if (!isOwn) throw new AppError('link.invalid')
  const kind = options.canPreview(ticket.name, ticket.type)
    ? previewKind(ticket.name, ticket.type)
    : null
  const row = await options.tickets.message(ticket)
  if (kind === null) throw new AppError('preview.unsupported')
  const bytes = await openPartOf(options.mailstore, row, ticket.section)
  if (bytes.length > maxBytes) throw new AppError('preview.too-big')
  const made = await makers[kind](options, { ticket, bytes })
  if (!made) throw new AppError('preview.unsupported')
  return made
}

type Maker = (options: PreviewOptions, subject: Subject) => Preview | null | Promise<Preview | null>

const makers: Record<PreviewKind, Maker> = {
  picture: (options, { ticket, bytes }) => {
    const size = drawablePicture(bytes)
    return (
      size && {
        kind: 'picture',
        url: bytesUrl(options, ticket, size.type),
        isGiant: isAskedFor(size),
      }
    )
  },
  // A PDF may begin with some other bytes (ISO 32000-1, note to §7.5.2).
  pdf: (options, { ticket, bytes }) =>
    bytes.subarray(0, 1024).includes('%PDF-')
      ? { kind: 'pdf', url: bytesUrl(options, ticket, 'application/pdf') }
      : null,
  text: async (_, { bytes }) => {
    const file = await readFileOf('text', bytes)
    return file && { kind: 'text', ...file }
  },
  table: async (_, { bytes }) => {
    const file = await readFileOf('table', bytes)
    return file && { kind: 'table', ...file }
  },
  html: async (_, { bytes }) => {
    const file = await readFileOf('text', bytes)
    return file && { kind: 'html', unsafeHtml: file.text, truncated: file.truncated }
  },
  word: (_, { bytes }) => documentPreview('word', bytes),
  excel: (_, { bytes }) => documentPreview('excel', bytes),
  slides: (_, { bytes }) => documentPreview('slides', bytes),
  message: (options, subject) => messagePreview(options, subject),
  tnef: (options, subject) => tnefPreview(options, subject),
}

/** The type is what was found in the bytes, never what the mail claims (T4). */
const bytesUrl = ({ signer }: PreviewOptions, ticket: PreviewTicket, type: string): string => {
  const { account, session, message, section, name } = ticket
  const at = { account, session, message }
  return fileUrl(signer, { kind: 'part', ...at, section, name, type, inline: true })
}

async function documentPreview(
  kind: 'word' | 'excel' | 'slides',
  bytes: Buffer,
): Promise<Preview | null> {
  const document = await readFileOf(kind, bytes)
  return (
    document && {
      kind: 'html',
      unsafeHtml: document.html.toWellFormed(),
      truncated: document.truncated,
    }
  )
}

async function messagePreview(
  options: PreviewOptions,
  { ticket, bytes }: Subject,
): Promise<Preview> {
  const { parsed, content } = await options.mailstore.openRaw(bytes)
  const { envelope } = parsed
  return {
    kind: 'message',
    subject: envelope.subject,
    from: envelope.from.map(asPerson),
    to: envelope.to.map(asPerson),
    cc: envelope.cc.map(asPerson),
    sentTime: envelope.date,
    text: content.text?.toWellFormed() ?? null,
    unsafeHtml: content.html?.toWellFormed() ?? null,
    attachments: content.attachments.flatMap((one) => inner(options, ticket, one)),
    truncated: content.truncated || parsed.limits.length > 0,
  }
}

async function tnefPreview(
  options: PreviewOptions,
  { ticket, bytes }: Subject,
): Promise<Preview | null> {
  const content = await options.mailstore.openTnef(bytes)
  if (!content) return null
  const files = content.files.map((file, index) => ({
    ...file,
    section: `t${index}`,
    contentId: null,
    inline: false,
  }))
  return {
    kind: 'message',
    subject: content.subject ?? '',
    from: [],
    to: [],
    cc: [],
    sentTime: null,
    text: content.text?.toWellFormed() ?? null,
    unsafeHtml: content.html?.toWellFormed() ?? null,
    attachments: files.flatMap((one) => inner(options, ticket, one)),
    truncated: false,
  }
}

interface InnerPart {
  section: string
  filename: string
  type: string
  size: number
  contentId: string | null
  inline: boolean
}

/** A file inside a file: reached by the way through both. */
function inner(options: PreviewOptions, ticket: PreviewTicket, part: InnerPart): Attachment[] {
  const section = `${ticket.section}/${part.section}`
  if (section.split('/').length > maxNesting) return []
  const at = ticketOf(
    { accountId: asId(ticket.account), sessionId: asId(ticket.session) },
    ticket.message,
  )
  const links = partLinks(options, at, { ...part, section })
  const { filename: fileName, type, size, contentId, inline } = part
  return [{ section, fileName, type, size, contentId, inline, ...links }]
}

const asPerson = ({ name, address }: Address) => ({ name, address })
