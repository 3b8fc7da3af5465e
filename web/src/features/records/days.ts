const day = 86_400_000

/** The first moment of a day (`2026-10-01`) in a zone, ISO 8601; null for no day. */
export function dayStart(date: string, zone: number): string | null {
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) ? null : new Date(time - zone * 3_600_000).toISOString()
}

/** The last moment of a day. */
export function dayEnd(date: string, zone: number): string | null {
  const start = dayStart(date, zone)
  return start && new Date(Date.parse(start) + day - 1).toISOString()
}
