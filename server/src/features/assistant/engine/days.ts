const dayMs = 24 * 3_600_000
const weekdays = '日一二三四五六'
const shortDays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const soon: Readonly<Record<string, number>> = {
  今天: 0,
  今日: 0,
  今晚: 0,
  today: 0,
  tonight: 0,
  明天: 1,
  明日: 1,
  明早: 1,
  tomorrow: 1,
  后天: 2,
}

const full = /(\d{4})\s?[-/年.]\s?(\d{1,2})\s?[-/月.]\s?(\d{1,2})/
const chinese = /(?<!\d)(\d{1,2})\s?月\s?(\d{1,2})\s?[日号]?/
const dayFirst =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th)? (?:of )?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\b/i
const monthFirst =
  /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? (\d{1,2})(?!\d)/i
const near = /今天|今日|今晚|明天|明日|明早|后天|\b(?:today|tonight|tomorrow)\b/i
const chineseWeekday = /(下)?个?(?:周|星期|礼拜)([一二三四五六日天])/
const weekday = /\b(next )?(sun|mon|tues?|wed(?:nes)?|thurs?|fri|sat(?:ur)?)(?:day)?\b/i

/** A day as its midnight in UTC, of a moment in hours east of Greenwich. */
export const dayOf = (at: Date, zone: number): Date => {
  const shifted = new Date(at.getTime() + zone * 3_600_000)
  return new Date(Math.floor(shifted.getTime() / dayMs) * dayMs)
}

export const asDay = (at: Date): string => at.toISOString().slice(0, 10)

/** The first day that a sentence names, as it was meant on the day it was written. @returns YYYY-MM-DD, or null */
export function dayIn(text: string, written: Date): string | null {
  const named = exactDay(text, written) ?? nearDay(text, written)
  return named === null || Number.isNaN(named.getTime()) ? null : asDay(named)
}

/** Every day that a text names, clause by clause. */
export function daysIn(text: string, written: Date): string[] {
  const clauses = text.split('\n').flatMap((line) => [line, ...line.split(/[。；;！!？?，、,]/)])
  return clauses.map((one) => dayIn(one, written)).filter((one) => one !== null)
}

function exactDay(text: string, written: Date): Date | null {
  const [, year, month, day] = full.exec(text) ?? []
  if (year !== undefined) return dateOf(Number(year), Number(month), Number(day))
  const [, zhMonth, zhDay] = chinese.exec(text) ?? []
  if (zhMonth !== undefined) return nextOf(Number(zhMonth), Number(zhDay), written)
  const [, enDay, enMonth] = dayFirst.exec(text) ?? []
  if (enMonth !== undefined) return nextOf(monthOf(enMonth), Number(enDay), written)
  const [, month2, day2] = monthFirst.exec(text) ?? []
  return month2 === undefined ? null : nextOf(monthOf(month2), Number(day2), written)
}

const monthOf = (name: string): number => months.indexOf(name.toLowerCase()) + 1

function dateOf(year: number, month: number, day: number): Date | null {
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at : null
}

/** A day without its year is the one nearest to when it was written, rather to come than gone by. */
function nextOf(month: number, day: number, written: Date): Date | null {
  const year = written.getUTCFullYear()
  const same = dateOf(year, month, day)
  if (same === null || written.getTime() - same.getTime() < 180 * dayMs) return same
  return dateOf(year + 1, month, day)
}

function nearDay(text: string, written: Date): Date | null {
  const [word] = near.exec(text) ?? []
  if (word !== undefined) return inDays(written, soon[word.toLowerCase()] ?? 0)
  return chineseDay(text, written) ?? englishDay(text, written)
}

/** A Chinese week begins on Monday, and what is next is the week; without "next" a day that is over is the one to come. */
function chineseDay(text: string, written: Date): Date | null {
  const [, next, day] = chineseWeekday.exec(text) ?? []
  if (day === undefined) return null
  const wanted = weekdays.indexOf(day === '天' ? '日' : day)
  const monday = inDays(written, -((written.getUTCDay() + 6) % 7))
  const found = inDays(monday, ((wanted + 6) % 7) + (next ? 7 : 0))
  return found < written ? inDays(found, 7) : found
}

function englishDay(text: string, written: Date): Date | null {
  const [, next, day] = weekday.exec(text) ?? []
  if (day === undefined) return null
  const ahead = (shortDays.indexOf(day.toLowerCase().slice(0, 3)) - written.getUTCDay() + 7) % 7
  return inDays(written, next && ahead === 0 ? 7 : ahead)
}

const inDays = (from: Date, days: number): Date => new Date(from.getTime() + days * dayMs)
