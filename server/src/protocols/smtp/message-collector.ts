import { createHash } from 'node:crypto'
import type { Budget } from '../../platform/budget.ts'
import type { Gate, Release } from '../../platform/gate.ts'
import { freeNow, joinInTurns } from '../../platform/in-turns.ts'
import { type Spool, startSpool } from '../../platform/spool.ts'
import { createLineEnds } from './line-ends.ts'
import { createSlabs } from './message-slabs.ts'

export type Collected =
  | { kind: 'message'; raw: Buffer; headroom: number; digest: Buffer; longestLine: number }
  | { kind: 'too-large' }
  | { kind: 'no-room' }

/** Gathers the bytes of one message; above a limit the rest passes by without being kept. */
export interface MessageCollector {
  /** @returns a promise when no more is wanted for now */
  push(chunk: Buffer): Promise<void> | null
  finish(): Promise<Collected>
  /** Gives everything back, after the message was stored or dropped. @param isRead nobody looks at its bytes any more */
  release(isRead: boolean): void
}

/** A message that is larger waits on disk until it is whole: nobody's slow line or flood fills the memory. */
const heldInMemory = 256 * 1024
/** Room for our trace fields, so that a large message need not be copied once more to put them in front. */
const headroomOfLarge = 16 * 1024
/** A large message is there as it came, and in the thread that takes it apart or as it is packed for the disk. */
const copies = 2

interface Options {
  limit: number
  /** Bytes of messages on their way in, of all connections of a listener. */
  onTheWay: Gate
  /** For large messages, when they are whole. */
  memory: Budget
  /** Whose turn it is to have room. */
  who: string
}

export function createCollector({ limit, onTheWay, memory, who }: Options): MessageCollector {
  const lines = createLineEnds()
  const digest = createHash('sha256')
  const slabs = createSlabs(heldInMemory, onTheWay)
  let received = 0
  let spool: Spool | null = null
  let large: { bytes: Buffer; release: Release } | null = null
  let trouble: 'too-large' | 'no-room' | null = null

  const drop = (why: 'too-large' | 'no-room'): null => {
    trouble = why
    slabs.take()
    slabs.giveBack()
    spool?.drop()
    return null
  }
  const toDisk = (): Promise<void> | null => {
    spool ??= startSpool({ given: true })
    let busy: Promise<void> | null = null
    for (const slab of slabs.take()) busy = spool.push(slab) ?? busy
    return busy
  }
  const keep = (bytes: Buffer): Promise<void> | null => {
    let busy: Promise<void> | null = null
    for (let at = 0; at < bytes.length; ) {
      if (slabs.isFull()) busy = toDisk() ?? busy
      const copied = slabs.keep(bytes, at)
      if (copied === null) return drop('no-room')
      at += copied
    }
    return busy
  }
  const whole = async (): Promise<{ raw: Buffer; headroom: number }> => {
    if (!spool) return { raw: await joinInTurns(slabs.take()), headroom: 0 }
    await toDisk()
    let release: Release = () => undefined
    const room = async (size: number): Promise<void> => {
      release = await memory.take(size * copies, who)
    }
    try {
      large = { bytes: await spool.read(headroomOfLarge, room), release }
    } catch (thrown) {
      release()
      throw thrown
    }
    return { raw: large.bytes.subarray(headroomOfLarge), headroom: headroomOfLarge }
  }

  return {
    push: (chunk) => {
      received += chunk.length
      if (trouble) return null
      if (received > limit) return drop('too-large')
      digest.update(chunk)
      return keep(lines.push(chunk))
    },
    finish: async () => {
      if (!trouble) await keep(lines.end())
      if (trouble) return { kind: trouble }
      try {
        const message = await whole()
        return {
          kind: 'message',
          ...message,
          digest: digest.digest(),
          longestLine: lines.longestLine(),
        }
      } catch {
        // The disk on which it waited has no room, or is broken.
        return { kind: 'no-room' }
      }
    },
    release: (isRead) => {
      slabs.take()
      slabs.giveBack()
      spool?.drop()
      large?.release()
      if (large && isRead) freeNow(large.bytes)
      large = null
    },
  }
}
