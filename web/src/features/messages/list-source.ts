import { labels } from '@hongyan/contract/labels'
import { lists } from '@hongyan/contract/lists'
import type {
  ListAssigned,
  ListFilter,
  ListOrder,
  ListSort,
  MessagePage,
} from '@hongyan/contract/messages'
import { messages } from '@hongyan/contract/messages'
import { search } from '@hongyan/contract/search'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { isAskedEarly } from '../../lib/early-calls.ts'
import { queryClient } from '../../lib/queries.ts'
import { foldersQuery } from '../folders/folders.public.ts'
import { noteListAsked } from './message-sync.ts'
import { wholePage } from './search-pages.ts'

/** Parameters of a search, named as in the address (R37). */
export interface SearchParams {
  searchKeyword: string
  searchType?: '1' | '2' | '3' | '4'
  mailboxId?: number
  scope?: string
  startTime?: string
  endTime?: string
  hasAttachment?: '0' | '1' | '2'
  isUnread?: '0' | '1' | '2'
}

/** What a list shows. */
export type ListSource =
  | { kind: 'folder'; folderId: number }
  /** Starred mail of all folders. */
  | { kind: 'favorite' }
  /** Unread or read mail of all folders. */
  | { kind: 'quick'; seen: boolean }
  /** Correspondence with an address. */
  | { kind: 'related'; address: string }
  | { kind: 'label'; labelId: number }
  | { kind: 'search'; params: SearchParams }

/** How a list is shown: what a user chose for it. */
export interface ListView {
  filter: ListFilter
  /** Whose mail to answer is shown, in a mailbox of several people. */
  assigned: ListAssigned
  sort: ListSort
  /** Null: the order that is natural for the sort. */
  order: ListOrder | null
  /** One row a conversation. */
  conversation: boolean
}

export const plainView: ListView = {
  filter: 'all',
  assigned: 'all',
  sort: 'date',
  order: null,
  conversation: false,
}

/** What of a view a list can do: filters go with dates only, conversations with nothing else. */
export function possibleView(source: ListSource, view: ListView): ListView {
  if (source.kind === 'search' || source.kind === 'label') return plainView
  if (source.kind !== 'folder') return { ...plainView, order: view.order }
  const { filter, assigned, sort, order } = view
  if (assigned !== 'all') return { ...plainView, assigned, order }
  if (filter !== 'all') return { ...plainView, filter, order }
  const byDate = sort === 'date' && order !== 'asc'
  return { filter, assigned, sort, order, conversation: view.conversation && byDate }
}

/** Nothing is left out. */
export const isWhole = ({ filter, assigned }: Pick<ListView, 'filter' | 'assigned'>): boolean =>
  filter === 'all' && assigned === 'all'

/** A folder whole, newest first: its rows can be reached by their number. */
export const hasRanks = (
  source: ListSource,
  { filter, assigned, sort, order, conversation }: ListView,
) =>
  source.kind === 'folder' &&
  filter === 'all' &&
  assigned === 'all' &&
  sort === 'date' &&
  order !== 'asc' &&
  !conversation

/** Where a page begins; null is the first page. */
export type PageCursor =
  | { direction: 'next' | 'prev'; sortValues: string }
  | { direction: 'last' }
  | null

/** The key of a row, or the number of the row with which a piece of a long list begins. */
export type Cursor = PageCursor | { rank: number }

export function sourceKey(source: ListSource): string {
  if (source.kind === 'folder') return `folder:${source.folderId}`
  if (source.kind === 'label') return `label:${source.labelId}`
  if (source.kind === 'search') return `search:${JSON.stringify(source.params)}`
  return JSON.stringify(source)
}

export interface PageRequest {
  source: ListSource
  cursor: Cursor
  pageSize: number
  view?: ListView
}

/** One page of a list. */
export const pageQuery = (request: PageRequest) =>
  queryOptions({
    queryKey: [
      'list',
      sourceKey(request.source),
      request.pageSize,
      request.cursor,
      viewQuery(request.view ?? plainView),
    ] as const,
    queryFn: ({ signal, client, queryKey }) =>
      loadPage(request, { signal, show: (found) => client.setQueryData(queryKey, found) }),
  })

/** Only what differs from the plain view, so that the first call of a start is word for word the early one. */
const viewQuery = ({ filter, assigned, sort, order, conversation }: ListView) => ({
  ...(assigned === 'all' ? {} : { assigned }),
  ...(filter === 'all' ? {} : { filter }),
  ...(sort === 'date' ? {} : { sort }),
  ...(order === null ? {} : { order }),
  ...(conversation ? { conversation: true } : {}),
})

interface Loading {
  signal: AbortSignal
  /** Part of the page, while the rest is on its way. */
  show: (found: MessagePage) => void
}

function loadPage(
  { source, cursor, pageSize, view = plainView }: PageRequest,
  { signal, show }: Loading,
): Promise<MessagePage> {
  const isAhead = queryClient.getQueryData(foldersQuery.queryKey) === undefined
  if (source.kind === 'folder') {
    const query = { mailboxId: source.folderId, pageSize, ...cursor, ...viewQuery(view) }
    // What came with the folders is never older than they are.
    noteListAsked(isAhead && !isAskedEarly(messages.list, { query }))
    return call(messages.list, { query }, { signal })
  }
  noteListAsked(isAhead)
  const place: PageCursor = cursor && 'rank' in cursor ? null : cursor
  if (source.kind === 'search') {
    const start = place && 'sortValues' in place ? place.sortValues : undefined
    const ask = (sortValues = start, size: number) => {
      const query = { ...source.params, pageSize: size, ...(sortValues ? { sortValues } : {}) }
      return call(search.search, { query }, { signal })
    }
    return wholePage({ pageSize, ask, show })
  }
  if (source.kind === 'label') {
    const query = { labelId: source.labelId, pageSize, ...place }
    return call(labels.mails, { query }, { signal })
  }
  const query = { pageSize, ...place, ...(view.order ? { order: view.order } : {}) }
  if (source.kind === 'favorite') return call(lists.favorites, { query }, { signal })
  if (source.kind === 'quick') {
    return call(lists.quick, { query: { ...query, seen: source.seen } }, { signal })
  }
  return call(lists.related, { query: { ...query, address: source.address } }, { signal })
}

/** Rows of a search show the line in which a word stands, where their first lines do not. Null: all do. */
export async function withFoundLines(
  params: SearchParams,
  page: MessagePage,
): Promise<MessagePage | null> {
  const mailIds = page.list.map(({ mailId }) => mailId).join(',')
  if (mailIds === '') return null
  const { searchKeyword } = params
  const { list } = await call(search.snippets, { query: { searchKeyword, mailIds } })
  if (list.length === 0) return null
  const lines = new Map(
    list.map(({ mailId, text, fileName }) => [mailId, fileName ? `${fileName}: ${text}` : text]),
  )
  const rows = page.list.map((row) => ({ ...row, preview: lines.get(row.mailId) ?? row.preview }))
  return { ...page, list: rows }
}

const searchKeys = [
  'searchType',
  'scope',
  'startTime',
  'endTime',
  'hasAttachment',
  'isUnread',
] as const

/** Reads a search from the address; null when there is no keyword. */
export function readSearch(query: URLSearchParams): SearchParams | null {
  const searchKeyword = query.get('searchKeyword')?.trim()
  if (!searchKeyword) return null
  const mailboxId = Number(query.get('mailboxId')) || undefined
  const rest = searchKeys.flatMap((key) => {
    const value = query.get(key)
    return value ? [[key, value] as const] : []
  })
  return { searchKeyword, ...(mailboxId ? { mailboxId } : {}), ...Object.fromEntries(rest) }
}

/** The address of a search. */
export function searchPath(params: SearchParams): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(params)) {
    if (value !== undefined && value !== '') query.set(key, String(value))
  }
  return `/search?${query}`
}
