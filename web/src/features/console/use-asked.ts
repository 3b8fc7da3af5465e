import type { CallInput, Endpoint, Reply } from '@hongyan/contract/endpoint'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ask } from './ask.ts'

/** What a call of the console answers; the last answer stays while the next one is asked for. */
export const useAsked = <const E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
  useQuery<Reply<E>>({
    queryKey: [endpoint.path, input],
    queryFn: () => ask(endpoint, input),
    placeholderData: keepPreviousData,
  })
