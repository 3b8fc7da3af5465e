import type { ReactNode } from 'react'
import { addressOf, pathOf, type RouteLocation } from './address.ts'
import { entryNow, newKey, type UnkeptStep, writeEntry } from './history-entry.ts'
import { matchRoutes, type Route, type RouteMatch } from './match-routes.ts'

interface NavigateOptions {
  /** In place of the page that is left: the way back does not lead there. */
  replace?: boolean
  /** Handed along to the screen, see `RouteLocation.state`. */
  state?: unknown
  /** Drawn before the call returns; other steps give way to what is more urgent. */
  flushSync?: boolean
}

/** To an address of the app, or so many steps through the history. */
export type NavigateFunction = (to: string | number, options?: NavigateOptions) => void

/** What is on screen. */
export interface Shown {
  location: RouteLocation
  match: RouteMatch | null
  /** The screen of the innermost route. */
  screen: ReactNode
}

/**
 * How another screen is drawn: `flush` before the call returns, `soon` before the browser paints again, `calm` when
 * nothing more urgent is to be done.
 */
export type Haste = 'flush' | 'soon' | 'calm'

export interface Router {
  navigate: NavigateFunction
  /** As a link does: to where one is already is no step of its own. */
  follow: (to: string) => void
  /** In place of a page that leads on. */
  redirect: (to: string) => void
  shown: () => Shown
  /** @returns the end of it */
  onShown: (listener: (shown: Shown, haste: Haste) => void) => () => void
  /** The code of another screen is on its way; what was on screen stays until then. */
  isWaiting: () => boolean
  onWaiting: (listener: () => void) => () => void
  stop: () => void
}

interface RouterParts {
  routes: readonly Route[]
  /** In place of a screen whose code is on its way when the page begins there. */
  waiting: ReactNode
  /** In place of one whose code does not come. */
  failed: (error: unknown) => ReactNode
}

/** A step that is being made; `write` is what it does to the browser's history. */
interface Step {
  location: RouteLocation
  haste: Haste
  write?: () => void
}

/** Addresses behind the hash (ROUTES-01), the browser's history, and the screen for each. */
export function createRouter({ routes, waiting, failed }: RouterParts): Router {
  const screens = new Map<object, ReactNode>()
  const shownListeners = new Set<(shown: Shown, haste: Haste) => void>()
  const waitingListeners = new Set<() => void>()
  const first = entryNow(-1)
  let { idx } = first
  let unkept: UnkeptStep | null = null
  let shown: Shown = {
    location: first.location,
    match: matchRoutes(routes, first.location.pathname),
    screen: waiting,
  }
  const beginning: Step = { location: first.location, haste: 'calm' }
  /** The step whose screen is on its way: only the newest one is made. */
  let coming: Step | null = null

  /** A page that begins has a sign of its own in the place of its screen. */
  const isWaiting = () => coming !== null && coming !== beginning
  const wait = (step: Step | null) => {
    const before = isWaiting()
    coming = step
    if (before !== isWaiting()) for (const listener of [...waitingListeners]) listener()
  }
  const show = (next: Shown, { haste, write }: Step) => {
    write?.()
    wait(null)
    shown = next
    for (const listener of [...shownListeners]) listener(next, haste)
  }
  const go = (step: Step) => {
    const match = matchRoutes(routes, step.location.pathname)
    const screen = match?.screen
    const showWith = (drawn: ReactNode) =>
      show({ location: step.location, match, screen: drawn }, step)
    if (!screen?.later) return showWith(screen?.element)
    if (screens.has(screen)) return showWith(screens.get(screen))
    wait(step)
    const isNewest = () => coming === step
    screen.later().then(
      (drawn) => {
        screens.set(screen, drawn)
        if (isNewest()) showWith(drawn)
      },
      (error: unknown) => isNewest() && showWith(failed(error)),
    )
  }
  const goTo = (to: string, { replace = false, state = null }: NavigateOptions, haste: Haste) => {
    const next = { ...addressOf(to), state, key: newKey() }
    const write = () => {
      if (!replace) idx++
      unkept = writeEntry(next, idx, !replace)
    }
    go({ location: next, haste, write })
  }
  const onPop = () => {
    const entry = entryNow(idx, unkept)
    unkept = null
    idx = entry.idx
    go({ location: entry.location, haste: 'calm' })
  }
  window.addEventListener('popstate', onPop)
  go(beginning)
  return {
    navigate: (to, options = {}) => {
      if (typeof to === 'number') history.go(to)
      else goTo(to, options, options.flushSync ? 'flush' : 'calm')
    },
    follow: (to) => goTo(to, { replace: pathOf(addressOf(to)) === pathOf(shown.location) }, 'calm'),
    redirect: (to) => goTo(to, { replace: true }, 'soon'),
    shown: () => shown,
    onShown: (listener) => added(shownListeners, listener),
    isWaiting,
    onWaiting: (listener) => added(waitingListeners, listener),
    stop: () => window.removeEventListener('popstate', onPop),
  }
}

function added<Listener>(all: Set<Listener>, listener: Listener): () => void {
  all.add(listener)
  return () => all.delete(listener)
}
