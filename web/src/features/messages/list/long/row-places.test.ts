import { expect, it } from 'vitest'
import { createPlaces, headingHeight } from './row-places.ts'

it('issue 16: a place in a list is what adding all rows before it gives, with headings and without', () => {
  const beginning = [7, 0, 3]
  const places = createPlaces({ count: 12, height: 60, beginning })
  let top = 0
  const tops: number[] = []
  for (let index = 0; index < 12; index++) {
    expect(places.startOf(index)).toBe(top)
    tops.push(top)
    top += 60 + (beginning.includes(index) ? headingHeight : 0)
  }
  expect(places.startOf(12)).toBe(top)
  for (let scrolled = 0; scrolled < top; scrolled += 7) {
    const { first, last } = places.within(scrolled, 130)
    const seen = tops
      .map((start, index) => ({ start, index, end: tops[index + 1] ?? top }))
      .filter(({ start, end }) => end > scrolled && start <= scrolled + 129)
    expect([first, last]).toEqual([seen[0]?.index, seen.at(-1)?.index])
  }
})

it('issue 16: a million rows cost no more than twelve, and none are none', () => {
  const reads: number[] = []
  const beginning = new Proxy([5], {
    get: (list, key) => {
      reads.push(1)
      return Reflect.get(list, key) as unknown
    },
  })
  const places = createPlaces({ count: 1_000_000, height: 60, beginning })
  expect(places.within(30_000_028, 900)).toEqual({ first: 500_000, last: 500_014 })
  expect(reads.length).toBeLessThan(50)
  const none = createPlaces({ count: 0, height: 60, beginning: [] })
  expect(none.startOf(0)).toBe(0)
  expect(none.within(0, 900).last).toBeLessThan(0)
})
