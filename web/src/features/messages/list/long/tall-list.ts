/** Pixels of the tallest box that every browser lays out: Firefox ends at 17.8 million, Chromium and Safari at 33.5. */
export const tallest = 15_000_000

/** A list and the box it scrolls in, which is no taller than a browser lays out. All in pixels. */
export interface Reach {
  /** Of the box. */
  height: number
  /** The most that the box can begin below the beginning of the list. */
  most: number
  /** Where in the list the box should begin when that place of the list is on top of the view. */
  baseAt(place: number): number
  /** The place of the list where a scroll bar that was dragged so far points to. */
  placeAt(scrollTop: number): number
}

/**
 * A taller list moves through its box as it is scrolled: within a quarter of the box of either end it stands still, so that
 * the ends of both are one; between them it moves evenly.
 */
export function createReach(whole: number, box = tallest): Reach {
  const most = Math.max(0, whole - box)
  if (most === 0) return { height: whole, most, baseAt: () => 0, placeAt: (top) => top }
  const end = box / 4
  const [inner, innerBox] = [whole - 2 * end, box - 2 * end]
  return {
    height: box,
    most,
    baseAt: (place) => Math.round(Math.min(1, Math.max(0, (place - end) / inner)) * most),
    placeAt: (top) => {
      if (top <= end) return top
      return top >= box - end ? top + most : end + ((top - end) / innerBox) * inner
    },
  }
}
