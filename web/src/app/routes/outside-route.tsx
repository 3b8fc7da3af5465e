import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate } from '../../lib/router/navigate.tsx'
import { RouteWaiting } from './route-waiting.tsx'

/** An address of ours that leads to a page elsewhere (R29, R30); it leaves no step behind in the history. */
export function OutsideRoute<Key extends readonly unknown[]>({
  query,
}: {
  query: UseQueryOptions<{ url: string }, Error, { url: string }, Key>
}) {
  const { data, isError } = useQuery(query)
  useEffect(() => {
    if (data?.url) location.replace(data.url)
  }, [data])
  return isError || data?.url === '' ? <Navigate to="/404" /> : <RouteWaiting />
}
