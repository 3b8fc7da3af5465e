import type { MessageItem, MessagePage, RecipientState } from '@hongyan/contract/messages'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { MessageRow, Viewer } from '../../mailstore/types.ts'
import type { Signer } from '../../platform/crypto/signer.ts'
import { AppError } from '../../platform/errors.ts'
import {
  type AccountId,
  asId,
  type FolderId,
  type SessionId,
  type SubmissionId,
} from '../../platform/ids.ts'
import { fromSortValues } from './cursor.ts'
import { createMessageActions } from './message-actions.ts'
import { fileUrl, type OpenedFile, openFile } from './message-files.ts'
import { asDetail, asItem } from './message-view.ts'

export interface ListRequest {
  mailboxId: number
  pageSize: number
  sortValues?: string | undefined
  direction: 'next' | 'prev' | 'last'
}

interface Options {
  mailstore: Mailstore
  signer: Signer
  /** Delivery state of a sent message; from the composer's feature. */
  recipientsOf(accountId: AccountId, submissionId: SubmissionId): Promise<RecipientState[]>
  /** State of submissions, for lists of sent mail. */
  statesOf(accountId: AccountId, ids: readonly SubmissionId[]): Promise<Map<SubmissionId, string>>
  openUpload(accountId: AccountId, uploadId: number): Promise<OpenedFile | null>
  /** What a login may not see now: its file links obey it too. */
  hiddenFor(login: { accountId: AccountId; sessionId: SessionId }): Promise<readonly FolderId[]>
}

/** Who opens a message: links to its files are good for this login only. */
export interface Reader extends Viewer {
  sessionId: SessionId
}

export type Messages = ReturnType<typeof createMessages>

/** Lists, search, reading and actions. */
export const createMessages = (options: Options) => ({
  ...createMessageActions(options),
  list: (viewer: Viewer, request: ListRequest) => listFolder(options, viewer, request),
  detail: (reader: Reader, at: { mailId: number; mailboxId?: number | undefined }) =>
    openDetail(options, reader, at),
  openFile: (ticket: string) => openFile(options, ticket),
  /** For other features' lists: rows as the contract shows them, and the place that a cursor names. */
  asItems: (accountId: AccountId, rows: readonly MessageRow[]) => asItems(options, accountId, rows),
  cursorOf: fromSortValues,
})

/** One row more than asked for tells whether there is another page. */
async function listFolder(
  options: Options,
  { accountId, hidden }: Viewer,
  request: ListRequest,
): Promise<MessagePage> {
  const { mailstore } = options
  const folder = await mailstore.folder(accountId, asId(request.mailboxId))
  if (!folder) throw new AppError('folder.not-found')
  if (hidden.includes(folder.id)) throw new AppError('folder.locked')
  const rows = await mailstore.page({
    accountId,
    hidden,
    folderId: folder.id,
    limit: request.pageSize + 1,
    direction: request.direction,
    cursor: request.sortValues ? fromSortValues(request.sortValues) : null,
  })
  const hasMore = rows.length > request.pageSize
  const page = rows.slice(0, request.pageSize)
  if (request.direction !== 'next') page.reverse()
  return { list: await asItems(options, accountId, page), total: folder.total, hasMore }
}

/** Rows as the contract shows them; only lists with sent mail ask for its states. */
async function asItems(
  { statesOf }: Options,
  accountId: AccountId,
  rows: readonly MessageRow[],
): Promise<MessageItem[]> {
  const sent = rows.flatMap((row) => row.submissionId ?? [])
  const states = sent.length > 0 ? await statesOf(accountId, sent) : null
  return rows.map((row) => asItem(row, row.submissionId ? states?.get(row.submissionId) : null))
}

async function openDetail(
  { mailstore, signer, recipientsOf }: Options,
  reader: Reader,
  { mailId, mailboxId }: { mailId: number; mailboxId?: number | undefined },
) {
  const { accountId, sessionId } = reader
  const row = await mailstore.find(reader, asId(mailId))
  if (!row || (mailboxId !== undefined && row.folderId !== mailboxId)) {
    throw new AppError('item.not-found')
  }
  const opened = await mailstore.open(row)
  const recipients = row.submissionId ? await recipientsOf(accountId, row.submissionId) : []
  const at = { account: accountId, session: sessionId, message: row.id }
  return asDetail({
    row,
    opened,
    recipients,
    sourceUrl: fileUrl(signer, { kind: 'source', ...at }),
    urlOf: ({ section, filename, type, inline }) =>
      fileUrl(signer, { kind: 'part', ...at, section, name: filename.slice(0, 120), type, inline }),
  })
}
