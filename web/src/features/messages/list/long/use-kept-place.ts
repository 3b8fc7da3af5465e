import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Continuous } from './use-continuous-list.ts'
import type { Rows } from './use-rows.ts'

interface Plan {
  grid: RefObject<HTMLDivElement | null>
  rows: Rows
  long: Continuous
  /** Of a row. */
  height: number
  /** Of the list and its view: another list has no place to keep. */
  list: string
}

/** What stood in view when it was last drawn: the rows from the top on, and where each begins, in pixels. */
interface Place {
  list: string
  rows: readonly { id: number; start: number }[]
  scrolled: number
  count: number
}

/**
 * The row on top stays where it is, whatever comes or goes above it: somebody reads there. Only where the list stands at its
 * very beginning a new mail is to be seen. Browsers do so by themselves for rows that lie in the flow of the page.
 */
export function useKeptPlace({ grid, rows, long, height, list }: Plan): void {
  const place = useRef<Place | null>(null)
  const { drawn, scrolled } = rows
  const order = long.rows.map(({ mailId }) => mailId).join()
  // Only when a row may have moved or was scrolled: asking where it stands lays out the whole page, at every opened mail too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: those are all that `long` and `rows` answer from
  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return
    const before = place.current
    const now = rows.now()
    if (before?.list === list && now > 0) {
      const by = shiftOf(before, { rows, long, height, scrolled: now })
      // Its rows are on their way.
      if (by === null) return
      if (by !== 0) rows.scrollBy(by)
    }
    place.current = { list, ...seenIn(element.clientHeight, rows, long) }
  }, [grid, drawn, scrolled, order, long.count, height, list])
}

type Drawn = Pick<Plan, 'rows' | 'long' | 'height'> & { scrolled: number }

/** How far the rows in view have moved; null where that is not known yet. */
function shiftOf(before: Place, { rows, long, height, scrolled }: Drawn): number | null {
  for (const { id, start } of before.rows) {
    const index = long.indexOf(id)
    if (index !== null) return rows.places.startOf(index) - start
  }
  if (before.rows.length === 0 || scrolled !== before.scrolled) return 0
  // More came at once than a block holds: they came above, and the block of the rows in view is not here yet.
  const more = long.count - before.count
  if (more === 0) return null
  return Math.max(0, more) * height
}

function seenIn(room: number, { drawn, now }: Rows, long: Continuous): Omit<Place, 'list'> {
  const scrolled = now()
  const rows = drawn
    .filter(({ start, end }) => end > scrolled && start < scrolled + room)
    .flatMap(({ index, start }) => {
      const id = long.at(index)?.mailId
      return id === undefined ? [] : [{ id, start }]
    })
  return { rows, scrolled, count: long.count }
}
