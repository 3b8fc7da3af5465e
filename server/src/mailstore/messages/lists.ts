import type { Db } from '../../platform/db/pool.ts'
import type { AccountId, FolderId, MessageId, ThreadId } from '../../platform/ids.ts'
import type { Viewer } from '../types.ts'
import {
  type AcrossRequest,
  acrossFolders,
  correspondence,
  type FolderListRequest,
  folderList,
  idsOfThreads,
  type ListedRow,
  type RelatedRequest,
  type ThreadPlace,
  threadFacts,
  threadRows,
} from './lists.queries.ts'
import { placeOfRank } from './ranks.queries.ts'
import { type UnansweredRequest, unansweredRows } from './unanswered.queries.ts'

/** Mails of a conversation that are looked at for what its row says, and that are shown. */
const maxThread = 100
/** A page of conversations, or of what is nobody's, is gathered from at most so many mails; where that finds too few, it is short. */
const maxWalk = 2_000

/** A page of rows that are picked from many: those, and how far the folder was read for them. */
export interface HeadsPage {
  rows: ListedRow[]
  /** The last row that was looked at; null when the folder's end was reached. */
  readTo: ListedRow | null
}

/** Pages of lists, for the services. */
export type Lists = ReturnType<typeof listsOf>

export const listsOf = (db: Db) => ({
  folder: (request: Omit<FolderListRequest, 'heads'>): Promise<ListedRow[]> =>
    folderList(db, { ...request, heads: false }),
  conversations: (request: Omit<FolderListRequest, 'heads'>) =>
    headsPage(db, { ...request, heads: true }),
  /** Mail that nobody is to answer. */
  unassigned: (request: Omit<FolderListRequest, 'heads' | 'assignee'>) =>
    headsPage(db, { ...request, assignee: null, heads: false }),
  across: (request: AcrossRequest) => acrossFolders(db, request),
  related: (request: RelatedRequest) => correspondence(db, request),
  thread: (place: ThreadPlace, threadId: ThreadId) =>
    threadRows(db, place, { threadId, limit: maxThread }),
  threadFacts: (place: ThreadPlace, threadIds: readonly ThreadId[]) =>
    threadFacts(db, place, { threadIds, limit: maxThread }),
  /** Sent mail that nothing came after. */
  unanswered: (request: UnansweredRequest) => unansweredRows(db, request),
  idsOfThreads: (
    viewer: Viewer,
    at: { folderId: FolderId; threadIds: readonly number[]; limit: number },
  ) => idsOfThreads<MessageId>(db, viewer, at),
  placeOfRank: (at: { accountId: AccountId; folderId: FolderId }, rank: number) =>
    placeOfRank(db, at, rank),
})

/** Reads on from the cursor, a stretch at a time, until the page is full. */
async function headsPage(db: Db, request: FolderListRequest): Promise<HeadsPage> {
  const rows: ListedRow[] = []
  const limit = Math.max(60, request.limit * 2)
  let at: Pick<FolderListRequest, 'cursor' | 'direction'> = request
  for (let walked = limit; ; walked += limit) {
    const stretch = await folderList(db, { ...request, ...at, limit })
    const heads = stretch.filter((row) => row.isHead).slice(0, request.limit - rows.length)
    rows.push(...heads)
    if (rows.length === request.limit) return { rows, readTo: rows.at(-1) ?? null }
    const last = stretch.at(-1)
    if (!last || stretch.length < limit) return { rows, readTo: null }
    if (walked >= maxWalk) return { rows, readTo: last }
    at = {
      cursor: { value: last.value, receivedAt: last.receivedAt, id: last.id },
      direction: request.direction === 'last' ? 'prev' : request.direction,
    }
  }
}
