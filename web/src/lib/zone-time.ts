const hour = 3_600_000

/** A minute of the user's zone as the fields hold it: `2026-10-01T09:30`. @param zone hours east of Greenwich */
export const localMinute = (at: number, zone: number): string =>
  new Date(at + zone * hour).toISOString().slice(0, 16)

/** The instant of such a minute in ISO 8601; null for '' and for no such time. */
export function instantOf(local: string, zone: number): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local)) return null
  const time = Date.parse(`${local.slice(0, 16)}:00Z`)
  return Number.isNaN(time) ? null : new Date(time - zone * hour).toISOString()
}
