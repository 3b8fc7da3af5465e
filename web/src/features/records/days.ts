import { instantOf } from '../../lib/zone-time.ts'

const day = 86_400_000

/** The first moment of a day (`2026-10-01`) in a zone, ISO 8601; null for no day. */
export const dayStart = (date: string, zone: number): string | null =>
  instantOf(`${date}T00:00`, zone)

/** The last moment of a day. */
export function dayEnd(date: string, zone: number): string | null {
  const start = dayStart(date, zone)
  return start && new Date(Date.parse(start) + day - 1).toISOString()
}
