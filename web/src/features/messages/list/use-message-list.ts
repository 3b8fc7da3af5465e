import type { MessageItem, MessagePage } from '@hongyan/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useSettings } from '../../../lib/me.ts'
import { queryClient } from '../../../lib/queries.ts'
import { readWarm, rememberWarm } from '../../folders/folders.public.ts'
import {
  type Cursor,
  type ListSource,
  pageQuery,
  sourceKey,
  withFoundLines,
} from '../list-source.ts'
import { endsAtStart, firstPage, nextPage, rangeOf } from './list-position.ts'
import { goToPage, resetRows, select, usePosition } from './list-store.ts'
import { prune } from './selection.ts'

const noRows: MessageItem[] = []
const nowhere: ListSource = { kind: 'folder', folderId: 0 }

/** The page on screen of a folder or a search, kept true by push. */
export function useMessageList(source: ListSource | null) {
  const position = usePosition(source)
  const pageSize = usePageSize()
  const key = source ? sourceKey(source) : ''
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useQuery({
    ...pageQuery({ source: source ?? nowhere, cursor: position.cursor, pageSize }),
    enabled: source !== null,
    placeholderData: (before, query) => (query?.queryKey[1] === key ? before : undefined),
  })
  useFoundLines(source, data, { cursor: position.cursor, pageSize })
  const rows = data?.list ?? noRows
  const order = useMemo(() => rows.map(({ mailId }) => mailId), [rows])

  useEffect(() => {
    if (key) resetRows()
  }, [key])
  useEffect(() => select((selection) => prune(selection, order)), [order])
  useEffect(() => {
    if (source && data && endsAtStart(position, data)) goToPage(source, firstPage)
  }, [source, data, position])

  const prefetchNext = () => {
    if (!source || !data?.hasMore) return
    const { cursor } = nextPage(position, data)
    void queryClient.prefetchQuery(pageQuery({ source, cursor, pageSize }))
  }

  return {
    rows,
    order,
    page: data,
    position,
    range: data ? rangeOf(position, data) : null,
    pageSize,
    error,
    isPending,
    isTurning: isPlaceholderData,
    isFetching,
    refetch,
    prefetchNext,
  }
}

/** Looks up the lines that words of a search stand in, once for each page, after the page is shown. */
function useFoundLines(
  source: ListSource | null,
  page: MessagePage | undefined,
  at: { cursor: Cursor; pageSize: number },
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

export type MessageList = ReturnType<typeof useMessageList>

/** Rows on a page (MAILLIST-06); the last known size until the settings are here. */
function usePageSize(): number {
  const setting = useSettings()?.mailCount
  useEffect(() => {
    if (setting) rememberWarm({ pageSize: setting })
  }, [setting])
  return setting ?? readWarm().pageSize ?? 15
}
