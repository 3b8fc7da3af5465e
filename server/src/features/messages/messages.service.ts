import type { MessagePage, RecipientState, Selection } from '@hongyan/contract/messages'
import { decodeBody } from '@hongyan/mime/content'
import type { Part } from '@hongyan/mime/types'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import { type SearchField, searchQuery } from '../../mailstore/search-terms.ts'
import type { MessageRow } from '../../mailstore/types.ts'
import type { Signer } from '../../platform/crypto/signer.ts'
import { AppError } from '../../platform/errors.ts'
import {
  type AccountId,
  asId,
  type FolderId,
  type MessageId,
  type SubmissionId,
} from '../../platform/ids.ts'
import { fromSortValues } from './cursor.ts'
import { asDetail, asItem } from './message-view.ts'

/** Files are linked by tickets that live so long (G16). */
const ticketSeconds = 300

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

/** What a download ticket stands for. */
export type FileTicket =
  | {
      kind: 'part'
      account: number
      message: number
      section: string
      name: string
      type: string
      inline: boolean
    }
  | { kind: 'source'; account: number; message: number }
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
  /** Delivery state of a sent message; from the composer's feature. */
  recipientsOf(accountId: AccountId, submissionId: SubmissionId): Promise<RecipientState[]>
  openUpload(accountId: AccountId, uploadId: number): Promise<OpenedFile | null>
}

export type Messages = ReturnType<typeof createMessages>

export function createMessages({ mailstore, signer, recipientsOf, openUpload }: Options) {
  const sign = (ticket: FileTicket) => `/api/file/download/${signer.sign(ticket, ticketSeconds)}`

  const resolve = async (accountId: AccountId, selection: Selection): Promise<MessageId[]> => {
    const ids = (selection.mailIds ?? []).map((id) => asId<MessageId>(id))
    if (selection.mailUids && selection.mailUids.length > 0) {
      if (selection.mailboxId === undefined) throw new AppError('folder.not-found')
      const at = { folderId: asId<FolderId>(selection.mailboxId), uids: selection.mailUids }
      ids.push(...(await mailstore.idsByUid(accountId, at)))
    } else if (ids.length === 0) throw new AppError('mail.none-selected')
    return ids
  }

  return {
    /** One row more than asked for tells whether there is another page. */
    list: async (accountId: AccountId, request: ListRequest): Promise<MessagePage> => {
      const folder = await mailstore.folder(accountId, asId(request.mailboxId))
      if (!folder) throw new AppError('folder.not-found')
      const rows = await mailstore.page({
        accountId,
        folderId: folder.id,
        limit: request.pageSize + 1,
        direction: request.direction,
        cursor: request.sortValues ? fromSortValues(request.sortValues) : null,
      })
      const hasMore = rows.length > request.pageSize
      const page = rows.slice(0, request.pageSize)
      if (request.direction !== 'next') page.reverse()
      return { list: page.map(asItem), total: folder.total, hasMore }
    },

    search: async (accountId: AccountId, input: SearchInput): Promise<MessagePage> => {
      const query = searchQuery(input.searchKeyword, fieldsOf(input))
      if (query === null) throw new AppError('search.empty')
      const from = input.startTime ? new Date(input.startTime) : null
      const until = input.endTime ? new Date(input.endTime) : null
      if (from && until && from > until) throw new AppError('search.range')
      const rows = await mailstore.search({
        accountId,
        query,
        limit: input.pageSize + 1,
        cursor: input.sortValues ? fromSortValues(input.sortValues) : null,
        folderId: input.mailboxId === undefined ? null : asId<FolderId>(input.mailboxId),
        from,
        until,
        hasAttachment: yesNoAll(input.hasAttachment),
        seen: negate(yesNoAll(input.isUnread)),
      })
      return {
        list: rows.slice(0, input.pageSize).map(asItem),
        total: null,
        hasMore: rows.length > input.pageSize,
      }
    },

    detail: async (
      accountId: AccountId,
      { mailId, mailboxId }: { mailId: number; mailboxId?: number | undefined },
    ) => {
      const row = await mailstore.find(accountId, asId(mailId))
      if (!row || (mailboxId !== undefined && row.folderId !== mailboxId))
        throw new AppError('item.not-found')
      const opened = await mailstore.open(row)
      const recipients = row.submissionId ? await recipientsOf(accountId, row.submissionId) : []
      const at = { account: accountId, message: row.id }
      return asDetail({
        row,
        opened,
        recipients,
        sourceUrl: sign({ kind: 'source', ...at }),
        urlOf: ({ section, filename, type, inline }) =>
          sign({ kind: 'part', ...at, section, name: filename.slice(0, 120), type, inline }),
      })
    },

    setFlag: async (
      accountId: AccountId,
      {
        selection,
        flag,
        value,
      }: { selection: Selection; flag: 'seen' | 'starred'; value: boolean },
    ) => ({
      count: await mailstore.setFlag(accountId, {
        ids: await resolve(accountId, selection),
        flag,
        value,
      }),
    }),

    /** @throws mail.bad-target for drafts and outgoing folders, mail.same-folder when nothing would move */
    move: async (accountId: AccountId, selection: Selection, targetId: number) => {
      const target = await mailstore.folder(accountId, asId(targetId))
      if (!target) throw new AppError('folder.not-found')
      const rows = await mailstore.rows(accountId, await resolve(accountId, selection))
      refuseDrafts(rows, target.role)
      const moving = rows.filter((row) => row.folderId !== target.id).map((row) => row.id)
      if (rows.length > 0 && moving.length === 0) throw new AppError('mail.same-folder')
      return { count: await mailstore.move(accountId, moving, target.id) }
    },

    recycle: async (accountId: AccountId, selection: Selection) => {
      const trash = await mailstore.folderByRole(accountId, 'trash')
      if (!trash) throw new AppError('folder.not-found')
      return {
        count: await mailstore.move(accountId, await resolve(accountId, selection), trash.id),
      }
    },

    /** Only what lies in the recycle bin, spam or drafts goes for good. */
    destroy: async (accountId: AccountId, selection: Selection) => {
      const rows = await mailstore.rows(accountId, await resolve(accountId, selection))
      const folders = await mailstore.folders(accountId)
      const final = new Set(
        folders
          .filter(({ role }) => role === 'trash' || role === 'junk' || role === 'drafts')
          .map(({ id }) => id),
      )
      if (rows.some((row) => !final.has(row.folderId))) throw new AppError('mail.not-deletable')
      return {
        count: await mailstore.remove(
          accountId,
          rows.map((row) => row.id),
        ),
      }
    },

    /** @throws link.invalid, item.not-found */
    openFile: async (ticketText: string): Promise<OpenedFile> => {
      const ticket = readTicket(signer, ticketText)
      if (ticket.kind === 'upload') {
        const file = await openUpload(asId(ticket.account), ticket.upload)
        if (!file) throw new AppError('item.not-found')
        return file
      }
      const row = await mailstore.find(asId(ticket.account), asId(ticket.message))
      if (!row) throw new AppError('item.not-found')
      if (ticket.kind === 'source') {
        return {
          bytes: await mailstore.raw(row),
          name: 'message.eml',
          type: 'text/plain; charset=utf-8',
          inline: false,
        }
      }
      const { raw, parsed } = await mailstore.open(row)
      const part = findPart(parsed.root, ticket.section)
      if (!part) throw new AppError('item.not-found')
      const bytes = decodeBody(raw, part)
      return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), ...ticket }
    },
  }
}

function readTicket(signer: Signer, text: string): FileTicket {
  let payload: unknown = null
  try {
    payload = signer.read(text)
  } catch (thrown) {
    throw new AppError('link.invalid', { detail: String(thrown) })
  }
  if (payload === null) throw new AppError('link.invalid')
  return payload as FileTicket
}

function findPart(part: Part, section: string): Part | null {
  if (part.section === section && part.parts.length === 0) return part
  for (const child of part.parts) {
    const found = findPart(child, section)
    if (found) return found
  }
  return null
}

/** Drafts stay in the drafts folder, other mail stays out of it (drag rules, specification §4). */
function refuseDrafts(rows: readonly MessageRow[], role: string | null): void {
  if (role === 'drafts' && rows.some((row) => !row.draft)) throw new AppError('mail.bad-target')
  if (role !== 'drafts' && role !== 'trash' && rows.some((row) => row.draft))
    throw new AppError('mail.bad-target')
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

const negate = (value: boolean | null): boolean | null => (value === null ? null : !value)
