import { type SavedSearch, search } from '@hongyan/contract/search'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'
import type { SearchParams } from '../messages/messages.public.ts'

/** Searches that were saved under a name. */
export const savedQuery = queryOptions({
  queryKey: ['saved-searches'],
  queryFn: ({ signal }) => call(search.saved, { query: {} }, { signal }),
})

const put = (change: (list: SavedSearch[]) => SavedSearch[]): void => {
  queryClient.setQueryData(savedQuery.queryKey, (before) => ({ list: change(before?.list ?? []) }))
}

/** @throws ApiError */
export async function saveSearch(name: string, params: SearchParams): Promise<void> {
  const saved = await call(search.save, { body: { name, query: params } })
  put((list) =>
    [...list.filter(({ id }) => id !== saved.id), saved].sort((a, b) =>
      a.name.localeCompare(b.name),
    ),
  )
}

/** @throws ApiError */
export async function forgetSearch(id: number): Promise<void> {
  await call(search.forget, { body: { id } })
  put((list) => list.filter((one) => one.id !== id))
}

/** The parameters of the address for a saved search. */
export const paramsOf = ({ query }: SavedSearch): SearchParams => query as SearchParams
