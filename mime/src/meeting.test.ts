import { expect, it } from 'vitest'
import { readMeeting } from './meeting.ts'

const calendar = (lines: string[]): string =>
  ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')

const event = (lines: string[]): string[] => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']

it('looks 8: a cancelled meeting has its summary, place and times', () => {
  const text = calendar([
    'METHOD:CANCEL',
    ...event([
      'ORGANIZER;CN="Li: Ting":mailto:a@b.test',
      'SUMMARY:Budget\\, second',
      '  round',
      'LOCATION:Room 2',
      'DTSTART;TZID=Asia/Shanghai:20261124T100000',
      'DTEND;TZID="Asia/Shanghai":20261124T113000',
    ]),
  ])
  expect(readMeeting(text)).toEqual({
    method: 'cancel',
    summary: 'Budget, second round',
    place: 'Room 2',
    start: '2026-11-24T02:00:00.000Z',
    end: '2026-11-24T03:30:00.000Z',
  })
})

it('looks 8: times of UTC, of whole days, without a zone, and of a zone that the calendar brings', () => {
  const at = (line: string, zone: string[] = []) =>
    readMeeting(calendar([...zone, ...event([line])]))?.start
  expect(at('DTSTART:20261124T100000Z')).toBe('2026-11-24T10:00:00Z')
  expect(at('DTSTART;VALUE=DATE:20261124')).toBe('2026-11-24')
  expect(at('DTSTART:20261124T100000')).toBe('2026-11-24T10:00:00')
  const own = [
    'BEGIN:VTIMEZONE',
    'TZID:Office time',
    'BEGIN:STANDARD',
    'TZOFFSETTO:+0530',
    'END:STANDARD',
    'END:VTIMEZONE',
  ]
  expect(at('DTSTART;TZID=Office time:20261124T100000', own)).toBe('2026-11-24T04:30:00.000Z')
  expect(at('DTSTART:20261399T100000Z')).toBeNull()
})

it('looks 8: what is no meeting is none, however long', () => {
  expect(readMeeting('')).toBeNull()
  expect(readMeeting(calendar([]))).toBeNull()
  expect(readMeeting(`BEGIN:VCALENDAR\n${' x'.repeat(1_000_000)}`)).toBeNull()
  expect(readMeeting(`${'BEGIN:VEVENT\n'.repeat(100_000)}SUMMARY:x`)).toBeNull()
})
