import { labels } from '@hongyan/contract/labels'
import type { MessagePage } from '@hongyan/contract/messages'
import { messages } from '@hongyan/contract/messages'
import { search } from '@hongyan/contract/search'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

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
  | { kind: 'label'; labelId: number }
  | { kind: 'search'; params: SearchParams }

/** Where a page begins; null is the first page. */
export type Cursor =
  | { direction: 'next' | 'prev'; sortValues: string }
  | { direction: 'last' }
  | null

export function sourceKey(source: ListSource): string {
  if (source.kind === 'folder') return `folder:${source.folderId}`
  if (source.kind === 'label') return `label:${source.labelId}`
  return `search:${JSON.stringify(source.params)}`
}

export interface PageRequest {
  source: ListSource
  cursor: Cursor
  pageSize: number
}

/** One page of a folder or of search results. */
export const pageQuery = (request: PageRequest) =>
  queryOptions({
    queryKey: ['list', sourceKey(request.source), request.pageSize, request.cursor] as const,
    queryFn: ({ signal }) => loadPage(request, signal),
  })

function loadPage(
  { source, cursor, pageSize }: PageRequest,
  signal: AbortSignal,
): Promise<MessagePage> {
  if (source.kind === 'folder') {
    const query = { mailboxId: source.folderId, pageSize, ...cursor }
    return call(messages.list, { query }, { signal })
  }
  if (source.kind === 'label') {
    const query = { labelId: source.labelId, pageSize, ...cursor }
    return call(labels.mails, { query }, { signal })
  }
  const after = cursor && 'sortValues' in cursor ? { sortValues: cursor.sortValues } : {}
  return call(search.search, { query: { ...source.params, pageSize, ...after } }, { signal })
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
