import type { Reply } from '@hongyan/contract/endpoint'
import { profile } from '@hongyan/contract/profile'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export type Profile = Reply<typeof profile.get>

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => call(profile.get, { query: {} }, { signal }),
})
