import type { ReactNode } from 'react'

/** A screen by its address. */
interface ScreenRoute {
  /** From the root: `/reply/:boxId/:mailId/:index?`; `*` at its end stands for any rest. */
  path: string
  element?: ReactNode
  /** The screen, where its code comes only when it is first opened. */
  later?: () => Promise<ReactNode>
}

/** What stands around others: it says by an `Outlet` where they are. */
interface RouteGroup {
  element?: ReactNode
  /** Shown in place of all of it after a fault in it, until another address is opened. */
  errorElement?: ReactNode
  children: readonly Route[]
}

export type Route = ScreenRoute | RouteGroup

/** The parts of an address that its route names. */
export type Params = Readonly<Record<string, string>>

export interface RouteMatch {
  /** From the outermost to the screen. */
  groups: readonly RouteGroup[]
  screen: ScreenRoute
  params: Params
}

/** The first screen whose path fits, in the order in which they are written. */
export function matchRoutes(routes: readonly Route[], pathname: string): RouteMatch | null {
  return matchIn(routes, segmentsOf(pathname), [])
}

function matchIn(
  routes: readonly Route[],
  given: readonly string[],
  groups: readonly RouteGroup[],
): RouteMatch | null {
  for (const route of routes) {
    if ('children' in route) {
      const found = matchIn(route.children, given, [...groups, route])
      if (found) return found
    } else {
      const params = matchPath(segmentsOf(route.path), given)
      if (params) return { groups, screen: route, params }
    }
  }
  return null
}

/** Capital letters and a slash at the end make no difference. @returns null when it does not fit */
function matchPath(wanted: readonly string[], given: readonly string[]): Params | null {
  const hasRest = wanted.at(-1) === '*'
  const parts = hasRest ? wanted.slice(0, -1) : wanted
  if (given.length > parts.length && !hasRest) return null
  const params: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const have = given[index] ?? ''
    const name = /^:(\w+)/.exec(part)?.[1]
    if (
      name === undefined ? have.toLowerCase() !== part.toLowerCase() : !have && !part.endsWith('?')
    )
      return null
    if (name !== undefined && have) params[name] = have
  }
  return params
}

function segmentsOf(path: string): string[] {
  const [, ...segments] = path.split('/')
  while (segments.at(-1) === '') segments.pop()
  return segments.map(decoded)
}

/** What is no right encoding stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
