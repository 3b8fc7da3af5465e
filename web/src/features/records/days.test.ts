import { expect, it } from 'vitest'
import { dayEnd, dayStart } from './days.ts'

it('LOGS-04 a day begins and ends in the zone of the user', () => {
  expect(dayStart('2026-10-01', 8)).toBe('2026-09-30T16:00:00.000Z')
  expect(dayEnd('2026-10-01', 8)).toBe('2026-10-01T15:59:59.999Z')
  expect(dayStart('2026-10-01', -5)).toBe('2026-10-01T05:00:00.000Z')
  expect(dayStart('', 8)).toBeNull()
  expect(dayEnd('2026-99-01', 8)).toBeNull()
})
