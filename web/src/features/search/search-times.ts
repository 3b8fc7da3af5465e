/** Values of `datetime-local` fields, in the time zone of the user; '' where nothing is set. */
export interface Times {
  start: string
  end: string
}

const pattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/

/** What a field shows for an instant. @param zone hours east of GMT */
export function toField(at: Date, zone: number): string {
  return new Date(at.getTime() + zone * 3_600_000).toISOString().slice(0, 16)
}

/** The instant of a field in ISO 8601; undefined when nothing or nonsense is set. */
export function toInstant(field: string, zone: number): string | undefined {
  if (!pattern.test(field)) return undefined
  const at = Date.parse(`${field.slice(0, 16)}Z`) - zone * 3_600_000
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

export const isWrong = ({ start, end }: Times): boolean => start !== '' && end !== '' && start > end

/**
 * One field changed. The start may not be later than the end: then the changed field becomes now (specification §5).
 * @param now what a field shows for this moment
 */
export function changeTime(
  before: Times,
  change: Partial<Times>,
  now: string,
): { times: Times; warn: boolean } {
  const times = { ...before, ...change }
  if (!isWrong(times)) return { times, warn: false }
  return {
    times: 'start' in change ? { ...times, start: now } : { ...times, end: now },
    warn: true,
  }
}
