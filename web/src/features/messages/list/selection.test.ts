import { describe, expect, it } from 'vitest'
import { extendTo, neighbour, nothingSelected, prune, toggle, toggleAll } from './selection.ts'

const order = [5, 4, 3, 2, 1]
const ids = (selection: { ids: ReadonlySet<number> }) =>
  [...selection.ids].toSorted((a, b) => b - a)

describe('MAILLIST-18 selecting rows', () => {
  it('toggles one row and makes it the anchor', () => {
    const once = toggle(nothingSelected, 4)
    expect(once).toEqual({ ids: new Set([4]), anchor: 4 })
    expect(ids(toggle(once, 4))).toEqual([])
  })

  it('extends from the anchor in both directions and keeps the anchor', () => {
    const from = toggle(nothingSelected, 3)
    expect(ids(extendTo(from, 1, order))).toEqual([3, 2, 1])
    expect(ids(extendTo(from, 5, order))).toEqual([5, 4, 3])
    expect(extendTo(from, 5, order).anchor).toBe(3)
  })

  it('takes one row when the anchor is gone or was never set', () => {
    expect(ids(extendTo(nothingSelected, 2, order))).toEqual([2])
    expect(ids(extendTo({ ids: new Set([9]), anchor: 9 }, 2, order))).toEqual([9, 2])
    expect(extendTo(nothingSelected, 77, order)).toBe(nothingSelected)
  })

  it('selects the whole page, and nothing when all of it was selected', () => {
    const all = toggleAll(toggle(nothingSelected, 2), order)
    expect(ids(all)).toEqual(order)
    expect(toggleAll(all, order)).toBe(nothingSelected)
    expect(toggleAll(nothingSelected, [])).toEqual(nothingSelected)
  })

  it('forgets rows that left the page, and keeps its identity when none did', () => {
    const two = toggle(toggle(nothingSelected, 5), 2)
    expect(prune(two, [5, 4, 3])).toEqual({ ids: new Set([5]), anchor: null })
    expect(prune(two, order)).toBe(two)
  })

  it('finds the neighbour and stops at the ends', () => {
    expect(neighbour(order, 4, 1)).toBe(3)
    expect(neighbour(order, 5, -1)).toBe(5)
    expect(neighbour(order, 1, 1)).toBe(1)
    expect(neighbour(order, null, 1)).toBe(5)
    expect(neighbour(order, 99, -1)).toBe(5)
    expect(neighbour([], 1, 1)).toBeNull()
  })
})
