export type DuePreset = 'hour' | 'evening' | 'tomorrow' | 'week'

/**
 * Times that are offered, in the zone of the user: in an hour (on the next full quarter), today at 18:00 while that
 * is more than an hour away, tomorrow at 9:00, next Monday at 9:00.
 */
export function duePresets(now: number, zone: number): { preset: DuePreset; time: number }[] {
  const quarter = 15 * 60_000
  const shift = zone * 3_600_000
  const local = new Date(now + shift)
  const at = (days: number, hour: number): number =>
    Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + days, hour) - shift
  const toMonday = (8 - local.getUTCDay()) % 7 || 7
  const evening = at(0, 18)
  const all: { preset: DuePreset; time: number }[] = [
    { preset: 'hour', time: Math.ceil((now + 3_600_000) / quarter) * quarter },
    { preset: 'evening', time: evening },
    { preset: 'tomorrow', time: at(1, 9) },
    { preset: 'week', time: at(toMonday, 9) },
  ]
  return all.filter(({ preset }) => preset !== 'evening' || evening - now > 3_600_000)
}
