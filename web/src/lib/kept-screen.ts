import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const never = Symbol('never')

/** Runs when a value is another one than last time: not because a screen that was put away is shown again. */
export function useOnChange(value: unknown, run: () => void): void {
  const latest = useRef(run)
  const last = useRef<unknown>(never)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (Object.is(last.current, value)) return
    last.current = value
    latest.current()
  }, [value])
}

/** A part of a screen that was put away is scrolled to where it was: not every browser remembers it. */
export function useKeptScroll(ref: RefObject<HTMLElement | null>): void {
  const top = useRef(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    if (top.current > 0) element.scrollTop = top.current
    return () => {
      top.current = element.scrollTop
    }
  }, [ref])
}
