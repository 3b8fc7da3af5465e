import { clientAccess } from '@hongyan/contract/client-access'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'

export const clientAccessQuery = queryOptions({
  queryKey: ['client-access'],
  queryFn: ({ signal }) => call(clientAccess.detail, {}, { signal }),
  // A program may have come in since.
  staleTime: 0,
})

export type ClientAccessState = Awaited<ReturnType<typeof call<typeof clientAccess.detail>>>

export const refreshClientAccess = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: clientAccessQuery.queryKey })
