import { type ReactNode, useContext, useDeferredValue } from 'react'
import {
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router'

/**
 * What stands around a screen hears of another address when that screen is drawn: a click on a mail must not wait for bar,
 * folders and tags, of which each link listens to the router.
 */
export function AfterPaint({ children }: { children: ReactNode }) {
  const location = useDeferredValue(useContext(LocationContext))
  const route = useDeferredValue(useContext(RouteContext))
  return (
    <RouteContext value={route}>
      <LocationContext value={location}>{children}</LocationContext>
    </RouteContext>
  )
}
