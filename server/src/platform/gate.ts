import { currentAsker } from './actor.ts'
import { slowWork } from './db/slow-work.ts'

/** Who wants to pass, and how much of the gate's total that takes. */
export interface Asking {
  /** Turns go round by this; absent: the account of the request, or the server itself. */
  who?: string
  /** Bytes or places; 1 when absent. What is larger than the total passes alone. */
  amount?: number
  /** Stops the waiting; absent: the client of the request goes away. */
  signal?: AbortSignal | undefined
}

/** Lets go of what was taken; a second call does nothing. */
export type Release = () => void

/**
 * The one gate of the server: for whatever costs memory, threads or other people's time. Those who wait get their turn
 * by account, round and round, so that one with a thousand requests waits for its own and nobody else does; no account
 * holds more than its share. Whoever has gone meanwhile is not let in.
 */
export interface Gate {
  /** @throws the reason of the signal when the client has gone */
  take(asking?: Asking): Promise<Release>
  run<T>(work: () => Promise<T>, asking?: Asking): Promise<T>
  /** Takes without waiting. @returns null when there is no room now */
  tryTake(asking?: Asking): Release | null
  /** Takes whether there is room or not: those who come later wait the longer. */
  force(asking?: Asking): Release
}

interface Size {
  total: number
  /** What one account may hold of it; all when absent. A single larger taking passes when the account holds nothing. */
  share?: number
}

interface Waiting {
  amount: number
  go(release: Release): void
}

const noSignal = new AbortController().signal

export function createGate({ total, share = total }: Size): Gate {
  /** Accounts that wait, in the order of their turns. */
  const queues = new Map<string, Waiting[]>()
  const held = new Map<string, number>()
  let used = 0

  const fits = (who: string, amount: number): boolean => {
    const own = held.get(who) ?? 0
    return (used === 0 || used + amount <= total) && (own === 0 || own + amount <= share)
  }
  const grant = (who: string, amount: number): Release => {
    used += amount
    held.set(who, (held.get(who) ?? 0) + amount)
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      used -= amount
      const left = (held.get(who) ?? 0) - amount
      if (left > 0) held.set(who, left)
      else held.delete(who)
      letIn()
    }
  }
  /** An account that has its share is passed over; one for which there is no room holds up those after it. */
  const nextTurn = (): [string, Waiting[]] | null => {
    for (const [who, queue] of queues) {
      const own = held.get(who) ?? 0
      const amount = queue[0]?.amount ?? 0
      if (own > 0 && own + amount > share) continue
      return fits(who, amount) ? [who, queue] : null
    }
    return null
  }
  const letIn = (): void => {
    for (let turn = nextTurn(); turn; turn = nextTurn()) {
      const [who, queue] = turn
      const first = queue.shift()
      // To the end of the round.
      queues.delete(who)
      if (queue.length > 0) queues.set(who, queue)
      if (first) first.go(grant(who, first.amount))
    }
  }
  const leave = (who: string, one: Waiting): void => {
    const queue = queues.get(who)
    const at = queue?.indexOf(one) ?? -1
    if (!queue || at < 0) return
    queue.splice(at, 1)
    if (queue.length === 0) queues.delete(who)
    letIn()
  }
  const take = (asking: Asking = {}): Promise<Release> =>
    new Promise((resolve, reject) => {
      slowWork('waiting at a gate')
      const { who, amount, signal } = complete(asking)
      if (signal.aborted) return reject(signal.reason)
      const one: Waiting = {
        amount,
        go: (release) => {
          signal.removeEventListener('abort', gone)
          resolve(release)
        },
      }
      const gone = (): void => {
        leave(who, one)
        reject(signal.reason)
      }
      signal.addEventListener('abort', gone, { once: true })
      const queue = queues.get(who)
      if (queue) queue.push(one)
      else queues.set(who, [one])
      letIn()
    })

  return {
    take,
    run: async (work, asking) => {
      const release = await take(asking)
      try {
        return await work()
      } finally {
        release()
      }
    },
    tryTake: (asking = {}) => {
      const { who, amount } = complete(asking)
      return queues.size === 0 && fits(who, amount) ? grant(who, amount) : null
    },
    force: (asking = {}) => {
      const { who, amount } = complete(asking)
      return grant(who, amount)
    },
  }
}

function complete({ who, amount = 1, signal }: Asking) {
  const actor = currentAsker()
  return { who: who ?? actor.account ?? '', amount, signal: signal ?? actor.signal ?? noSignal }
}
