import type {
  ListAssigned,
  ListFilter,
  ListSort,
  MessageItem,
  MessagePage,
  ListOrder as Order,
} from '@hongyan/contract/messages'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { ListOrder, PageBounds } from '../../mailstore/messages/list-order.queries.ts'
import type { ListedRow } from '../../mailstore/messages/lists.queries.ts'
import type { FolderRole, MessageRow, Viewer } from '../../mailstore/types.ts'
import { AppError } from '../../platform/errors.ts'
import {
  type AccountId,
  asId,
  type FolderId,
  type SubmissionId,
  type UserId,
} from '../../platform/ids.ts'
import { type Place, placeIn, toSortValues } from './cursor.ts'
import { asItem } from './message-view.ts'
import type { SenderMarks } from './sender-marks.ts'

interface Bounds {
  pageSize: number
  sortValues?: string | undefined
  direction: 'next' | 'prev' | 'last'
}

export interface FolderRequest extends Bounds {
  mailboxId: number
  filter: ListFilter
  assigned: ListAssigned
  sort: ListSort
  order?: Order | undefined
  conversation: boolean
  rank?: number | undefined
}

export interface AcrossRequest extends Bounds {
  order: Order
}

/** Who looks: a mailbox, and the person in it. */
export interface Reading extends Viewer {
  person: { userId: UserId }
}

interface Options {
  mailstore: Mailstore
  statesOf(accountId: AccountId, ids: readonly SubmissionId[]): Promise<Map<SubmissionId, string>>
  marksOf: SenderMarks
}

type Folders = Awaited<ReturnType<Mailstore['folders']>>

/** Lists of one folder and of many. Each reads at most one row more than it shows, which tells whether there is a next page. */
export const createMessageLists = (options: Options) => ({
  list: (viewer: Reading, request: FolderRequest) => listFolder(options, viewer, request),
  favorites: (viewer: Viewer, request: AcrossRequest) =>
    listAcross(options, viewer, { ...request, filter: 'starred' }),
  quick: (viewer: Viewer, { seen, ...request }: AcrossRequest & { seen: boolean }) =>
    listAcross(options, viewer, { ...request, filter: seen ? 'read' : 'unread' }),
  related: (viewer: Viewer, request: AcrossRequest & { address: string }) =>
    listRelated(options, viewer, request),
  thread: (viewer: Viewer, threadId: number) => listThread(options, viewer, threadId),
})

async function listFolder(
  options: Options,
  viewer: Reading,
  request: FolderRequest,
): Promise<MessagePage> {
  const { mailstore } = options
  const { accountId } = viewer
  const folder = await mailstore.folder(accountId, asId(request.mailboxId))
  if (!folder) throw new AppError('folder.not-found')
  if (viewer.hidden.includes(folder.id)) throw new AppError('folder.locked')
  refuseCombination(request)
  const order = orderOf(request)
  const assignee = assigneeOf(request, viewer)
  const at = { accountId, folderId: folder.id, filter: request.filter, assignee, ...order }
  const total = assignee === undefined ? totalOf(request.filter, folder) : null
  if (request.conversation) return listConversations(options, { viewer, at, request })
  const bounds = await rankedBounds(options, { at, order, request })
  if (bounds === null) return { list: [], total, hasMore: false, readTo: null }
  if (assignee === null) {
    const { rows, readTo } = await mailstore.lists.unassigned({ ...at, ...bounds })
    const page = await pageOf(options, accountId, { rows, request, total })
    return { ...page, ...readOn(page, readTo) }
  }
  const rows = await mailstore.lists.folder({ ...at, ...bounds })
  return pageOf(options, accountId, { rows, request, total })
}

/** What a page is cut from; null when a rank lies behind the end. */
async function rankedBounds(
  { mailstore }: Options,
  {
    at,
    order,
    request,
  }: {
    at: { accountId: AccountId; folderId: FolderId }
    order: ListOrder
    request: FolderRequest
  },
): Promise<PageBounds | null> {
  const limit = request.pageSize + 1
  if (request.rank === undefined || request.rank === 0) {
    return {
      limit,
      direction: request.direction,
      cursor: placeIn(order, request.sortValues),
    }
  }
  const before = await mailstore.lists.placeOfRank(at, request.rank - 1)
  if (!before) return null
  const cursor = { value: before.pinned, receivedAt: before.receivedAt, id: before.id }
  return { limit, direction: 'next', cursor }
}

/** Each combination that is allowed has its index; the others would read what they do not show. */
function refuseCombination(request: FolderRequest): void {
  const { filter, assigned, sort, order, conversation, rank } = request
  const plain = isWhole(request) && sort === 'date'
  const newestFirst = plain && order !== 'asc'
  if (filter !== 'all' && assigned !== 'all') throw new AppError('list.not-combined')
  if (!isWhole(request) && sort !== 'date') throw new AppError('list.not-combined')
  if ((conversation || rank !== undefined) && !newestFirst) throw new AppError('list.not-combined')
  if (conversation && rank !== undefined) throw new AppError('list.not-combined')
}

/** Names and subjects begin with A, times and sizes with the newest and the largest. */
const orderOf = ({ sort, order, ...request }: FolderRequest): ListOrder => ({
  sort,
  pinsFirst: isWhole(request) && sort === 'date',
  ascending: order ? order === 'asc' : sort === 'sender' || sort === 'subject',
})

/** All mail of the folder. */
const isWhole = ({ filter, assigned }: Pick<FolderRequest, 'filter' | 'assigned'>): boolean =>
  filter === 'all' && assigned === 'all'

const assigneeOf = ({ assigned }: FolderRequest, { person }: Reading): UserId | null | undefined =>
  ({ all: undefined, mine: person.userId, nobody: null })[assigned]

function totalOf(filter: ListFilter, folder: Folders[number]): number | null {
  if (filter === 'all') return folder.total
  if (filter === 'unread') return folder.unread
  return filter === 'read' ? folder.total - folder.unread : null
}

interface Conversations {
  viewer: Viewer
  at: { accountId: AccountId; folderId: FolderId; filter: ListFilter } & ListOrder
  request: FolderRequest
}

/** A list with one row a thread; how many threads there are would have to be counted. */
async function listConversations(
  options: Options,
  { viewer, at, request }: Conversations,
): Promise<MessagePage> {
  const { mailstore } = options
  const { rows, readTo } = await mailstore.lists.conversations({
    ...at,
    limit: request.pageSize + 1,
    direction: request.direction,
    cursor: placeIn(at, request.sortValues),
  })
  const page = await pageOf(options, at.accountId, { rows, request, total: null })
  const folders = await visibleFolders(options, viewer, {
    without: ['junk', 'trash'],
    always: at.folderId,
  })
  const folderIds = folders.map(({ id }) => id)
  const place = { accountId: at.accountId, folderIds }
  const threadIds = page.list.map((item) => asId<MessageRow['threadId']>(item.threadId))
  const facts = new Map(
    (await mailstore.lists.threadFacts(place, threadIds)).map(({ threadId, ...one }) => [
      Number(threadId),
      one,
    ]),
  )
  return {
    ...page,
    list: page.list.map((item) => ({ ...item, conversation: facts.get(item.threadId) ?? null })),
    ...readOn(page, readTo),
  }
}

/** Where a page that was picked from many goes on: after its last row when it is full, else after the last that was looked at. */
const readOn = ({ hasMore }: MessagePage, readTo: ListedRow | null) => ({
  hasMore: readTo !== null,
  readTo: hasMore || readTo === null ? null : toSortValues(readTo),
})

async function listAcross(
  options: Options,
  viewer: Viewer,
  request: AcrossRequest & { filter: 'starred' | 'unread' | 'read' },
): Promise<MessagePage> {
  const { accountId } = viewer
  const { filter, order } = request
  const without: FolderRole[] =
    filter === 'starred' ? ['trash', 'junk'] : ['trash', 'junk', 'drafts']
  const folders = await visibleFolders(options, viewer, { without })
  const rows = await options.mailstore.lists.across({
    accountId,
    filter,
    folderIds: folders.map(({ id }) => id),
    ...timeBounds(request),
    ascending: order === 'asc',
  })
  const counts = folders.map((folder) => totalOf(filter, folder) ?? 0)
  const total = filter === 'starred' ? null : counts.reduce((sum, one) => sum + one, 0)
  return pageOf(options, accountId, { rows, request, total })
}

async function listRelated(
  options: Options,
  viewer: Viewer,
  request: AcrossRequest & { address: string },
): Promise<MessagePage> {
  const rows = await options.mailstore.lists.related({
    accountId: viewer.accountId,
    hidden: viewer.hidden,
    address: request.address.trim().toLowerCase(),
    ...timeBounds(request),
    ascending: request.order === 'asc',
  })
  return pageOf(options, viewer.accountId, { rows, request, total: null })
}

async function listThread(
  options: Options,
  viewer: Viewer,
  threadId: number,
): Promise<{ list: MessageItem[] }> {
  const folders = await visibleFolders(options, viewer, { without: [] })
  const place = { accountId: viewer.accountId, folderIds: folders.map(({ id }) => id) }
  const rows = await options.mailstore.lists.thread(place, asId(threadId))
  if (rows.length === 0) throw new AppError('item.not-found')
  return { list: await asItems(options, viewer.accountId, rows) }
}

/** Folders that the viewer may see, without those of some roles; `always` is kept whatever its role. */
async function visibleFolders(
  { mailstore }: Options,
  { accountId, hidden }: Viewer,
  { without, always }: { without: readonly FolderRole[]; always?: FolderId },
): Promise<Folders> {
  const folders = await mailstore.folders(accountId)
  return folders.filter(
    ({ id, role }) =>
      !hidden.includes(id) && (id === always || role === null || !without.includes(role)),
  )
}

const byTime: ListOrder = { sort: 'date', pinsFirst: false, ascending: false }

const timeBounds = ({ pageSize, direction, sortValues }: Bounds): PageBounds => ({
  limit: pageSize + 1,
  direction,
  cursor: placeIn(byTime, sortValues),
})

interface Found {
  rows: readonly (MessageRow & { value: Place['value'] })[]
  request: Bounds
  total: number | null
}

async function pageOf(
  options: Options,
  accountId: AccountId,
  { rows, request, total }: Found,
): Promise<MessagePage> {
  const page = rows.slice(0, request.pageSize)
  if (request.direction !== 'next') page.reverse()
  const list = await asItems(options, accountId, page)
  return { list, total, hasMore: rows.length > request.pageSize, readTo: null }
}

/** Rows as the contract shows them; only lists with sent mail ask for its states. */
export async function asItems(
  { statesOf, marksOf }: Omit<Options, 'mailstore'>,
  accountId: AccountId,
  rows: readonly (MessageRow & { value?: Place['value'] })[],
): Promise<MessageItem[]> {
  const sent = rows.flatMap((row) => row.submissionId ?? [])
  const [states, marks] = await Promise.all([
    sent.length > 0 ? statesOf(accountId, sent) : null,
    marksOf(accountId, rows),
  ])
  return rows.map((row, index) =>
    asItem(row, {
      sendState: (row.submissionId ? states?.get(row.submissionId) : null) ?? null,
      mark: marks[index] ?? { source: 'outside', stranger: false },
      conversation: null,
      value: row.value ?? null,
    }),
  )
}
