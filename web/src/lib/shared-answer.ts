import {
  type FetchQueryOptions,
  hashKey,
  notifyManager,
  type QueryKey,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { queryClient } from './queries.ts'

type Asked<Data, Key extends QueryKey> = QueryObserverOptions<Data, Error, Data, Data, Key> &
  FetchQueryOptions<Data, Error, Data, Key>

/**
 * A hook for an answer that many parts of the page read: `useQuery(options).data`, with one observer for all of them. An
 * observer of one's own in every row and button costs more than what is drawn with it. It keeps what `useQuery` promises:
 * whoever comes asks anew for what is due, and after a session's end the next drawing asks for the next person's.
 */
export function sharedAnswer<Data, Key extends QueryKey>(
  options: Asked<Data, Key>,
): () => Data | undefined {
  const hash = hashKey(options.queryKey)
  const waiting = new Set<() => void>()
  const watched = { ...options, notifyOnChangeProps: ['data'] } satisfies Asked<Data, Key>
  let observer: QueryObserver<Data, Error, Data, Data, Key> | null = null
  let leave = (): void => undefined
  const query = () => queryClient.getQueryCache().get(hash)
  const read = (): Data | undefined => query()?.state.data as Data | undefined
  const begin = (): void => {
    observer = new QueryObserver(queryClient, watched)
    const changed = () => {
      for (const one of [...waiting]) one()
    }
    leave = observer.subscribe(notifyManager.batchCalls(changed))
  }
  const watch = (changed: () => void) => {
    waiting.add(changed)
    if (!observer) begin()
    else if (observer.getCurrentResult().isStale) void queryClient.prefetchQuery(options)
    return () => {
      waiting.delete(changed)
      if (waiting.size > 0) return
      leave()
      observer = null
    }
  }
  /** The session's end emptied the cache under the observer. */
  const follow = (): void => {
    const watchedNow: unknown = observer?.getCurrentQuery()
    if (watchedNow !== query()) observer?.setOptions(watched)
  }
  return () => {
    useEffect(follow)
    return useSyncExternalStore(watch, read, read)
  }
}
