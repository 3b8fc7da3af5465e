import type { MessageItem, MessagePage, RecipientState } from '@hongyan/contract/messages'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import { type SearchField, searchQuery } from '../../mailstore/search-terms.ts'
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

export interface SearchInput {
  searchKeyword: string
  mailboxId?: number | undefined
  searchType?: '1' | '2' | '3' | '4' | undefined
  scope?: string | undefined
  startTime?: string | undefined
  endTime?: string | undefined
  hasAttachment?: '0' | '1' | '2' | undefined
  isUnread?: '0' | '1' | '2' | undefined
  pageSize: number
  sortValues?: string | undefined
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
  search: (viewer: Viewer, input: SearchInput) => search(options, viewer, input),
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

async function search(
  options: Options,
  { accountId, hidden }: Viewer,
  input: SearchInput,
): Promise<MessagePage> {
  const query = searchQuery(input.searchKeyword, fieldsOf(input))
  if (query === null) throw new AppError('search.empty')
  const from = input.startTime ? new Date(input.startTime) : null
  const until = input.endTime ? new Date(input.endTime) : null
  if (from && until && from > until) throw new AppError('search.range')
  const unread = yesNoAll(input.isUnread)
  const folderId = input.mailboxId === undefined ? null : asId<FolderId>(input.mailboxId)
  if (folderId !== null && hidden.includes(folderId)) throw new AppError('folder.locked')
  const rows = await options.mailstore.search({
    accountId,
    hidden,
    query,
    limit: input.pageSize + 1,
    cursor: input.sortValues ? fromSortValues(input.sortValues) : null,
    folderId,
    from,
    until,
    hasAttachment: yesNoAll(input.hasAttachment),
    seen: unread === null ? null : !unread,
  })
  const list = await asItems(options, accountId, rows.slice(0, input.pageSize))
  return { list, total: null, hasMore: rows.length > input.pageSize }
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

/** searchType 1 sender, 2 subject (G57); scope 1 subject, 2 body, 3 attachment name. */
function fieldsOf({ searchType, scope }: SearchInput): SearchField[] {
  if (searchType === '1') return ['people']
  if (searchType === '2') return ['subject']
  const named: Record<string, SearchField> = { '1': 'subject', '2': 'body', '3': 'files' }
  return (scope ?? '').split(',').flatMap((one) => named[one] ?? [])
}

/** Filter codes of L57 and L58: 1 yes, 0 no, 2 all. */
const yesNoAll = (code: '0' | '1' | '2' | undefined): boolean | null =>
  code === '1' ? true : code === '0' ? false : null
