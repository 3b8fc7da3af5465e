import { home } from '@hongyan/contract/home'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** Everything that the home screen shows. What was shown last stands there until the new answer is here. */
export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => call(home.index, { body: {} }, { signal }),
  // What came with the start of the page is not asked for twice; who comes back sees it made anew (ROUTES-23).
  staleTime: 2_000,
})
