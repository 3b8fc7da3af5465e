import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** One cache for the page. Push keeps it true, so nothing is refetched merely because time passed. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      networkMode: 'always',
      retry: (count, error) => count < 2 && isTransient(error),
      retryDelay: (count) => Math.min(4000, 500 * 2 ** count),
    },
    mutations: { networkMode: 'always' },
  },
})

const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'offline' || error.status === 503)
