import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { StoredMessage } from '../../mailstore/messages/messages.queries.ts'
import { type Viewer, wholeAccount } from '../../mailstore/types.ts'
import type { Signer } from '../../platform/crypto/signer.ts'
import { AppError } from '../../platform/errors.ts'
import {
  type AccountId,
  asId,
  type FolderId,
  type SessionId,
  type UserId,
} from '../../platform/ids.ts'
import { openPartOf } from './nested-parts.ts'

/** Files are linked by tickets that live so long (G16). */
const ticketSeconds = 300

/** Who opens a message: links to its files are good for this login only. */
export interface FileReader extends Viewer {
  sessionId: SessionId
  userId: UserId
  /** Whose settings count, in whichever mailbox. */
  person: { userId: UserId }
}

interface OfMessage {
  account: number
  message: number
  /** The login that asked for the link: what it may not see any more, the link does not show. */
  session: number
}

/** What a download ticket stands for. */
export type FileTicket =
  | ({
      kind: 'part'
      /** Sections, from the message inwards: see openPart. */
      section: string
      name: string
      type: string
      inline: boolean
    } & OfMessage)
  | ({ kind: 'preview'; section: string; name: string; type: string } & OfMessage)
  | ({ kind: 'picture'; key: string } & OfMessage)
  | ({ kind: 'zip' } & OfMessage)
  | ({ kind: 'source' } & OfMessage)
  // A file that was taken from a mail has the login that took it.
  | { kind: 'upload'; account: number; session?: number; upload: number }

/** What a ticket of a message opens with. */
export type MessageTicket = Extract<FileTicket, OfMessage>

export interface OpenedFile {
  bytes: Buffer
  name: string
  type: string
  inline: boolean
}

interface Options {
  mailstore: Mailstore
  signer: Signer
  openUpload(viewer: Viewer, uploadId: number): Promise<OpenedFile | null>
  /** What a login may not see now: its file links obey it too. */
  hiddenFor(login: { accountId: AccountId; sessionId: SessionId }): Promise<readonly FolderId[]>
}

/** Address under which a file can be fetched for some minutes, without a token. */
export const fileUrl = (signer: Signer, ticket: FileTicket): string =>
  `/api/file/${ticket.kind === 'zip' || ticket.kind === 'picture' ? ticket.kind : 'download'}/${signTicket(signer, ticket)}`

export const signTicket = (signer: Signer, ticket: FileTicket): string =>
  signer.sign(ticket, ticketSeconds)

/** Opens tickets about messages, for every door that takes one. */
export type TicketReader = ReturnType<typeof ticketReader>

export function ticketReader({
  mailstore,
  signer,
  hiddenFor,
}: Pick<Options, 'mailstore' | 'signer' | 'hiddenFor'>) {
  return {
    /** @throws link.invalid */
    read: (text: string): FileTicket => readTicket(signer, text),
    /** The message of a ticket, as its reader may see it now. @throws item.not-found */
    message: async (ticket: MessageTicket): Promise<StoredMessage> => {
      const accountId: AccountId = asId(ticket.account)
      const login = { accountId, sessionId: asId<SessionId>(ticket.session) }
      const viewer = { accountId, hidden: await hiddenFor(login) }
      const row = await mailstore.find(viewer, asId(ticket.message))
      if (!row) throw new AppError('item.not-found')
      return row
    },
  }
}

/** @throws link.invalid, item.not-found */
export async function openFile(options: Options, text: string): Promise<OpenedFile> {
  const { mailstore } = options
  const tickets = ticketReader(options)
  const ticket = tickets.read(text)
  if (ticket.kind === 'upload') {
    const file = await options.openUpload(await viewerOf(options, ticket), ticket.upload)
    if (!file) throw new AppError('item.not-found')
    return file
  }
  if (ticket.kind !== 'part' && ticket.kind !== 'source') throw new AppError('link.invalid')
  const row = await tickets.message(ticket)
  if (ticket.kind === 'source') {
    const bytes = await mailstore.raw(row)
    return { bytes, name: 'message.eml', type: 'text/plain', inline: false }
  }
  const { name, type, inline, section } = ticket
  return { bytes: await openPartOf(mailstore, row, section), name, type, inline }
}

async function viewerOf(
  { hiddenFor }: Options,
  { account, session }: { account: number; session?: number },
): Promise<Viewer> {
  const accountId: AccountId = asId(account)
  if (session === undefined) return wholeAccount(accountId)
  return { accountId, hidden: await hiddenFor({ accountId, sessionId: asId(session) }) }
}

/** Kinds a browser may draw in place; everything else is only ever saved (T4). No SVG: it is a document. */
const drawable = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp'])

export function fileHeaders({
  name,
  type,
  inline,
}: Omit<OpenedFile, 'bytes'>): Record<string, string> {
  const shown = inline && drawable.has(type)
  return {
    'Content-Type': shown ? type : 'application/octet-stream',
    'Content-Disposition': disposition(shown ? 'inline' : 'attachment', name),
  }
}

/** RFC 6266: the name in ASCII for old clients and in UTF-8 for the others. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

function readTicket(signer: Signer, text: string): FileTicket {
  const payload = signer.read(text)
  if (payload === null) throw new AppError('link.invalid')
  return payload as unknown as FileTicket
}
