import type { Language } from './language.ts'

/** How a user reads times: hours east of GMT, 12 or 24 hours, language. */
export interface DateStyle {
  zone: number
  hour12: boolean
  language: Language
}

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const fullMonthNames =
  'January February March April May June July August September October November December'.split(' ')
const dayNames = {
  zh: ['周日', '周一', '周二', '周三', '周四', '周五', '周六'],
  en: 'Sun Mon Tue Wed Thu Fri Sat'.split(' '),
}

/** Time of a list row: today `14:05`, this year `3月8日` / `Mar 8`, else `2025-03-08`. Bad input gives ''. */
export function listTime(iso: string, style: DateStyle, now: number = Date.now()): string {
  const at = parts(Date.parse(iso), style.zone)
  if (!at) return ''
  const today = parts(now, style.zone)
  if (today && sameDay(at, today)) return clock(at, style)
  if (at.year === today?.year) return monthDay(at, style.language)
  return `${at.year}-${two(at.month)}-${two(at.day)}`
}

/** Time in full: `2026年3月8日 周日 14:05` / `Sun, Mar 8, 2026, 14:05`. */
export function fullTime(iso: string, style: DateStyle): string {
  const at = parts(Date.parse(iso), style.zone)
  if (!at) return ''
  const day = dayNames[style.language][at.weekday] ?? ''
  if (style.language === 'zh') {
    return `${at.year}年${at.month}月${at.day}日 ${day} ${clock(at, style)}`
  }
  return `${day}, ${monthDay(at, 'en')}, ${at.year}, ${clock(at, style)}`
}

/** The hour of the day (0 to 23) where the user is. */
export const hourOf = (time: number, zone: number): number => parts(time, zone)?.hour ?? 0

/** A day in words: `3月8日 周日` / `Sun, Mar 8`. */
export function dayInWords(time: number, { zone, language }: DateStyle): string {
  const at = parts(time, zone)
  if (!at) return ''
  const day = dayNames[language][at.weekday] ?? ''
  const date = monthDay(at, language)
  return language === 'zh' ? `${date} ${day}` : `${day}, ${date}`
}

/** A date in full: `2026年3月8日` / `Mar 8, 2026`. */
export function wholeDate(iso: string, { zone, language }: DateStyle): string {
  const at = parts(Date.parse(iso), zone)
  if (!at) return ''
  const date = monthDay(at, language)
  return language === 'zh' ? `${at.year}年${date}` : `${date}, ${at.year}`
}

const fullDayNames = {
  zh: ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'],
  en: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' '),
}

/** For text that is written into a mail: `2026年3月8日`, `8 March 2026`; the time; the name of the day. */
export function spokenTime(
  time: number,
  style: DateStyle,
): { date: string; time: string; weekday: string } {
  const at = parts(time, style.zone)
  if (!at) return { date: '', time: '', weekday: '' }
  const date =
    style.language === 'zh'
      ? `${at.year}年${at.month}月${at.day}日`
      : `${at.day} ${fullMonthNames[at.month - 1]} ${at.year}`
  return { date, time: clock(at, style), weekday: fullDayNames[style.language][at.weekday] ?? '' }
}

/** A day that sorts, with its time: `2026-03-08 14:05`. */
export function dayAndTime(iso: string, style: DateStyle): string {
  const at = parts(Date.parse(iso), style.zone)
  return at ? `${at.year}-${two(at.month)}-${two(at.day)} ${clock(at, style)}` : ''
}

/** Which heading a row belongs under: a name for the last days and weeks, else its month as `2026-10`. */
export type DayGroup = 'today' | 'yesterday' | 'week' | 'lastWeek' | 'month' | `${number}-${string}`

export function dayGroup(iso: string, zone: number, now: number = Date.now()): DayGroup | null {
  const at = parts(Date.parse(iso), zone)
  const today = parts(now, zone)
  if (!at || !today) return null
  const days = today.dayNumber - at.dayNumber
  if (days <= 0) return 'today'
  if (days === 1) return 'yesterday'
  const monday = today.dayNumber - ((today.weekday + 6) % 7)
  if (at.dayNumber >= monday) return 'week'
  if (at.dayNumber >= monday - 7) return 'lastWeek'
  if (at.year === today.year && at.month === today.month) return 'month'
  return `${at.year}-${two(at.month)}`
}

/** `2026年10月` / `October 2026` of a month's group. */
export function monthName(group: string, language: Language): string {
  const [year, month] = group.split('-').map(Number)
  if (!year || !month) return group
  return language === 'zh' ? `${year}年${month}月` : `${fullMonthNames[month - 1]} ${year}`
}

interface Parts {
  year: number
  month: number
  day: number
  weekday: number
  hour: number
  minute: number
  dayNumber: number
}

function parts(time: number, zone: number): Parts | null {
  if (Number.isNaN(time)) return null
  const shifted = new Date(time + zone * 3_600_000)
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    weekday: shifted.getUTCDay(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    dayNumber: Math.floor(shifted.getTime() / 86_400_000),
  }
}

function clock(at: Parts, { hour12, language }: DateStyle): string {
  if (!hour12) return `${two(at.hour)}:${two(at.minute)}`
  const hour = at.hour % 12 || 12
  const half = at.hour < 12 ? 0 : 1
  if (language === 'zh') return `${['上午', '下午'][half]}${hour}:${two(at.minute)}`
  return `${hour}:${two(at.minute)} ${['AM', 'PM'][half]}`
}

const monthDay = (at: Parts, language: Language): string =>
  language === 'zh' ? `${at.month}月${at.day}日` : `${monthNames[at.month - 1]} ${at.day}`

const sameDay = (a: Parts, b: Parts): boolean => a.dayNumber === b.dayNumber

const two = (value: number): string => String(value).padStart(2, '0')
