import { expect, it } from 'vitest'
import { instantOf, localMinute } from '../../lib/zone-time.ts'
import { changeTime } from './search-times.ts'

const now = '2026-11-21T10:00'

it('SEARCH-08 a start later than the end is warned about and becomes now', () => {
  const before = { start: '', end: '2026-03-01T00:00' }
  expect(changeTime(before, { start: '2026-03-02T00:00' }, now)).toEqual({
    times: { start: now, end: '2026-03-01T00:00' },
    warn: true,
  })
})

it('SEARCH-08 an end earlier than the start is warned about and becomes now', () => {
  const before = { start: '2026-03-02T00:00', end: '' }
  expect(changeTime(before, { end: '2026-03-01T00:00' }, now)).toEqual({
    times: { start: '2026-03-02T00:00', end: now },
    warn: true,
  })
})

it('SEARCH-08 the same moment, one field alone and an emptied field are fine', () => {
  const same = { start: '2026-03-01T00:00', end: '2026-03-01T00:00' }
  expect(changeTime({ start: '', end: same.end }, { start: same.start }, now)).toEqual({
    times: same,
    warn: false,
  })
  expect(changeTime(same, { end: '' }, now).warn).toBe(false)
})

it('SEARCH-03 fields are in the time zone of the user', () => {
  expect(instantOf('2026-03-01T08:30', 8)).toBe('2026-03-01T00:30:00.000Z')
  expect(localMinute(Date.parse('2026-03-01T00:30:00Z'), 8)).toBe('2026-03-01T08:30')
  expect(instantOf('', 8)).toBeNull()
  expect(instantOf('2026-99-01T08:30', 8)).toBeNull()
})
