const minute = 60_000
const hour = 60 * minute

/** Waits after the first, second, … failed attempt; the last one repeats. */
const waits = [minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 4 * hour]
/** RFC 5321 §4.5.4.1 asks for several days. */
const giveUpAfter = 3 * 24 * hour
const tellDelayAfter = 4 * hour

/**
 * When a recipient is tried again, or null when it is time to give up.
 * @param attempts failed attempts so far, this one included
 * @param random 0..1: spreads retries of many mails to one host by up to a tenth
 */
export function nextAttempt(
  { created, now, attempts }: { created: Date; now: Date; attempts: number },
  random: number,
): Date | null {
  const deadline = created.getTime() + giveUpAfter
  if (now.getTime() >= deadline) return null
  const wait = waits[Math.min(attempts, waits.length) - 1] ?? minute
  // The last attempt is made at the deadline, not skipped because the next wait would pass it.
  return new Date(Math.min(now.getTime() + wait * (1 + random / 10), deadline))
}

/** True for the one attempt that crosses the four hours after which the sender is told of the delay. */
export const isDelayNews = (times: { created: Date; lastTried: Date; now: Date }): boolean => {
  const line = times.created.getTime() + tellDelayAfter
  return times.lastTried.getTime() < line && times.now.getTime() >= line
}
