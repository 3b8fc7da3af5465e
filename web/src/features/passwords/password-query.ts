import { passwords } from '@hongyan/contract/passwords'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** What a new password must keep to, and whether it is time for one. */
export const policyQuery = queryOptions({
  queryKey: ['password-policy'],
  queryFn: ({ signal }) => call(passwords.policy, { query: {} }, { signal }),
  staleTime: 60_000,
})
