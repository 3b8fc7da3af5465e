import { type RefObject, useEffect } from 'react'

/** Closer to the end than this, one reads the end (CSS pixels). */
const near = 40

/** Keeps the end of what grows in view while it is in view: who scrolled up reads there. */
export function useFollow(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let isAtEnd = true
    const look = () => {
      isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < near
    }
    const follow = () => {
      if (isAtEnd) element.scrollTop = element.scrollHeight
    }
    const observer = new MutationObserver(follow)
    observer.observe(element, { subtree: true, childList: true, characterData: true })
    element.addEventListener('scroll', look, { passive: true })
    follow()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller])
}
