import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import { messageOf } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { leaseKey, renewLeases } from './outbox.queries.ts'
import type { LeasedSubmission } from './types.ts'

/** A dead process's work is taken over after this time; a living one renews long before. */
export const leaseSeconds = 120
const renewEvery = 30_000
/** Work whose lease could not be renewed is broken off while the lease still holds. */
const giveUpAfter = 90_000

/** The leases this process holds, renewed while the work goes on. */
export interface Leases {
  /** @returns the signal that breaks the work off, and a function that ends the holding */
  hold(submission: LeasedSubmission): { signal: AbortSignal; end(): void }
  abortAll(): void
  start(): void
  stop(): void
}

interface Held {
  submission: LeasedSubmission
  renewedAt: number
  controller: AbortController
}

export function createLeases(options: { database: Database; clock: Clock; log: Log }): Leases {
  const { database, log } = options
  const held = new Map<string, Held>()
  let timer: NodeJS.Timeout | null = null

  const renew = async (): Promise<void> => {
    const all = [...held.values()]
    if (all.length === 0) return
    // Monotonic: leases are about real time, whatever clock the product runs on.
    const startedAt = performance.now()
    const leases = all.map((one) => one.submission.lease)
    const ids = all.map((one) => one.submission.id)
    try {
      const kept = await renewLeases(database, { leases, ids, leaseSeconds })
      for (const one of all) {
        if (kept.has(keyOf(one.submission))) one.renewedAt = startedAt
      }
    } catch (thrown) {
      log.warn({ reason: messageOf(thrown) }, 'leases of outgoing mail could not be renewed')
    }
    for (const one of all) {
      if (performance.now() - one.renewedAt > giveUpAfter) one.controller.abort()
    }
  }

  return {
    hold: (submission) => {
      const controller = new AbortController()
      held.set(keyOf(submission), { submission, renewedAt: performance.now(), controller })
      return { signal: controller.signal, end: () => held.delete(keyOf(submission)) }
    },
    abortAll: () => {
      for (const one of held.values()) one.controller.abort()
    },
    start: () => {
      timer = setInterval(() => void renew(), renewEvery)
      timer.unref()
    },
    stop: () => {
      if (timer) clearInterval(timer)
    },
  }
}

const keyOf = ({ id, lease }: LeasedSubmission): string => leaseKey(id, lease)
