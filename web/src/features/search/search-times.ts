/** Values of `datetime-local` fields, in the time zone of the user; '' where nothing is set. */
export interface Times {
  start: string
  end: string
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
