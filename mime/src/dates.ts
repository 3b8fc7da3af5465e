import { withoutComments } from './params.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DATE =
  /^(?:[a-z]{1,10}\.?,?[ ]?)?(\d{1,2})[ -]([a-z]{3})[a-z]{0,6}\.?[ -](\d{2,4}),?[ ](\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:[ .]\d{0,6})?[ ]?(?:([ap])\.?m\.?(?![a-z])[ ]?)?([+-]\d{3,4}|[a-z]{1,5})?/
const ASCTIME =
  /^[a-z]{3,9},?[ ]([a-z]{3})[a-z]{0,6}[ ](\d{1,2})[ ](\d{1,2}):(\d{2})(?::(\d{2}))?[ ](?:([ap])\.?m\.?[ ])?(?:([+-]\d{4}|[a-z]{1,5})[ ])?(\d{4})/
const ISO =
  /^\d{4}-\d{2}-\d{2}(?:[t ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:z|[+-]\d{2}:?\d{2})?)?$/
const ZONES: Record<string, number> = {
  edt: -4,
  est: -5,
  cdt: -5,
  cst: -6,
  mdt: -6,
  mst: -7,
  pdt: -7,
  pst: -8,
  jst: 9,
  kst: 9,
  hkt: 8,
  cet: 1,
  cest: 2,
  bst: 1,
}

type Fields = {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

/**
 * An RFC 5322 section 3.3 date (obsolete forms, asctime and ISO 8601 too) as ISO 8601 in UTC, null if it is
 * none. Unknown zones count as UTC (section 4.3). Years are 1 to 9999. Reads at most 200 characters.
 */
export function parseMailDate(text: string): string | null {
  const plain = plainOf(text)
  const mail = DATE.exec(plain)
  if (mail !== null) {
    const [, day, month, year, hour, minute, second, half, zone] = mail
    return toIso(fieldsOf({ day, month, year, hour, minute, second, half }), zone)
  }
  const c = ASCTIME.exec(plain)
  if (c !== null) {
    const [, month, day, hour, minute, second, half, zone, year] = c
    return toIso(fieldsOf({ day, month, year, hour, minute, second, half }), zone)
  }
  if (!ISO.test(plain)) return null
  return clamped(Date.parse(plain.replace(' ', 't').toUpperCase()))
}

/** Minutes that the clock is ahead of UTC by which such a date was written; 0 where it says none that is known. */
export function zoneOfMailDate(text: string): number {
  const plain = plainOf(text)
  const mail = DATE.exec(plain)
  if (mail !== null) return offsetMinutes(mail[8])
  const c = ASCTIME.exec(plain)
  if (c !== null) return offsetMinutes(c[7])
  return ISO.test(plain)
    ? offsetMinutes(/[+-]\d{2}:?\d{2}$/.exec(plain.slice(11))?.[0].replace(':', ''))
    : 0
}

const plainOf = (text: string): string =>
  withoutComments(text.slice(0, 200)).replace(/\s+/g, ' ').trim().toLowerCase()

const earliest = Date.parse('0001-01-01T00:00:00.000Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/** Years 1 to 9999, the nearest of them: what lies outside has no ISO 8601 form that everybody reads alike. */
function clamped(time: number): string | null {
  if (Number.isNaN(time)) return null
  return new Date(Math.min(latest, Math.max(earliest, time))).toISOString()
}

function fieldsOf(text: Record<keyof Fields | 'half', string | undefined>): Fields {
  return {
    year: fullYear(Number(text.year), text.year?.length ?? 0),
    month: MONTHS.indexOf(text.month ?? ''),
    day: Number(text.day),
    hour: fullHour(Number(text.hour), text.half),
    minute: Number(text.minute),
    second: Number(text.second ?? 0),
  }
}

/** Some programs write 12:29:13 AM for 00:29:13. An hour above 12 is told by itself. */
function fullHour(hour: number, half: string | undefined): number {
  if (half === undefined || hour > 12) return hour
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

/** RFC 5322 section 4.3: 00 to 49 is 2000 to 2049, other two and three digit years are 1900 and something. */
function fullYear(year: number, digits: number): number {
  if (digits >= 4) return year
  return digits === 2 && year < 50 ? year + 2000 : year + 1900
}

function toIso(at: Fields, zone: string | undefined): string | null {
  if (at.month < 0 || at.day < 1 || at.day > 31) return null
  if (at.hour > 24 || at.minute > 59 || at.second > 60) return null
  const local = Date.UTC(at.year, at.month, at.day, at.hour, at.minute, at.second)
  return clamped(local - offsetMinutes(zone) * 60_000)
}

function offsetMinutes(zone: string | undefined): number {
  if (zone === undefined) return 0
  const digits = /^([+-])(\d{1,2})(\d{2})$/.exec(zone)
  if (digits === null) return (Object.hasOwn(ZONES, zone) ? (ZONES[zone] ?? 0) : 0) * 60
  const minutes = Number(digits[2]) * 60 + Number(digits[3])
  return digits[1] === '-' ? -minutes : minutes
}
