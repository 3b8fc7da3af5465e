import { expect, it } from 'vitest'
import { createReach } from './tall-list.ts'

it('LIMITS-08 a list that a browser lays out whole stands as it is in its box', () => {
  const reach = createReach(900, 1000)
  expect(reach).toMatchObject({ height: 900, most: 0 })
  expect([reach.baseAt(700), reach.placeAt(700)]).toEqual([0, 700])
})

it('LIMITS-08 a taller list reaches both ends, and every place between them where the scroll bar points to', () => {
  const [whole, box, room] = [60_000_000, 15_000_000, 900]
  const reach = createReach(whole, box)
  expect(reach.height).toBe(box)
  expect(reach.placeAt(0)).toBe(0)
  expect(reach.placeAt(box - room)).toBe(whole - room)
  let before = -1
  for (let top = 0; top <= box - room; top += 9_973) {
    const place = reach.placeAt(top)
    expect(place).toBeGreaterThan(before)
    before = place
    // Put where it belongs, it stands where it stood: nothing moves when a scroll ends.
    expect(Math.abs(place - reach.baseAt(place) - top)).toBeLessThanOrEqual(1)
  }
  for (const place of [0, 500, 3_000_000]) expect(reach.baseAt(place)).toBe(0)
  for (const left of [900, 3_000_000]) expect(reach.baseAt(whole - left)).toBe(whole - box)
})
