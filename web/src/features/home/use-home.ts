import type { HomeIndex } from '@hongyan/contract/home'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect } from 'react'
import { queryClient } from '../../lib/queries.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { onPush } from '../../lib/socket.ts'
import { homeQuery } from './home-query.ts'

/** News come in bursts: the screen is made anew once they pause. */
const pause = 400
/** For who wants no push, and for what no push tells of: announcements. */
const anyway = 60_000

/** What the home screen shows, kept true while one looks at it. */
export function useHome(): UseQueryResult<HomeIndex> {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onPush(({ optType }) => {
      if (optType === 'hello' || optType === 'bulk') return
      clearTimeout(timer)
      timer = setTimeout(() => void refreshHome(), pause)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])
  return useQuery({ ...homeQuery, refetchInterval: anyway })
}

export const refreshHome = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: homeQuery.queryKey })

/** The keys of lists walk over what the screen offers, card by card. */
export function useHomeKeys(screen: RefObject<HTMLElement | null>): void {
  const walk = (by: number) => () => {
    const stops = [...(screen.current?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])]
    const at = stops.findIndex((one) => one.matches(':focus'))
    const next = stops[at < 0 ? (by > 0 ? 0 : stops.length - 1) : at + by]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
    return next !== undefined
  }
  useShortcuts({ next: walk(1), down: walk(1), previous: walk(-1), up: walk(-1) })
}
