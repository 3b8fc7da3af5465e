/** `2026-10-01 09:30` in a zone so many hours east of Greenwich, as an instant; null for '' and for no such time. */
export function instantOf(local: string, zone: number): Date | null {
  if (local === '') return null
  const instant = new Date(`${local.replace(' ', 'T')}:00Z`)
  if (Number.isNaN(instant.getTime())) return null
  return new Date(instant.getTime() - zone * 3_600_000)
}

/** The reverse; '' for null. */
export const localMinute = (instant: Date | null, zone: number): string =>
  instant === null
    ? ''
    : new Date(instant.getTime() + zone * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
