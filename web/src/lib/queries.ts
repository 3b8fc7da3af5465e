import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { keepFew } from './few-answers.ts'
import { onLineBack } from './line.ts'
import { onSessionEnd } from './session-end.ts'

class PageCache extends QueryClient {
  /**
   * What is loaded for the first time just now may have been answered before the change that this is about, and the
   * library would keep that answer: it is asked for again as soon as it is here.
   */
  override async invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined)
    await super.invalidateQueries(filters, options)
    if (first.length === 0) return
    await Promise.allSettled(first.map(({ promise }) => promise))
    for (const { queryKey, state } of first) {
      if (state.data !== undefined) {
        await super.invalidateQueries({ queryKey, exact: true }, options)
      }
    }
  }
}

/** One cache for the page. Push keeps it true, so nothing is refetched merely because time passed. */
export const queryClient = new PageCache({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      networkMode: 'always',
      retry: (count, error) => count < 2 && isTransient(error),
      retryDelay: (count) => Math.min(4000, 500 * 2 ** count),
    },
    mutations: { networkMode: 'always' },
  },
})

keepFew(queryClient)
keepDue(queryClient)

onSessionEnd(() => queryClient.clear())

/** What could not be loaded while the server was away is asked for again, without anybody pressing a button. */
onLineBack(() => {
  const predicate = ({ state }: { state: { status: string } }) => state.status === 'error'
  void queryClient.refetchQueries({ type: 'active', predicate })
})

const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'offline' || error.status === 503)

/**
 * What is changed on screen ahead of the server is no answer of it: a list that was due, because push told of it while it
 * was not on screen, stays due. The library would take it for fresh, and show it so for good.
 */
function keepDue(client: QueryClient): void {
  const due = new WeakSet<Query>()
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    if (action.type === 'invalidate') due.add(query)
    else if (action.type === 'success' && !action.manual) due.delete(query)
    else if (due.has(query)) query.invalidate()
  })
}
