import type { BlobStore } from '../platform/blobs/blobs.ts'
import { type Database, isConnectionLoss } from '../platform/db/pool.ts'
import type { Log } from '../platform/log.ts'
import { AlongsideFailed, asItem, type IdSource, storeItems } from './store.ts'
import type { Item } from './store-plan.ts'
import type { Change, CopyOutcome, NewCopy, PreparedMessage } from './types.ts'

/** One group: as many deliveries as wait, up to these bounds. */
const maxGroup = 32
const maxGroupBytes = 24 * 1024 * 1024
/** Groups on their way at once. One: the next grows while it waits, and a larger group costs less for each mail (measured). */
const lanes = 1

interface Pending {
  message: PreparedMessage
  copies: NewCopy[]
  resolve(outcomes: CopyOutcome[]): void
  reject(reason: unknown): void
}

/** Stores deliveries in groups: one fsync and one commit serve all that arrived in the meantime. */
export interface Writer {
  deliver(message: PreparedMessage, copies: NewCopy[]): Promise<CopyOutcome[]>
  /** The sender saw our answer: the receipts are dropped with the next group. */
  acknowledge(receipts: readonly Buffer[]): void
  /** Waits until everything accepted is stored. */
  drain(): Promise<void>
}

interface Options {
  database: Database
  blobs: BlobStore
  ids: IdSource
  log: Log
  announce(changes: readonly Change[]): void
}

export function createWriter({ database, blobs, ids, log, announce }: Options): Writer {
  const queue: Pending[] = []
  let acknowledged: Buffer[] = []
  let running = 0
  const idle: (() => void)[] = []

  const store = async (group: readonly Pending[]): Promise<void> => {
    const stored = await blobs.putMany(group.map((one) => one.message.raw))
    const items: Item[] = group.map((one, index) => {
      const blob = stored[index]
      if (!blob) throw new Error('the blob store lost a message')
      return asItem(one.message, one.copies, blob)
    })
    const forgotten = acknowledged
    acknowledged = []
    const plan = await database.transaction((tx) =>
      storeItems(tx, items, { ids, acknowledged: forgotten }),
    )
    announce(plan.changes)
    group.forEach((one, index) => {
      const outcomes = plan.outcomes[index] ?? []
      one.copies.forEach(({ alongside }, at) => {
        if (outcomes[at]?.kind === 'stored') alongside?.done()
      })
      one.resolve(outcomes)
    })
  }

  const storeOrReject = async (group: readonly Pending[]): Promise<void> => {
    try {
      await store(group)
    } catch (thrown) {
      // One bad message must not fail its neighbours: each is tried alone.
      const [first] = group
      if (group.length > 1) for (const one of group) await storeOrReject([one])
      else if (first) await storePlain(first, thrown)
    }
  }

  /** A mail is not kept out by what was to happen alongside. */
  const storePlain = async (one: Pending, thrown: unknown): Promise<void> => {
    if (!(thrown instanceof AlongsideFailed) || isConnectionLoss(thrown)) return one.reject(thrown)
    log.error({ err: thrown.cause }, 'a mail is stored without its next step')
    await storeOrReject([{ ...one, copies: one.copies.map(plainCopy) }])
  }

  const work = async (): Promise<void> => {
    running++
    while (queue.length > 0) await storeOrReject(takeGroup(queue))
    running--
    if (running === 0) for (const resolve of idle.splice(0)) resolve()
  }

  return {
    deliver: (message, copies) =>
      new Promise((resolve, reject) => {
        queue.push({ message, copies, resolve, reject })
        // Deliveries that arrive in the same turn of the loop join one group.
        if (running < lanes) setImmediate(() => running < lanes && queue.length > 0 && void work())
      }),
    acknowledge: (receipts) => {
      acknowledged.push(...receipts)
    },
    drain: () =>
      running === 0 && queue.length === 0
        ? Promise.resolve()
        : new Promise((resolve) => idle.push(resolve)),
  }
}

function plainCopy({ alongside, ...copy }: NewCopy): NewCopy {
  return { ...copy, ...alongside?.otherwise }
}

function takeGroup(queue: Pending[]): Pending[] {
  let bytes = 0
  let count = 0
  for (const one of queue) {
    bytes += one.message.raw.length
    if (count > 0 && (count >= maxGroup || bytes > maxGroupBytes)) break
    count++
  }
  return queue.splice(0, count)
}
