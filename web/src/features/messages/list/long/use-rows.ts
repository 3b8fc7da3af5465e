import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createPlaces, type Places } from './row-places.ts'

interface Plan {
  grid: RefObject<HTMLDivElement | null>
  count: number
  /** Of a row, in pixels. */
  height: number
  /** Rows that begin a group. */
  beginning: ReadonlyMap<number, unknown>
}

/** A row that is drawn, and where it stands in the list, in pixels. */
export interface Drawn {
  index: number
  start: number
  end: number
}

export interface Rows {
  places: Places
  drawn: readonly Drawn[]
  /** How far the list is scrolled: as of the last row that came into view, and of the end of a scroll. */
  scrolled: number
  scrollTo: (index: number) => void
}

/** Rows that are drawn above and below those in view. */
const beyond = 8
/** Without a scroll for so long it is at its end, in ms. */
const restMs = 150

interface Frame {
  scrolled: number
  /** Of the list on screen; at first that of the window, so that its rows are in the first drawing. */
  room: number
}

/** The rows of a long list that are in view and near it. */
export function useRows({ grid, count, height, beginning }: Plan): Rows {
  const places = useMemo(
    () => createPlaces({ count, height, beginning: [...beginning.keys()] }),
    [count, height, beginning],
  )
  const latest = useRef(places)
  useLayoutEffect(() => {
    latest.current = places
  })
  const [frame, setFrame] = useState<Frame>(() => ({ scrolled: 0, room: window.innerHeight }))
  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return
    const read = () => {
      const { scrollTop: scrolled, clientHeight: room } = element
      setFrame((before) =>
        before.scrolled === scrolled && before.room === room ? before : { scrolled, room },
      )
    }
    let end: ReturnType<typeof setTimeout> | undefined
    const scroll = () => {
      clearTimeout(end)
      end = setTimeout(read, restMs)
      // Drawn in the same frame: what came into view would else be blank for one.
      flushSync(() =>
        setFrame((before) =>
          isSameView(latest.current, before, element.scrollTop)
            ? before
            : { ...before, scrolled: element.scrollTop },
        ),
      )
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', scroll, { passive: true })
    return () => {
      clearTimeout(end)
      observer.disconnect()
      element.removeEventListener('scroll', scroll)
    }
  }, [grid])
  const { first, last } = places.within(frame.scrolled, frame.room)
  const drawn = useMemo(
    () => rowsOf(places, Math.max(0, first - beyond), Math.min(places.count - 1, last + beyond)),
    [places, first, last],
  )
  const scrollTo = useCallback(
    (index: number) => {
      const element = grid.current
      if (!element) return
      const [start, end] = [places.startOf(index), places.startOf(index + 1)]
      const { scrollTop, clientHeight } = element
      if (start < scrollTop) element.scrollTop = start
      else if (end > scrollTop + clientHeight) element.scrollTop = end - clientHeight
    },
    [grid, places],
  )
  return { places, drawn, scrolled: frame.scrolled, scrollTo }
}

function isSameView(places: Places, { scrolled, room }: Frame, next: number): boolean {
  const [before, after] = [places.within(scrolled, room), places.within(next, room)]
  return before.first === after.first && before.last === after.last
}

const rowsOf = ({ startOf }: Places, from: number, to: number): Drawn[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => {
    const index = from + at
    return { index, start: startOf(index), end: startOf(index + 1) }
  })
