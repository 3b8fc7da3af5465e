/** Days in UTC, both in the range; null: no bound. */
export interface Range {
  since: string | null
  until: string | null
}

/** Whether something of that moment is in the range. What has no moment is in each. */
export function isInRange({ since, until }: Range, at: Date | null): boolean {
  if (at === null) return true
  const day = at.toISOString().slice(0, 10)
  return (since === null || day >= since) && (until === null || day <= until)
}
