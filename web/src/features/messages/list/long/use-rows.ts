import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createPlaces, type Places } from './row-places.ts'
import { createReach, type Reach } from './tall-list.ts'

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
  /** Of the box that all rows scroll in, in pixels, and where in the list it begins: 0 but for a list too tall for a browser. */
  box: { height: number; base: number }
  /** How far the list is scrolled: as of the last row that came into view, and of the end of a scroll. */
  scrolled: number
  /** Pixels of the list in view. */
  room: number
  /** How far it is scrolled at this moment; asks the page to be laid out. */
  now: () => number
  scrollTo: (index: number) => void
  scrollBy: (pixels: number) => void
}

/** Rows that are drawn above and below those in view. */
const beyond = 8
/** Without a scroll for so long it is at its end, in ms. */
const restMs = 150
/** Pixels that are scrolled at once only by a dragged scroll bar, or to one of the ends. */
const jump = 5_000

interface Frame {
  /** Pixels of the list above the view. */
  scrolled: number
  /** Of the list on screen; at first that of the window, so that its rows are in the first drawing. */
  room: number
  base: number
}

/** The rows of a long list that are in view and near it. */
export function useRows({ grid, count, height, beginning }: Plan): Rows {
  const places = useMemo(
    () => createPlaces({ count, height, beginning: [...beginning.keys()] }),
    [count, height, beginning],
  )
  const reach = useMemo(() => createReach(places.startOf(count)), [places, count])
  const [frame, setFrame] = useState<Frame>(() => ({
    scrolled: 0,
    room: window.innerHeight,
    base: 0,
  }))
  const base = Math.min(frame.base, reach.most)
  const latest = useRef({ places, reach, base, top: 0 })
  useLayoutEffect(() => {
    const before = latest.current
    latest.current = { places, reach, base, top: before.top }
    if (!grid.current || before.base === base) return
    // What is in view stays where it is: the box moves, and is scrolled by as much.
    const top = frame.scrolled - base
    if (grid.current.scrollTop !== top) grid.current.scrollTop = top
    latest.current.top = grid.current.scrollTop
  })
  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return
    const look = () => {
      const next = frameOf(element, latest.current)
      latest.current.top = element.scrollTop
      return next
    }
    const rest = () => {
      const { scrolled, room } = look()
      const next = { scrolled, room, base: latest.current.reach.baseAt(scrolled) }
      setFrame((before) => (isSame(before, next) ? before : next))
    }
    let end: ReturnType<typeof setTimeout> | undefined
    const scroll = () => {
      clearTimeout(end)
      end = setTimeout(rest, restMs)
      const next = look()
      // Drawn in the same frame: what came into view would else be blank for one.
      flushSync(() =>
        setFrame((before) => (isSameView(latest.current.places, before, next) ? before : next)),
      )
    }
    rest()
    const observer = new ResizeObserver(rest)
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
  const now = useCallback(
    () => (grid.current ? frameOf(grid.current, latest.current).scrolled : 0),
    [grid],
  )
  const moveTo = useCallback(
    (place: number) => {
      const element = grid.current
      if (!element) return
      const { reach, base } = latest.current
      const room = element.clientHeight
      const scrolled = Math.max(0, Math.min(place, reach.most + reach.height - room))
      const next = reach.baseAt(scrolled)
      if (next !== base) return setFrame({ scrolled, room, base: next })
      element.scrollTop = scrolled - base
      latest.current.top = element.scrollTop
    },
    [grid],
  )
  const scrollTo = useCallback(
    (index: number) => {
      const [start, end] = [places.startOf(index), places.startOf(index + 1)]
      const [from, room] = [now(), grid.current?.clientHeight ?? 0]
      if (start < from) moveTo(start)
      else if (end > from + room) moveTo(end - room)
    },
    [grid, places, now, moveTo],
  )
  const scrollBy = useCallback((pixels: number) => moveTo(now() + pixels), [now, moveTo])
  const box = { height: reach.height, base }
  return { places, drawn, box, scrolled: frame.scrolled, room: frame.room, now, scrollTo, scrollBy }
}

/** What an element shows: it was scrolled by what it moved, or to where its scroll bar was dragged. */
function frameOf(
  { scrollTop, clientHeight: room }: HTMLElement,
  { reach, base, top }: { reach: Reach; base: number; top: number },
): Frame {
  const isAtEnd = scrollTop <= 0 || scrollTop >= reach.height - room
  const isFar = isAtEnd || Math.abs(scrollTop - top) > jump
  const next = isFar ? Math.round(reach.placeAt(scrollTop) - scrollTop) : base
  return { scrolled: next + scrollTop, room, base: next }
}

const isSame = (one: Frame, other: Frame): boolean =>
  one.scrolled === other.scrolled && one.room === other.room && one.base === other.base

function isSameView(places: Places, one: Frame, other: Frame): boolean {
  const [before, after] = [
    places.within(one.scrolled, one.room),
    places.within(other.scrolled, other.room),
  ]
  return one.base === other.base && before.first === after.first && before.last === after.last
}

const rowsOf = ({ startOf }: Places, from: number, to: number): Drawn[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => {
    const index = from + at
    return { index, start: startOf(index), end: startOf(index + 1) }
  })
