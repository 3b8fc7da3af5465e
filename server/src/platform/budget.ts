import { currentAsker } from './actor.ts'
import { createGate, type Release } from './gate.ts'

/** Bytes in memory that one kind of work may hold, fair by account. */
export interface Budget {
  /**
   * Waits for room. What a request holds it holds until its answer is away, however slowly that is read; the release
   * that is given is for those who know better and for work that belongs to no request.
   */
  hold(bytes: number): Promise<Release>
}

/** Even nothing costs something: a flood of tiny things is a flood. */
const least = 64 * 1024
/** Requests that may go on to a second thing while the first is in memory, when there is no room for it. */
const further = { total: 2, share: 1 }

/**
 * A request that holds something and wants more would wait for others that wait for it. It is let through without
 * waiting for room, but never more than two at once in the process and one of an account.
 */
export function createBudget(size: { total: number; share: number }): Budget {
  const gate = createGate(size)
  const lane = createGate(further)
  const holding = new WeakSet<object>()
  return {
    hold: async (bytes) => {
      const actor = currentAsker()
      const amount = Math.max(bytes, least)
      const isFurther = holding.has(actor)
      const release = isFurther
        ? (gate.tryTake({ amount }) ?? (await lane.take()))
        : await gate.take({ amount })
      if (!actor.atEnd) return release
      holding.add(actor)
      actor.atEnd(release)
      return release
    },
  }
}
