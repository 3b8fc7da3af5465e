import { type MouseEvent, type PointerEvent, useCallback, useRef } from 'react'

/** Further than this the pointer was moved on purpose (px). */
const tremble = 8

interface Press {
  target: Element
  x: number
  y: number
}

/**
 * Rows move under the pointer when mail comes in. A press that began on one thing and ended, the pointer at rest, where
 * another row lies by now is a click on what it began on; the browser gives it to what holds both. Spread on the grid.
 */
export function useKeptPress() {
  const press = useRef<Press | null>(null)
  const onPointerDownCapture = useCallback((event: PointerEvent) => {
    const { target, clientX: x, clientY: y, button } = event
    press.current = button === 0 && target instanceof Element ? { target, x, y } : null
  }, [])
  const onClickCapture = useCallback((event: MouseEvent) => {
    const began = press.current
    press.current = null
    const isOurs = event.isTrusted && event.detail > 0
    if (!began || !isOurs || !(event.target instanceof Element)) return
    const { target, x, y } = began
    const isElsewhere = !event.target.closest('[role=row]') && target.isConnected
    if (!isElsewhere || Math.hypot(event.clientX - x, event.clientY - y) > tremble) return
    const { ctrlKey, metaKey, shiftKey } = event
    event.stopPropagation()
    const again = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }
    target.dispatchEvent(new window.MouseEvent('click', again))
  }, [])
  return { onPointerDownCapture, onClickCapture }
}
