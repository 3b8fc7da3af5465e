/** Where one is inside the app: what stands behind the hash of the page's own address. */
export interface RouteLocation {
  pathname: string
  /** With its question mark; empty where there is none. */
  search: string
  /** What was handed along by whoever led here; it outlives a reload. */
  state: unknown
  /** Another one at every step, also to the same address. */
  key: string
}

type Address = Pick<RouteLocation, 'pathname' | 'search'>

export const pathOf = ({ pathname, search }: Address): string => pathname + search

/** A path of ours as the browser would write it: what is no ASCII becomes percent signs. */
export function addressOf(path: string): Address {
  const { pathname, search } = new URL(`http://app${rooted(path)}`)
  return { pathname, search }
}

/** What the browser's address says now. */
export function addressNow(): Address {
  const [path = ''] = location.hash.slice(1).split('#')
  const at = path.indexOf('?')
  const search = at < 0 ? '' : path.slice(at)
  return {
    pathname: rooted(at < 0 ? path : path.slice(0, at)),
    search: search === '?' ? '' : search,
  }
}

const rooted = (path: string): string => (path.startsWith('/') ? path : `/${path}`)
