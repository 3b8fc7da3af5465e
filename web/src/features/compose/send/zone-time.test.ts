import { describe, expect, it } from 'vitest'
import { instantOf, localMinute } from '../../../lib/zone-time.ts'
import { suggestions, zoneName } from './zone-time.ts'

describe('the time of a scheduled mail', () => {
  it.each([
    ['2026-03-08T09:30', 8, '2026-03-08T01:30:00.000Z'],
    ['2026-01-01T00:15', -12, '2026-01-01T12:15:00.000Z'],
    ['2026-12-31T23:59', 5.5, '2026-12-31T18:29:00.000Z'],
  ])('SENDMODES-10 %s in zone %d is %s, and back', (local, zone, iso) => {
    expect(instantOf(local, zone)).toBe(iso)
    expect(localMinute(Date.parse(iso), zone)).toBe(local)
  })

  it.each(['', 'soon', '2026-03-08'])('SENDMODES-10 "%s" is no time', (local) => {
    expect(instantOf(local, 8)).toBeNull()
  })

  it('SENDMODES-10 names zones, half hours too', () => {
    expect([8, -12, 5.5, 0].map(zoneName)).toEqual(['UTC+8', 'UTC-12', 'UTC+5:30', 'UTC+0'])
  })

  it('SENDMODES-10 offers what lies ahead', () => {
    const friday = Date.parse('2026-03-06T02:00:00Z')
    expect(suggestions(friday, 8).map((one) => one.local)).toEqual([
      '2026-03-06T18:00',
      '2026-03-07T09:00',
      '2026-03-09T09:00',
    ])
    const sundayNight = Date.parse('2026-03-08T15:00:00Z')
    expect(suggestions(sundayNight, 8)).toEqual([{ id: 'tomorrow', local: '2026-03-09T09:00' }])
  })
})
