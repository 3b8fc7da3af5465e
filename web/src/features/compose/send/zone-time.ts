import { localMinute } from '../../../lib/zone-time.ts'

/** `UTC+8`, `UTC+5:30`. */
export function zoneName(zone: number): string {
  const minutes = Math.round(Math.abs(zone) * 60)
  const rest = minutes % 60
  const hours = `${Math.floor(minutes / 60)}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
  return `UTC${zone < 0 ? '-' : '+'}${hours}`
}

export interface Suggestion {
  id: 'evening' | 'tomorrow' | 'monday'
  local: string
}

/** Times that people often choose: this evening, tomorrow and next Monday morning. */
export function suggestions(now: number, zone: number): Suggestion[] {
  const here = new Date(now + zone * 3_600_000)
  const at = (days: number, hour: number): string =>
    new Date(Date.UTC(here.getUTCFullYear(), here.getUTCMonth(), here.getUTCDate() + days, hour))
      .toISOString()
      .slice(0, 16)
  const toMonday = (8 - here.getUTCDay()) % 7 || 7
  const list: Suggestion[] = [
    { id: 'evening', local: at(0, 18) },
    { id: 'tomorrow', local: at(1, 9) },
    { id: 'monday', local: at(toMonday, 9) },
  ]
  return list.filter(
    ({ id, local }) =>
      // Half an hour ahead at least, and Monday is not offered twice.
      local > localMinute(now + 30 * 60_000, zone) && (id !== 'monday' || toMonday > 1),
  )
}
