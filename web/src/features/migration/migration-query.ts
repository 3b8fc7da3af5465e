import { type Migration, migrations } from '@hongyan/contract/migration'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'

/** So often the list is asked for while mail is coming. */
const everyMs = 2_000

export const isRunning = ({ status }: Migration): boolean =>
  status === 'dispatching' || status === 'inProgress'

/** No other one may begin. */
export const isOpen = (one: Migration): boolean => isRunning(one) || one.status === 'paused'

export const migrationsQuery = queryOptions({
  queryKey: ['migrations'],
  queryFn: ({ signal }) => call(migrations.list, { query: {} }, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.list.some(isRunning) ? everyMs : false),
})

/** How mailboxes of an address are reached, as far as is known. */
export const guessQuery = (address: string) =>
  queryOptions({
    queryKey: ['migration-server', address],
    queryFn: ({ signal }) => call(migrations.code, { query: { address } }, { signal }),
    enabled: isAddress(address),
    staleTime: 10 * 60_000,
    // Whoever is told nothing types it in.
    retry: false,
  })

export const isAddress = (text: string): boolean => /^\S+@[^\s@]+\.[^\s@.]{2,}$/.test(text)

export const refreshMigrations = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: migrationsQuery.queryKey })
