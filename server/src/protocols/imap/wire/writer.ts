const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const two = (value: number): string => (value < 10 ? `0${value}` : `${value}`)

/** INTERNALDATE, in UTC (RFC 9051 §9, date-time). */
export function wireDateTime(at: Date): string {
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`
  const day = String(at.getUTCDate()).padStart(2, ' ')
  const year = String(at.getUTCFullYear()).padStart(4, '0')
  return `"${day}-${months[at.getUTCMonth()]}-${year} ${time} +0000"`
}

const dateTime = /^([ \d]\d)-(\w{3})-(\d{4}) (\d{2}):(\d{2}):(\d{2}) ([+-])(\d{2})(\d{2})$/

/** Null when it is none. */
export function readDateTime(text: string): Date | null {
  const match = dateTime.exec(text)
  if (!match) return null
  const [, day, month = '', year, hour, minute, second, sign, zoneHours, zoneMinutes] = match
  const utc = timeOf({ day, month, year }, [hour, minute, second].map(Number))
  if (utc === null) return null
  const zone = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000
  return new Date(utc + (sign === '-' ? zone : -zone))
}

const date = /^(\d{1,2})-(\w{3})-(\d{4})$/

/** The beginning of a day in UTC (RFC 9051 §6.4.4: the search disregards time and zone). Null when it is none. */
export function readDate(text: string): Date | null {
  const match = date.exec(text)
  if (!match) return null
  const [, day, month = '', year] = match
  const utc = timeOf({ day, month, year }, [0, 0, 0])
  return utc === null ? null : new Date(utc)
}

/** The grammar has years from 0000 to 9999; what lies outside of these is one of them (the database has no year 0). */
const first = Date.UTC(1900, 0, 1)
const last = Date.UTC(9000, 0, 1)

interface Day {
  day: string | undefined
  month: string
  year: string | undefined
}

function timeOf(
  { day, month, year }: Day,
  [hour = 0, minute = 0, second = 0]: number[],
): number | null {
  const index = months.findIndex((one) => one.toLowerCase() === month.toLowerCase())
  if (index < 0 || hour > 23 || minute > 59 || second > 60) return null
  const at = new Date(Date.UTC(2000, index, Number(day), hour, minute, second))
  // The year by itself: Date.UTC takes years below 100 for others.
  at.setUTCFullYear(Number(year), index, Number(day))
  return at.getUTCDate() === Number(day) ? Math.min(Math.max(at.getTime(), first), last) : null
}
