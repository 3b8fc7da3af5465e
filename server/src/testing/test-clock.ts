import { once } from 'node:events'
import { type Clock, systemClock } from '../platform/clock.ts'

/** From so many ms on a sleep is one of those that make up for what was lost: a heartbeat. */
const long = 30_000

/** Real time, in which no heartbeat comes: a test that waits for news sees whether they were told. */
export const testClock: Clock = {
  now: systemClock.now,
  sleep: async (ms, signal) => {
    if (ms < long) return systemClock.sleep(ms, signal)
    if (!signal) return new Promise(() => undefined)
    if (!signal.aborted) await once(signal, 'abort')
  },
}
