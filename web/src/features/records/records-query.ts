import { type AccountAction, type MailAction, records } from '@hongyan/contract/records'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { browserChecks } from './browser-checks.ts'

const pageSize = 30

/** What a log is narrowed to; instants in ISO 8601. */
export interface LogFilter<Action> {
  action: Action | ''
  startTime: string | null
  endTime: string | null
}

function queryOf<Action extends string>({ action, startTime, endTime }: LogFilter<Action>) {
  return {
    pageSize,
    ...(action === '' ? {} : { actions: action }),
    ...(startTime ? { startTime } : {}),
    ...(endTime ? { endTime } : {}),
  }
}

const cursorOf = (sortValues: string) => (sortValues === '' ? {} : { sortValues })

interface Page {
  list: readonly { sortValues: string }[]
  hasMore: boolean
}

const next = ({ list, hasMore }: Page): string | null =>
  hasMore ? (list.at(-1)?.sortValues ?? null) : null

/** The log changes with every action: it is read anew whenever it is opened. */
const fresh = { initialPageParam: '', getNextPageParam: next, staleTime: 0 }

export const userLogQuery = (filter: LogFilter<AccountAction>) =>
  infiniteQueryOptions({
    ...fresh,
    queryKey: ['records', 'user', filter],
    queryFn: ({ pageParam, signal }) =>
      call(records.userLog, { query: { ...queryOf(filter), ...cursorOf(pageParam) } }, { signal }),
  })

export const mailLogQuery = (filter: LogFilter<MailAction>) =>
  infiniteQueryOptions({
    ...fresh,
    queryKey: ['records', 'mail', filter],
    queryFn: ({ pageParam, signal }) =>
      call(records.mailLog, { query: { ...queryOf(filter), ...cursorOf(pageParam) } }, { signal }),
  })

export const historyQuery = infiniteQueryOptions({
  ...fresh,
  queryKey: ['records', 'history'],
  queryFn: ({ pageParam, signal }) =>
    call(records.history, { query: { pageSize, ...cursorOf(pageParam) } }, { signal }),
})

/** Everything about one mail. */
export const storyQuery = (mailId: number) =>
  queryOptions({
    queryKey: ['records', 'history', mailId],
    queryFn: async ({ signal }) =>
      (await call(records.history, { query: { mailId, pageSize: 50 } }, { signal })).list,
    staleTime: 0,
  })

export const deletedQuery = infiniteQueryOptions({
  ...fresh,
  queryKey: ['records', 'deleted'],
  queryFn: ({ pageParam, signal }) =>
    call(records.deleted, { query: { pageSize, ...cursorOf(pageParam) } }, { signal }),
})

export const selfCheckQuery = queryOptions({
  queryKey: ['records', 'check'],
  queryFn: async ({ signal }) => {
    const started = performance.now()
    const { list, serverTime } = await call(records.selfCheck, { query: {} }, { signal })
    const took = Math.round(performance.now() - started)
    // The server said its time about halfway.
    const off = Date.now() - took / 2 - Date.parse(serverTime)
    return { list: [...(await browserChecks({ took, off })), ...list] }
  },
  staleTime: 0,
})
