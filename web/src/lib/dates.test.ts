import { expect, it } from 'vitest'
import { dayGroup, fullTime, listTime } from './dates.ts'

const now = Date.parse('2026-11-20T04:00:00Z')
const zh = { zone: 8, hour12: false, language: 'zh' } as const
const en = { ...zh, language: 'en' } as const

it('MAILLIST-11 shows the time today, the day this year and the whole date before', () => {
  expect(listTime('2026-11-20T01:05:00Z', zh, now)).toBe('09:05')
  expect(listTime('2026-03-08T01:05:00Z', zh, now)).toBe('3月8日')
  expect(listTime('2026-03-08T01:05:00Z', en, now)).toBe('Mar 8')
  expect(listTime('2025-03-08T01:05:00Z', en, now)).toBe('2025-03-08')
})

it('MAILLIST-11 reads the day in the zone of the user, not of the machine', () => {
  expect(listTime('2026-11-19T17:30:00Z', zh, now)).toBe('01:30')
  expect(listTime('2026-11-19T17:30:00Z', { ...zh, zone: -5 }, now)).toBe('12:30')
  expect(listTime('2026-11-19T03:30:00Z', { ...zh, zone: -5 }, now)).toBe('11月18日')
  expect(listTime('2025-12-31T20:00:00Z', zh, now)).toBe('1月1日')
})

it('MAILLIST-11 writes twelve hours when the user wants them', () => {
  const half = { ...en, hour12: true }
  expect(listTime('2026-11-19T16:05:00Z', half, now)).toBe('12:05 AM')
  expect(listTime('2026-11-20T04:05:00Z', half, now)).toBe('12:05 PM')
  expect(listTime('2026-11-20T05:05:00Z', { ...half, language: 'zh' }, now)).toBe('下午1:05')
})

it('READ-02 writes the time in full in both languages', () => {
  expect(fullTime('2026-11-20T01:05:00Z', zh)).toBe('2026年11月20日 周五 09:05')
  expect(fullTime('2026-11-20T01:05:00Z', en)).toBe('Fri, Nov 20, 2026, 09:05')
})

it('gives nothing for a time that is none', () => {
  expect(listTime('yesterday', zh, now)).toBe('')
  expect(dayGroup('yesterday', 8, now)).toBeNull()
})
