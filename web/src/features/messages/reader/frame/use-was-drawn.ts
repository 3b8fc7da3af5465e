import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Whether a frame has had a place on the page. Behind another screen (a mail being written in a tag of its own) it has
 * none: all of a mail that is put into it then is nowhere to be seen, and would be taken for text that its style hides.
 */
export function useWasDrawn(frame: RefObject<HTMLIFrameElement | null>): boolean {
  const [drawn, setDrawn] = useState(false)
  useLayoutEffect(() => {
    const { current: element } = frame
    if (drawn || !element) return
    const look = () => {
      if (element.clientWidth > 0) setDrawn(true)
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame, drawn])
  return drawn
}
