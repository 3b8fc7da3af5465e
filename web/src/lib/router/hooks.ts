import { useContext, useMemo, useSyncExternalStore } from 'react'
import type { RouteLocation } from './address.ts'
import { LocationContext, RouteContext, RouterContext } from './contexts.ts'
import type { Params } from './match-routes.ts'
import type { NavigateFunction, Router } from './router.ts'

/** The same one for good: whoever only leads away is not drawn anew at every step. */
export const useNavigate = (): NavigateFunction => useRouter().navigate

export const useLocation = (): RouteLocation => useContext(LocationContext)

/** What the route of this screen names in its address. */
export const useParams = (): Params => useContext(RouteContext).params

/** What follows the question mark. */
export function useSearchParams(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}

/** Another screen was asked for and its code is on its way. */
export function useIsScreenComing(): boolean {
  const { onWaiting, isWaiting } = useRouter()
  return useSyncExternalStore(onWaiting, isWaiting)
}

export function useRouter(): Router {
  const router = useContext(RouterContext)
  if (!router) throw new Error('there is no router around this')
  return router
}
