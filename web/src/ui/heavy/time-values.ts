import {
  type CalendarDate,
  type CalendarDateTime,
  parseDate,
  parseDateTime,
  setLocalTimeZone,
} from '@internationalized/date'

export type Moment = CalendarDate | CalendarDateTime

/** Of `2026-03-08T09:30` or, of days alone, `2026-03-08`; null for anything else. */
export function momentOf(value: string, daysOnly: boolean): Moment | null {
  try {
    return daysOnly ? parseDate(value.slice(0, 10)) : parseDateTime(value.slice(0, 16))
  } catch {
    return null
  }
}

/** The other way round; '' while the year is still being typed. */
export const textOf = (moment: Moment | null): string =>
  moment === null || moment.year < 1000 ? '' : moment.toString().slice(0, 16)

/** Which day "today" is in calendars: that of the user's zone, not of the machine. @param zone hours east of GMT */
export function countDaysIn(zone: number): void {
  // Zones of half hours have no such name; there the machine's own stays.
  if (!Number.isInteger(zone) || zone < -12 || zone > 14) return
  // The signs of these names are the other way round (IANA time zone database, file "etcetera").
  setLocalTimeZone(zone === 0 ? 'Etc/GMT' : `Etc/GMT${zone > 0 ? '-' : '+'}${Math.abs(zone)}`)
}
