import {
  Component,
  type ReactNode,
  startTransition,
  useContext,
  useLayoutEffect,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { RouteLocation } from './address.ts'
import { LocationContext, RouteContext, RouterContext } from './contexts.ts'
import { useLocation } from './hooks.ts'
import { matchRoutes, type Route, type RouteMatch } from './match-routes.ts'
import type { Haste, Router } from './router.ts'

/** The page: whatever the router shows. */
export function RouterProvider({ router }: { router: Router }) {
  const [{ location, match, screen }, setShown] = useState(router.shown)
  useLayoutEffect(() => {
    const stop = router.onShown((next, haste) => ways[haste](() => setShown(next)))
    // A part of the page may have led on before this one could listen.
    setShown(router.shown())
    return stop
  }, [router])
  return (
    <RouterContext value={router}>
      <LocationContext value={location}>{match && draw(match, screen, location)}</LocationContext>
    </RouterContext>
  )
}

const ways: Record<Haste, (draw: () => void) => void> = {
  flush: flushSync,
  soon: (draw) => draw(),
  calm: startTransition,
}

/** Where a route has what is inside it. */
export const Outlet = (): ReactNode => useContext(RouteContext).outlet

/** Routes of a part of the page, which came with it: none of them is loaded later. */
export function Routes({ routes }: { routes: readonly Route[] }) {
  const location = useLocation()
  const match = matchRoutes(routes, location.pathname)
  return match && draw(match, match.screen.element, location)
}

function draw({ groups, params }: RouteMatch, screen: ReactNode, location: RouteLocation) {
  let drawn = <RouteContext value={{ outlet: null, params }}>{screen}</RouteContext>
  for (const { element, errorElement } of groups.toReversed()) {
    const inside = element === undefined ? drawn : element
    drawn = <RouteContext value={{ outlet: drawn, params }}>{inside}</RouteContext>
    if (errorElement !== undefined) {
      drawn = (
        <Faults location={location} instead={errorElement}>
          {drawn}
        </Faults>
      )
    }
  }
  return drawn
}

interface FaultsProps {
  location: RouteLocation
  instead: ReactNode
  children: ReactNode
}

/** A fault stays with the address where it happened. */
class Faults extends Component<FaultsProps, { faulty: boolean; location: RouteLocation }> {
  override state = { faulty: false, location: this.props.location }

  static getDerivedStateFromError() {
    return { faulty: true }
  }

  static getDerivedStateFromProps({ location }: FaultsProps, state: { location: RouteLocation }) {
    return location === state.location ? null : { faulty: false, location }
  }

  override render(): ReactNode {
    return this.state.faulty ? this.props.instead : this.props.children
  }
}

/** In place of a screen whose code did not come: the route around it says so. */
export function Fault({ error }: { error: unknown }): ReactNode {
  throw error
}
