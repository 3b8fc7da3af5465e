import type { Language } from '@hongyan/contract/errors'

/** How a person reads times. */
export interface TimeStyle {
  /** Hours east of Greenwich. */
  timeZone: number
  /** 12 or 24 hours. */
  timeFormat: number
  language: Language
}

/** `2026-01-02 14:05 (UTC+8)`, in 12 hours `2026-01-02 2:05 PM (UTC+8)`, `2026-01-02 下午2:05 (UTC+8)`: the one way a text of ours says when. */
export function localTime(at: Date, { timeZone, timeFormat, language }: TimeStyle): string {
  const shifted = new Date(at.getTime() + timeZone * 3_600_000)
  const day = shifted.toISOString().slice(0, 10)
  const sign = timeZone < 0 ? '-' : '+'
  return `${day} ${clock(shifted, { timeFormat, language })} (UTC${sign}${Math.abs(timeZone)})`
}

function clock(
  shifted: Date,
  { timeFormat, language }: Pick<TimeStyle, 'timeFormat' | 'language'>,
): string {
  const minutes = shifted.toISOString().slice(14, 16)
  if (timeFormat !== 12) return shifted.toISOString().slice(11, 16)
  const hour = shifted.getUTCHours()
  const said = `${hour % 12 || 12}:${minutes}`
  if (language === 'zh') return `${hour < 12 ? '上午' : '下午'}${said}`
  return `${said} ${hour < 12 ? 'AM' : 'PM'}`
}
