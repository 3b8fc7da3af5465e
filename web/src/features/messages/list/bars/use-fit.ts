import { type RefObject, useLayoutEffect, useState } from 'react'

/** How many buttons of a width fit into what is left of an element. */
export function useFit(
  element: RefObject<HTMLElement | null>,
  { button, reserved }: { button: number; reserved: number },
): number {
  const [fit, setFit] = useState(3)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const measure = () => setFit(Math.max(1, Math.floor((box.clientWidth - reserved) / button)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element, button, reserved])
  return fit
}
