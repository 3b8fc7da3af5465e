/** Pixels of a heading over a row. */
export const headingHeight = 28

interface Rows {
  count: number
  /** Of a row, in pixels. */
  height: number
  /** Rows with a heading over them. */
  beginning: readonly number[]
}

/** Where the rows of a list stand, in pixels from its top. */
export interface Places {
  count: number
  /** Where a row begins; that of `count` is the height of all. */
  startOf(index: number): number
  /** The rows that a window of so much room shows; `last` is before `first` where there are none. */
  within(scrolled: number, room: number): { first: number; last: number }
}

/**
 * Rows are of one height, but for those with a heading: a place is worked out when it is asked for. A list of all places costs a million
 * steps and 28 MB for a million mails, at each change.
 */
export function createPlaces({ count, height, beginning }: Rows): Places {
  const headings = beginning.toSorted((a, b) => a - b)
  const startOf = (index: number): number =>
    index * height + firstAt(headings.length, (at) => (headings[at] ?? 0) >= index) * headingHeight
  const rowAt = (offset: number): number =>
    Math.min(
      count - 1,
      firstAt(count, (index) => startOf(index + 1) > offset),
    )
  return {
    count,
    startOf,
    within: (scrolled, room) => {
      const first = Math.max(0, rowAt(scrolled))
      return { first, last: Math.min(count - 1, rowAt(scrolled + Math.max(0, room - 1))) }
    },
  }
}

/** The first of so many numbers from 0 on for which it holds, as it does for all behind it; `length` when for none. */
function firstAt(length: number, holds: (at: number) => boolean): number {
  let [from, to] = [0, length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return from
}
