import { ClientGone, currentAsker } from '../../platform/actor.ts'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import { type Budget, bytesInMemory } from '../../platform/budget.ts'
import { createGate, type Release } from '../../platform/gate.ts'
import { freeNow } from '../../platform/in-turns.ts'
import { headerOf } from '../sorting/header-fields.ts'
import { atAnyPace } from './at-any-pace.ts'
import type { OpenedMessage } from './open-message.ts'
import type { Parsing } from './parsing.ts'

/** A mail is there twice for a while: as it is stored, and in the thread that takes it apart or as what was found in it. */
const copies = 2

/** Where a stored mail lies. */
export interface Stored {
  blob: Buffer
  size: number
}

/** What was found in a mail, with its header as it came: the mail itself is let go as soon as it is taken apart. */
export type StoredOpened = OpenedMessage & { header: Buffer }

/** One opening that several requests share. */
interface Shared {
  opened: Promise<{ mail: StoredOpened; release: Release }>
  users: number
}

export type StoredMail = ReturnType<typeof createStoredMail>

/** The only way to the bytes of stored mail for those who read it: within a budget, fair by account. */
interface Options {
  blobs: BlobStore
  parsing: Parsing
  budget?: Budget
}

export function createStoredMail({ blobs, parsing, budget = bytesInMemory() }: Options) {
  const shared = new Map<string, Shared>()

  const openAlone = async ({ blob, size }: Stored): Promise<Awaited<Shared['opened']>> => {
    const release = await budget.take(size * copies)
    try {
      const raw = await blobs.get(blob)
      const header = Buffer.from(headerOf(raw))
      const opened = await parsing.open(raw, { given: true })
      freeNow(raw)
      return { mail: { header, ...opened }, release }
    } catch (thrown) {
      release()
      throw thrown
    }
  }
  const share = (message: Stored): { one: Shared; leave: Release } => {
    const key = message.blob.toString('hex')
    const one = shared.get(key) ?? { opened: openAlone(message), users: 0 }
    one.users++
    shared.set(key, one)
    const leave = (): void => {
      if (--one.users > 0) return
      shared.delete(key)
      one.opened.then(({ release }) => release()).catch(() => undefined)
    }
    return { one, leave }
  }
  const open = async (message: Stored): Promise<StoredOpened> => {
    const { atEnd, signal } = currentAsker()
    const { one, leave } = share(message)
    try {
      const { mail } = await one.opened
      if (atEnd) atEnd(leave)
      else leave()
      return mail
    } catch (thrown) {
      leave()
      // Who asked first has gone while it waited; this one is still here.
      if (thrown instanceof ClientGone && !signal?.aborted) return open(message)
      throw thrown
    }
  }
  return {
    /** The bytes as they were received. */
    raw: (message: Stored): Promise<Buffer> => rawOf(budget, blobs, message),
    /** The bytes a piece at a time, for who sends them on: a few megabytes of memory, however large the mail is. */
    pieces: (message: Stored): AsyncGenerator<Buffer> => piecesOf(budget, blobs, message),
    /** Taken apart; requests for the same mail at the same time share one opening. */
    open,
    whileReading: <T>(mails: readonly Stored[], work: Reading<T>): Promise<T> =>
      whileReading({ budget, blobs }, mails, work),
  }
}

/**
 * Reads one of the mails that room was made for, or several of them at once: each comes by itself, or fails. The bytes are
 * gone when the work is done: what it answers holds none of them.
 */
type Reading<T> = (
  read: (mail: Stored) => Promise<Buffer>,
  readSome: (mails: readonly Stored[]) => Promise<Buffer>[],
) => Promise<T>

/**
 * For work that goes on with the bytes behind every request: there is room for all of these mails until it is over, and
 * then they are gone. Mails that wait for a collection were up to 200 MB beside what is counted.
 */
async function whileReading<T>(
  { budget, blobs }: { budget: Budget; blobs: BlobStore },
  mails: readonly Stored[],
  work: Reading<T>,
): Promise<T> {
  const release = await budget.take(mails.reduce((sum, { size }) => sum + size * copies, 0))
  const given: Buffer[] = []
  const keep = (bytes: Buffer): Buffer => {
    given.push(bytes)
    return bytes
  }
  const readSome = (some: readonly Stored[]): Promise<Buffer>[] => {
    // Where the thread failed, each is tried by itself.
    const together = blobs.getMany(some.map(({ blob }) => blob)).catch(() => [])
    return some.map(async ({ blob }, index) =>
      keep((await together)[index] ?? (await blobs.get(blob))),
    )
  }
  try {
    const done = await work(async ({ blob }) => keep(await blobs.get(blob)), readSome)
    // Where the work failed a part of it may still be busy with them.
    for (const bytes of given) freeNow(bytes)
    return done
  } finally {
    release()
  }
}

/** The window that packed bytes look back through, and what has come out and not been taken: an estimate. */
const memoryOfPieces = 3 * 1024 * 1024
/** Who reads in pieces holds that for as long as it keeps up: of all together and of one account no more than a part. */
const inPieces = createGate({ total: 24, share: 8 })

async function* piecesOf(
  budget: Budget,
  blobs: BlobStore,
  { blob, size }: Stored,
): AsyncGenerator<Buffer> {
  const leave = await inPieces.take()
  let free = leave
  const release = (): void => free()
  try {
    const room = await budget.take(Math.min(size * copies, memoryOfPieces))
    free = () => {
      room()
      leave()
    }
    yield* atAnyPace(blobs.getPieces(blob), release)
  } finally {
    release()
  }
}

async function rawOf(budget: Budget, blobs: BlobStore, { blob, size }: Stored): Promise<Buffer> {
  const release = await budget.hold(size * copies)
  try {
    return await blobs.get(blob)
  } catch (thrown) {
    release()
    throw thrown
  } finally {
    // For work that belongs to no request nobody says when it is over: at most a few such go on at once.
    if (!currentAsker().atEnd) release()
  }
}
