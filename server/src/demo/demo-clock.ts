const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The office of the demo is in China: one zone, no summer time. */
export const OFFICE_ZONE = 8 * 60

/** `time` ("09:30", office time) on the day `days` before `now`; never later than `now`. */
export function daysAgo(now: Date, days: number, time: string): Date {
  const shift = OFFICE_ZONE * MINUTE
  const midnight = Math.floor((now.getTime() + shift) / DAY) * DAY - shift
  const [hour = '0', minute = '0'] = time.split(':')
  const at = midnight - days * DAY + Number(hour) * HOUR + Number(minute) * MINUTE
  return new Date(Math.min(at, now.getTime() - 4 * MINUTE))
}

export function minutesAgo(now: Date, minutes: number): Date {
  return new Date(now.getTime() - minutes * MINUTE)
}

/** Saturday and Sunday mail of the office is moved back to the Friday before. */
export function onWorkday(date: Date): Date {
  const day = officeDay(date)
  if (day === 6) return new Date(date.getTime() - DAY)
  return day === 0 ? new Date(date.getTime() - 2 * DAY) : date
}

/** An answer written `hours` later, moved to the next morning when that is night or weekend. */
export function answerTime(previous: Date, hours: number, now: Date): Date {
  let at = new Date(previous.getTime() + hours * HOUR)
  const hour = new Date(at.getTime() + OFFICE_ZONE * MINUTE).getUTCHours()
  if (hours >= 1 && hour >= 21) at = new Date(at.getTime() + 12 * HOUR)
  else if (hours >= 1 && hour < 8) at = new Date(at.getTime() + 8 * HOUR)
  if (hours >= 3 && officeDay(at) === 6) at = new Date(at.getTime() + 2 * DAY)
  else if (hours >= 3 && officeDay(at) === 0) at = new Date(at.getTime() + DAY)
  const latest = now.getTime() - 3 * MINUTE
  if (at.getTime() <= latest) return at
  return new Date(previous.getTime() + Math.max(latest - previous.getTime(), MINUTE) / 2)
}

/** RFC 5322 date-time. */
export function mailDate(date: Date, zone: number): string {
  const local = new Date(date.getTime() + zone * MINUTE)
  const sign = zone < 0 ? '-' : '+'
  const size = Math.abs(zone)
  const offset = `${sign}${pad(Math.floor(size / 60))}${pad(size % 60)}`
  return `${local.toUTCString().replace('GMT', offset)}`
}

/** Parts of the wall clock in a zone, for the lines above quoted text. */
export function wallClock(date: Date, zone: number) {
  const local = new Date(date.getTime() + zone * MINUTE)
  const [weekday, day, month, year] = local.toUTCString().replace(',', '').split(' ')
  return {
    year: year ?? '',
    month: local.getUTCMonth() + 1,
    monthName: month ?? '',
    day: Number(day),
    weekday: weekday ?? '',
    weekdayZh: `周${'日一二三四五六'[local.getUTCDay()]}`,
    hour: local.getUTCHours(),
    time: `${pad(local.getUTCHours())}:${pad(local.getUTCMinutes())}`,
    minute: pad(local.getUTCMinutes()),
    iso: local.toISOString().slice(0, 10),
  }
}

/**
 * Replaces {+3} (three days on, workdays only), {-2}, {year}, {nextYear} and {month} by dates
 * relative to the mail that carries the text, in the language of the line around them.
 */
export function fillDates(text: string, date: Date): string {
  return text
    .split('\n')
    .map((line) => fillLine(line, date))
    .join('\n')
}

function fillLine(line: string, date: Date): string {
  const language = /[\u4e00-\u9fff]/.test(line) ? 'zh' : 'en'
  const today = wallClock(date, OFFICE_ZONE)
  return line
    .replace(/\{([+-]\d+)\}/g, (_, days: string) => dayName(date, Number(days), language))
    .replaceAll('{year}', today.year)
    .replaceAll('{nextYear}', String(Number(today.year) + 1))
    .replaceAll('{month}', language === 'zh' ? `${today.month}月` : longMonth(date))
}

/** Five or six capital letters and digits that look like a reference number. */
export function referenceNumber(seed: number): string {
  return (Math.imul(seed + 17, 2654435761) >>> 0).toString(36).toUpperCase().padStart(7, '7')
}

function dayName(date: Date, days: number, language: 'zh' | 'en'): string {
  let at = new Date(date.getTime() + days * DAY)
  const day = officeDay(at)
  if (days > 0 && day === 6) at = new Date(at.getTime() + 2 * DAY)
  if (days > 0 && day === 0) at = new Date(at.getTime() + DAY)
  if (days < 0) at = onWorkday(at)
  const clock = wallClock(at, OFFICE_ZONE)
  if (language === 'zh') return `${clock.month}月${clock.day}日（${clock.weekdayZh}）`
  const shifted = new Date(at.getTime() + OFFICE_ZONE * MINUTE)
  const weekday = shifted.toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' })
  return `${weekday} ${clock.day} ${longMonth(at)}`
}

function longMonth(date: Date): string {
  const shifted = new Date(date.getTime() + OFFICE_ZONE * MINUTE)
  return shifted.toLocaleDateString('en-GB', { month: 'long', timeZone: 'UTC' })
}

function officeDay(date: Date): number {
  return new Date(date.getTime() + OFFICE_ZONE * MINUTE).getUTCDay()
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
