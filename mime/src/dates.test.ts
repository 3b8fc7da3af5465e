import { describe, expect, it } from 'vitest'
import { parseMailDate, zoneOfMailDate } from './dates.ts'

it.each([
  ['Fri, 20 Nov 2026 10:00:00 +0800', 480],
  ['Fri, 20 Nov 2026 10:00:00 -0330', -210],
  ['20 Nov 2026 10:00 EST', -300],
  ['Fri Nov 20 10:00:00 CET 2026', 60],
  ['2026-11-20T10:00:00+05:30', 330],
  ['2026-11-20', 0],
  ['Fri, 20 Nov 2026 10:00:00 GMT', 0],
  ['yesterday', 0],
])('the clock of %s is %i minutes ahead of UTC', (text, minutes) => {
  expect(zoneOfMailDate(text)).toBe(minutes)
})

describe('parseMailDate', () => {
  it.each([
    ['Fri, 20 Nov 2026 10:00:00 +0800', '2026-11-20T02:00:00.000Z'],
    ['20 Nov 26 10:00 +0800', '2026-11-20T02:00:00.000Z'],
    ['Fri Nov 20 10:00:00 CST 2026', '2026-11-20T16:00:00.000Z'],
    ['2026-11-20T10:00:00+08:00', '2026-11-20T02:00:00.000Z'],
    ['Fri, 20 Nov 2026 12:29:13 -0800 (PST)', '2026-11-20T20:29:13.000Z'],
    ['Fri, 20 Nov 2026 12:29:13 EST', '2026-11-20T17:29:13.000Z'],
    ['Fri, 20 Nov 2026 12:29:13 A', '2026-11-20T12:29:13.000Z'],
    ['20 Nov 1999 00:00:00 MST', '1999-11-20T07:00:00.000Z'],
    ['yesterday', null],
  ])('reads %s', (text, iso) => {
    expect(parseMailDate(text)).toBe(iso)
  })

  it.each([
    ['20 Nov 2026 12:29:13 AM', '2026-11-20T00:29:13.000Z'],
    ['20 Nov 2026 12:29:13 PM', '2026-11-20T12:29:13.000Z'],
    ['20 Nov 2026 1:05:00 pm +0800', '2026-11-20T05:05:00.000Z'],
    ['20 Nov 2026 11:05:00 p.m. EST', '2026-11-21T04:05:00.000Z'],
    ['20 Nov 2026 23:05:00 PM', '2026-11-20T23:05:00.000Z'],
    ['Fri Nov 20 12:29:13 AM 2026', '2026-11-20T00:29:13.000Z'],
  ])('hardening-mail charsets: the half of the day counts in %s', (text, iso) => {
    expect(parseMailDate(text)).toBe(iso)
  })

  it.each([
    ['31 Dec 9999 23:59:59 -1200', '9999-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59-12:00', '9999-12-31T23:59:59.999Z'],
    ['0000-01-01', '0001-01-01T00:00:00.000Z'],
    ['0001-01-01T00:00:00+12:00', '0001-01-01T00:00:00.000Z'],
    ['32 Foo 20202 99:99:99 +99999', null],
  ])('hardening-mail 1: years are 1 to 9999 in %s', (text, iso) => {
    expect(parseMailDate(text)).toBe(iso)
  })
})
