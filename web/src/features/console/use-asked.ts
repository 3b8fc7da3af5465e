import type { CallInput, Endpoint, Reply } from '@hongyan/contract/endpoint'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ask } from './ask.ts'

/**
 * What a call of the console answers; the last answer stays while the next one is asked for.
 * @param again after how many milliseconds it is asked again, by what it answered last
 */
export const useAsked = <const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  again: (data: Reply<E> | undefined) => number | false = () => false,
) =>
  useQuery<Reply<E>>({
    queryKey: [endpoint.path, input],
    queryFn: () => ask(endpoint, input),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => again(query.state.data),
  })
