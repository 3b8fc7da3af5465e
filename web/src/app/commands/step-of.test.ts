import { expect, it } from 'vitest'
import { stepOf } from './step-of.ts'

it.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 19, 0],
  ['ArrowUp', 0, 19],
  ['ArrowUp', 5, 4],
  ['PageDown', 3, 11],
  ['PageDown', 15, 19],
  ['PageUp', 11, 3],
  ['PageUp', 3, 0],
  ['Home', 3, null],
])('the palette goes by %s from %i to %j of 20', (key, at, to) => {
  expect(stepOf(key, at, 20)).toBe(to)
})

it('the palette goes nowhere when it found nothing', () => {
  expect(stepOf('ArrowDown', 0, 0)).toBeNull()
})
