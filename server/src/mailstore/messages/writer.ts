import type { BlobStore, StoredBlob } from '../../platform/blobs/blobs.ts'
import { isConnectionLoss } from '../../platform/db/connections.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { Log } from '../../platform/log.ts'
import type { Change, CopyOutcome, NewCopy, PreparedMessage } from '../types.ts'
import { bareMessage, isBare, isRefusedValue } from './bare-message.ts'
import { AlongsideFailed, asItem, type IdSource, storeItems } from './store.ts'
import type { Item } from './store-plan.ts'

/** One group: as many deliveries as wait, up to these bounds. */
const maxGroup = 32
const maxGroupBytes = 24 * 1024 * 1024
/** Rows of a group: a mail to many waits for itself, and others hardly for it. One with more copies goes alone. */
const maxGroupCopies = 128
/** Search words of a group, in characters: they are written in one statement, which the loop puts together in one go. */
const maxGroupWords = 1024 * 1024

interface Pending {
  message: PreparedMessage
  copies: NewCopy[]
  resolve(outcomes: CopyOutcome[]): void
  reject(reason: unknown): void
}

/** Its bytes are on disk, its rows are not. */
interface OnDisk {
  one: Pending
  blob: StoredBlob
}

/**
 * Stores deliveries in groups: one fsync and one commit serve all that arrived in the meantime. The bytes of the next
 * group go to disk while the rows of this one are committed.
 */
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
  const waiting: Pending[] = []
  const onDisk: OnDisk[] = []
  let acknowledged: Buffer[] = []
  let open = 0
  const idle: (() => void)[] = []

  const commit = async (group: readonly OnDisk[]): Promise<void> => {
    const items: Item[] = group.map(({ one, blob }) => asItem(one.message, one.copies, blob))
    const forgotten = acknowledged
    acknowledged = []
    const plan = await database.transaction((tx) =>
      storeItems(tx, items, { ids, acknowledged: forgotten, ending: tx.ending }),
    )
    announce(plan.changes)
    group.forEach(({ one }, index) => {
      const outcomes = plan.outcomes[index] ?? []
      one.copies.forEach(({ alongside }, at) => {
        if (outcomes[at]?.kind === 'stored') alongside?.done()
      })
      one.resolve(outcomes)
    })
  }

  const commitOrReject = async (group: readonly OnDisk[]): Promise<void> => {
    try {
      await commit(group)
    } catch (thrown) {
      // One bad message must not fail its neighbours: each is tried alone.
      const [first] = group
      if (group.length > 1) for (const each of group) await commitOrReject([each])
      else if (first) await commitPlain(first, thrown)
    }
  }

  /** A mail is not kept out by what was to happen alongside, nor by a value that the database refuses. */
  const commitPlain = async ({ one, blob }: OnDisk, thrown: unknown): Promise<void> => {
    if (isConnectionLoss(thrown)) return one.reject(thrown)
    if (thrown instanceof AlongsideFailed) {
      log.error({ err: thrown.cause }, 'a mail is stored without its next step')
      return commitOrReject([{ one: { ...one, copies: one.copies.map(plainCopy) }, blob }])
    }
    if (!isRefusedValue(thrown) || isBare(one.message)) return one.reject(thrown)
    log.error({ err: thrown }, 'a mail is stored without what was read in it')
    return commitOrReject([{ one: { ...one, message: bareMessage(one.message) }, blob }])
  }

  const write = async (group: readonly Pending[]): Promise<void> => {
    try {
      const stored = await putAll(blobs, group)
      const written = group.map((one, index) => {
        const blob = stored[index]
        if (!blob) throw new Error('the blob store lost a message')
        return { one, blob }
      })
      onDisk.push(...written)
    } catch (thrown) {
      const [first] = group
      if (group.length > 1) for (const one of group) await write([one])
      else first?.reject(thrown)
    }
    commits.wake()
  }

  const writes = createStage(waiting, write)
  const commits = createStage(onDisk, commitOrReject)

  const settled = (): void => {
    open--
    if (open === 0) for (const resolve of idle.splice(0)) resolve()
  }

  return {
    deliver: (message, copies) =>
      new Promise<CopyOutcome[]>((resolve, reject) => {
        open++
        waiting.push({ message, copies, resolve, reject })
        writes.wake()
      }).finally(settled),
    acknowledge: (receipts) => {
      acknowledged.push(...receipts)
    },
    drain: () => (open === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
  }
}

/** Works off a queue, one group at a time: the next grows while it waits, and a larger group costs less for each mail (measured). */
function createStage<T extends Pending | OnDisk>(
  queue: T[],
  work: (group: readonly T[]) => Promise<void>,
): { wake(): void } {
  let running = false
  const run = async (): Promise<void> => {
    while (queue.length > 0) await work(takeGroup(queue))
    running = false
  }
  return {
    wake: () => {
      if (running) return
      running = true
      // What arrives in the same turn of the loop joins one group.
      setImmediate(() => void run())
    },
  }
}

/** From this size on head and body are stored for themselves; smaller mails together, for they share one folder sync. */
const sharedFrom = 256 * 1024

async function putAll(blobs: BlobStore, group: readonly Pending[]): Promise<StoredBlob[]> {
  const list = group.map(({ message: { raw, head = 0 } }) => ({ bytes: raw, head }))
  const isShared = (one: { bytes: Buffer; head: number }): boolean =>
    one.head > 0 && one.bytes.length - one.head > sharedFrom
  if (!list.some(isShared)) return blobs.putMany(list.map(({ bytes }) => bytes))
  const plain = list.filter((one) => !isShared(one)).map(({ bytes }) => bytes)
  const [small, shared] = await Promise.all([
    plain.length > 0 ? blobs.putMany(plain) : [],
    inOrder(list.filter(isShared), (one) => blobs.putShared(one)),
  ])
  const [nextSmall, nextShared] = [small.values(), shared.values()]
  return list.flatMap((one) => (isShared(one) ? nextShared : nextSmall).next().value ?? [])
}

/** One after the other: each is there three times while it is packed. */
async function inOrder<T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const one of list) done.push(await work(one))
  return done
}

function plainCopy({ alongside, ...copy }: NewCopy): NewCopy {
  return { ...copy, ...alongside?.otherwise }
}

const sizedOf = (item: Pending | OnDisk): Sized => {
  const { message, copies } = 'one' in item ? item.one : item
  return { raw: message.raw, tsv: message.tsv, copies: copies.length }
}

function takeGroup<T extends Pending | OnDisk>(queue: T[]): T[] {
  const first = queue.slice(0, maxGroup).map(sizedOf)
  return queue.splice(0, groupSize(first))
}

interface Sized extends Pick<PreparedMessage, 'raw' | 'tsv'> {
  /** One when absent. */
  copies?: number
}

/** How many of the first messages are stored together. */
export function groupSize(waiting: readonly Sized[]): number {
  let bytes = 0
  let words = 0
  let rows = 0
  const end = waiting.findIndex(({ raw, tsv, copies = 1 }, index) => {
    bytes += raw.length
    words += tsv.length
    rows += copies
    const isTooMuch = bytes > maxGroupBytes || words > maxGroupWords || rows > maxGroupCopies
    return index > 0 && isTooMuch
  })
  return end < 0 ? waiting.length : end
}
