import { expect, it } from 'vitest'
import { instantOf, localMinute } from '../../lib/zone-time.ts'
import { duePresets } from './due-times.ts'

// A Friday, 12:05 in Beijing.
const friday = Date.parse('2026-11-20T04:05:00Z')
const shown = (now: number, zone: number) =>
  duePresets(now, zone).map(({ preset, time }) => `${preset} ${localMinute(time, zone)}`)

it('TODO-03 offers times of the zone of the user', () => {
  expect(shown(friday, 8)).toEqual([
    'hour 2026-11-20T13:15',
    'evening 2026-11-20T18:00',
    'tomorrow 2026-11-21T09:00',
    'week 2026-11-23T09:00',
  ])
  // 23:05 on Thursday in New York.
  expect(shown(friday, -5)).toEqual([
    'hour 2026-11-20T00:15',
    'tomorrow 2026-11-20T09:00',
    'week 2026-11-23T09:00',
  ])
})

it('TODO-03 next Monday is never today', () => {
  expect(shown(Date.parse('2026-11-23T01:00:00Z'), 8).at(-1)).toBe('week 2026-11-30T09:00')
  expect(shown(Date.parse('2026-11-22T01:00:00Z'), 8).at(-1)).toBe('week 2026-11-23T09:00')
})

it('TODO-03 a typed minute is one of the zone of the user', () => {
  expect(instantOf('2026-10-01T09:30', 8)).toBe('2026-10-01T01:30:00.000Z')
  expect(instantOf('2026-10-01T09:30', -3.5)).toBe('2026-10-01T13:00:00.000Z')
  expect(instantOf('', 8)).toBeNull()
  expect(instantOf('2026-99-01T09:30', 8)).toBeNull()
})
