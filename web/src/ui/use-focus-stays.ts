import { type RefObject, useLayoutEffect } from 'react'

/**
 * For what goes by the press of a button in it, as a sentence that offers to show something does: the box in which it stood has
 * the focus then. Otherwise the next key would begin at the top of the page.
 */
export function useFocusStays(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const here = element.current
    return () => {
      const box = here?.parentElement
      if (!box || !here.contains(document.activeElement)) return
      // Once it is gone, and whoever knows a better place has said so.
      setTimeout(() => takeIfLost(box))
    }
  }, [element])
}

function takeIfLost(box: HTMLElement): void {
  if (!box.isConnected || document.activeElement !== document.body) return
  if (box.tabIndex < 0) box.tabIndex = -1
  box.focus({ preventScroll: true })
}
