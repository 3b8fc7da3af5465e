import type { MessageItem, MessagePage } from '@hongyan/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useOnChange } from '../../../lib/kept-screen.ts'
import { queryClient } from '../../../lib/queries.ts'
import {
  type ListSource,
  type ListView,
  type PageCursor,
  pageQuery,
  sourceKey,
  withFoundLines,
} from '../list-source.ts'
import { endsAtStart, firstPage, type ListPosition, nextPage, rangeOf } from './list-position.ts'
import {
  enterAt,
  goToPage,
  pruneSelection,
  resetRows,
  useListStore,
  usePosition,
} from './list-store.ts'
import { type Continuous, useContinuousList } from './long/use-continuous-list.ts'
import { useListMode } from './use-list-view.ts'

const noRows: MessageItem[] = []
const nowhere: ListSource = { kind: 'folder', folderId: 0 }

/** What a list shows, in pages or as one long list, kept true by push. */
export function useMessageList(source: ListSource | null) {
  const mode = useListMode(source)
  const paged = usePagedList(source, mode)
  const continuous = useContinuousList(source, mode)
  const long = mode.continuous ? continuous : null
  const rows = long ? long.rows : paged.rows
  const order = useMemo(() => rows.map(({ mailId }) => mailId), [rows])
  const isThere = paged.page !== undefined
  const key = source ? sourceKey(source) : ''
  useOnChange(key, () => {
    if (key) resetRows()
  })
  const isEntering = useListStore(({ entering }) => entering === key)
  const first = order[0]
  const isHere = first !== undefined && !paged.isTurning
  useEffect(() => {
    if (isEntering && isHere) enterAt(first)
  }, [isEntering, isHere, first])
  useEffect(() => {
    // A long list keeps what was selected further up: its rows are only out of sight. A page that is on its way has none.
    if (!mode.continuous && isThere) pruneSelection(order)
  }, [order, mode.continuous, isThere])
  // The same object while nothing in it changes: opening a mail draws neither toolbar nor pages anew.
  return useMemo(
    () => ({
      ...paged,
      ...long?.state,
      ...mode,
      source,
      rows,
      order,
      long,
      total: long ? long.total : (paged.page?.total ?? null),
    }),
    [paged, mode, source, rows, order, long],
  )
}

export type MessageList = ReturnType<typeof useMessageList>
export type { Continuous }

interface PagedMode {
  view: ListView
  continuous: boolean
  pageSize: number
  known: boolean
}

function usePagedList(source: ListSource | null, { view, continuous, pageSize, known }: PagedMode) {
  const position = usePosition(source)
  const key = source ? sourceKey(source) : ''
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useQuery({
    ...pageQuery({ source: source ?? nowhere, cursor: position.cursor, pageSize, view }),
    enabled: source !== null && known && !continuous,
    placeholderData: (before, query) => (query?.queryKey[1] === key ? before : undefined),
  })
  useFoundLines(source, isFetching ? undefined : data, { cursor: position.cursor, pageSize })
  useEffect(() => {
    if (source && data && endsAtStart(position, data)) goToPage(source, firstPage)
  }, [source, data, position])
  const isTurning = isPlaceholderData
  return useMemo(
    () => ({
      rows: data?.list ?? noRows,
      page: data,
      position,
      range: data ? rangeOf(position, data) : null,
      ...{ error, isPending, isTurning, isFetching },
      refetch: () => void refetch(),
      prefetchNext: prefetcher({ source, data, position, pageSize, view }),
    }),
    [data, position, error, isPending, isTurning, isFetching, refetch, source, pageSize, view],
  )
}

/** Looks up the lines that words of a search stand in, once for each page, after the page is shown. */
function useFoundLines(
  source: ListSource | null,
  page: MessagePage | undefined,
  at: { cursor: PageCursor; pageSize: number },
): void {
  const { cursor, pageSize } = at
  useEffect(() => {
    if (source?.kind !== 'search' || !page || shown.has(page)) return
    shown.add(page)
    const { queryKey } = pageQuery({ source, cursor, pageSize })
    withFoundLines(source.params, page).then(
      (found) => {
        if (found === null || queryClient.getQueryData(queryKey) !== page) return
        shown.add(found)
        queryClient.setQueryData(queryKey, found)
      },
      // The rows are complete without them.
      () => undefined,
    )
  }, [source, page, cursor, pageSize])
}

/** Pages whose lines were asked for. */
const shown = new WeakSet<MessagePage>()

interface Prefetch {
  source: ListSource | null
  data: MessagePage | undefined
  position: ListPosition
  pageSize: number
  view: ListView
}

const prefetcher =
  ({ source, data, position, pageSize, view }: Prefetch) =>
  () => {
    if (!source || !data?.hasMore) return
    const { cursor } = nextPage(position, data)
    void queryClient.prefetchQuery(pageQuery({ source, cursor, pageSize, view }))
  }
