import { setTimeout as delay } from 'node:timers/promises'

/** Time as the product sees it; tests put their own in its place. */
export interface Clock {
  now(): Date
  /** Waits; ends early, without a throw, when the signal fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: async (ms, signal) => {
    await delay(ms, undefined, { ref: false, ...(signal ? { signal } : {}) }).catch(() => undefined)
  },
}
