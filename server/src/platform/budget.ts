import { currentAsker } from './actor.ts'
import { createGate, type Release } from './gate.ts'

/** Bytes in memory that one kind of work may hold, fair by account. */
export interface Budget {
  /**
   * Waits for room, which the request holds until its answer is made; the release that is given is for those who know
   * better and for work that belongs to no request.
   */
  hold(bytes: number): Promise<Release>
  /**
   * Waits for room as `hold` does; only the caller gives it back: for what several requests share, and for what is no
   * request. @param who whose turn it is when no request says so
   */
  take(bytes: number, who?: string): Promise<Release>
}

/** Even nothing costs something: a flood of tiny things is a flood. */
const least = 64 * 1024
/** Requests that may go on to a second thing while the first is in memory, when there is no room for it. */
const further = { total: 2, share: 1 }

const megabyte = 1024 * 1024
/** Of all, and of one account: the largest file may be uploaded, packed at the same time, while others go on. */
export const roomInMemory = { total: 104 * megabyte, share: 80 * megabyte }

/**
 * What the whole process may hold at once of stored mail that is read, bodies and uploads that came in, and files that
 * go out: one budget for all, so that their worst cases do not add up.
 */
export const bytesInMemory = (): Budget => {
  shared ??= createBudget(roomInMemory)
  return shared
}
let shared: Budget | null = null

/**
 * For lists of numbers of a mailbox, which mail programs ask for first. They never wait for contents: a program that
 * comes in would else stand behind its own mails that nobody reads.
 */
export const numbersInMemory = (): Budget => {
  numbers ??= createBudget({ total: 16 * megabyte, share: 8 * megabyte })
  return numbers
}
let numbers: Budget | null = null

/**
 * A request that holds something and wants more would wait for others that wait for it. It is let through without
 * waiting for room, but never more than two at once in the process and one of an account.
 */
export function createBudget(size: { total: number; share: number }): Budget {
  const gate = createGate(size)
  const lane = createGate(further)
  const holding = new WeakSet<object>()
  const inLane = new WeakSet<object>()
  const take = async (bytes: number, who?: string): Promise<Release> => {
    const asker = currentAsker()
    const holder = asker.holder ?? asker
    const whose = who === undefined ? {} : { who }
    const asking = { amount: Math.max(bytes, least), ...whose }
    if (!holding.has(holder)) {
      const release = await gate.take(asking)
      if (asker.atEnd) holding.add(holder)
      return release
    }
    const release = gate.tryTake(asking)
    if (release) return release
    if (inLane.has(holder)) return gate.force(asking)
    const free = await lane.take(whose)
    inLane.add(holder)
    const leave = (): void => {
      inLane.delete(holder)
      free()
    }
    // Counted all the same: whoever comes next waits until that is paid back.
    const forced = gate.force(asking)
    asker.atEnd?.(leave)
    return asker.atEnd ? forced : both(forced, leave)
  }
  return {
    take,
    hold: async (bytes) => {
      const release = await take(bytes)
      currentAsker().atEnd?.(release)
      return release
    },
  }
}

const both =
  (one: Release, other: Release): Release =>
  () => {
    one()
    other()
  }

/** Room for bytes until the answer is made; work that belongs to no request passes, a few such go on at once. */
export async function holdForRequest(budget: Budget, bytes: number): Promise<void> {
  const release = await budget.hold(bytes)
  if (!currentAsker().atEnd) release()
}
