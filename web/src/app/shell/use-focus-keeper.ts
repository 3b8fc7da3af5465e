import { useEffect } from 'react'

/** A focus that goes within this time of a key or a click went because of it (ms). */
const actionTime = 3_000
const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), [role=row][tabindex], [tabindex="0"]'

/**
 * The focus is never lost: when the element that has it goes away by an action (a deleted row, a button of a bar that
 * closes), the row in its place gets it, or else what is nearest around it. Scrolling moves no focus.
 */
export function useFocusKeeper(): void {
  useEffect(() => {
    const spot: Spot = { element: null, around: [], index: -1 }
    let actedAt = Number.NEGATIVE_INFINITY
    let waiting = false
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target !== document.body) remember(spot, target)
    }
    const onAction = () => {
      actedAt = performance.now()
    }
    const onScroll = () => {
      actedAt = Number.NEGATIVE_INFINITY
    }
    const look = () => {
      waiting = false
      if (performance.now() - actedAt > actionTime || !isLost(spot)) return
      successor(spot)?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => {
      if (waiting) return
      waiting = true
      requestAnimationFrame(look)
    })
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['data-away', 'hidden'],
    })
    document.addEventListener('focusin', onFocus)
    document.addEventListener('keydown', onAction, true)
    document.addEventListener('click', onAction, true)
    document.addEventListener('wheel', onScroll, { passive: true, capture: true })
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('keydown', onAction, true)
      document.removeEventListener('click', onAction, true)
      document.removeEventListener('wheel', onScroll, true)
    }
  }, [])
}

/** Where the focus was: the element, what it lay in, and its number among the rows of its grid. */
interface Spot {
  element: HTMLElement | null
  around: HTMLElement[]
  index: number
}

function remember(spot: Spot, element: HTMLElement): void {
  spot.element = element
  spot.around = []
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
    spot.around.push(at)
  }
  const row = element.closest('[role=row]')
  const grid = element.closest('[role=grid]')
  spot.index = row && grid ? [...grid.querySelectorAll('[role=row]')].indexOf(row) : -1
}

const isThere = (element: HTMLElement): boolean => element.isConnected && element.checkVisibility()

const isLost = ({ element }: Spot): boolean =>
  element !== null && document.activeElement === document.body && !isThere(element)

function successor({ around, index }: Spot): HTMLElement | null {
  for (const place of around.filter(isThere)) {
    // So far out the first one is the link that skips to the main part: that part itself is meant.
    if (place.querySelector('main')) break
    if (index >= 0) {
      const rows = place.querySelectorAll<HTMLElement>('[role=grid] [role=row][data-id]')
      const row = rows[Math.min(index, rows.length - 1)]
      if (row) return row
    }
    if (place.localName === 'main') break
    const inside = [...place.querySelectorAll<HTMLElement>(focusable)].find(isThere)
    if (inside) return inside
  }
  // Not the first button of whatever is shown now: the row in hand, to which one comes back.
  const rows = document.querySelectorAll<HTMLElement>('main [role=row][tabindex="0"]')
  return [...rows].find(isThere) ?? document.querySelector('main')
}
