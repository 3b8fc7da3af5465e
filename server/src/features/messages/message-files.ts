import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Signer } from '../../platform/crypto/signer.ts'
import { AppError } from '../../platform/errors.ts'
import { type AccountId, asId, type FolderId, type SessionId } from '../../platform/ids.ts'

/** Files are linked by tickets that live so long (G16). */
const ticketSeconds = 300

/** What a download ticket stands for. */
export type FileTicket =
  | {
      kind: 'part'
      account: number
      /** The login that asked for the link: what it may not see any more, the link does not show. */
      session: number
      message: number
      section: string
      name: string
      type: string
      inline: boolean
    }
  | { kind: 'source'; account: number; session: number; message: number }
  | { kind: 'upload'; account: number; upload: number }

export interface OpenedFile {
  bytes: Buffer
  name: string
  type: string
  inline: boolean
}

interface Options {
  mailstore: Mailstore
  signer: Signer
  openUpload(accountId: AccountId, uploadId: number): Promise<OpenedFile | null>
  hiddenFor(login: { accountId: AccountId; sessionId: SessionId }): Promise<readonly FolderId[]>
}

/** Address under which a file can be fetched for some minutes, without a token. */
export const fileUrl = (signer: Signer, ticket: FileTicket): string =>
  `/api/file/download/${signer.sign(ticket, ticketSeconds)}`

/** @throws link.invalid, item.not-found */
export async function openFile(
  { mailstore, signer, openUpload, hiddenFor }: Options,
  text: string,
): Promise<OpenedFile> {
  const ticket = readTicket(signer, text)
  if (ticket.kind === 'upload') {
    const file = await openUpload(asId(ticket.account), ticket.upload)
    if (!file) throw new AppError('item.not-found')
    return file
  }
  const login = {
    accountId: asId<AccountId>(ticket.account),
    sessionId: asId<SessionId>(ticket.session),
  }
  const viewer = { accountId: login.accountId, hidden: await hiddenFor(login) }
  const row = await mailstore.find(viewer, asId(ticket.message))
  if (!row) throw new AppError('item.not-found')
  if (ticket.kind === 'source') {
    return {
      bytes: await mailstore.raw(row),
      name: 'message.eml',
      type: 'text/plain',
      inline: false,
    }
  }
  const [bytes] = await mailstore.decode(await mailstore.raw(row), [ticket.section])
  if (!bytes) throw new AppError('item.not-found')
  const { name, type, inline } = ticket
  return { bytes, name, type, inline }
}

function readTicket(signer: Signer, text: string): FileTicket {
  const payload = signer.read(text)
  if (payload === null) throw new AppError('link.invalid')
  return payload as FileTicket
}
