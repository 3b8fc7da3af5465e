import { createContext, type ReactNode } from 'react'
import type { RouteLocation } from './address.ts'
import type { Params } from './match-routes.ts'
import type { Router } from './router.ts'

export const RouterContext = createContext<Router | null>(null)

/** Where a part of the page believes to be: one that is kept behind others stays where it was. */
export const LocationContext = createContext<RouteLocation>({
  pathname: '/',
  search: '',
  state: null,
  key: '',
})

/** What a route has inside it. */
export const RouteContext = createContext<{ outlet: ReactNode; params: Params }>({
  outlet: null,
  params: {},
})
