import type { Clock } from '../platform/clock.ts'
import { testClock } from './test-clock.ts'

/** Real time that a test can move forward: whoever sleeps wakes and looks again. */
export interface ShiftingClock extends Clock {
  advance(ms: number): void
}

export function shiftingClock(): ShiftingClock {
  let offset = 0
  const sleepers = new Set<AbortController>()
  return {
    now: () => new Date(Date.now() + offset),
    sleep: async (ms, signal) => {
      const sleeper = new AbortController()
      sleepers.add(sleeper)
      const both = signal ? AbortSignal.any([signal, sleeper.signal]) : sleeper.signal
      await testClock.sleep(ms, both)
      sleepers.delete(sleeper)
    },
    advance: (ms) => {
      offset += ms
      for (const sleeper of sleepers) sleeper.abort()
    },
  }
}
