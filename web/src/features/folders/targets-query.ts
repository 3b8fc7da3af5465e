import { folders } from '@hongyan/contract/folders'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** Folders that mail can be moved to, with what they are found by (E91). */
export const targetsQuery = queryOptions({
  queryKey: ['move-targets'],
  queryFn: async ({ signal }) => (await call(folders.targets, { query: {} }, { signal })).moveMails,
})
