import { createHash } from 'node:crypto'
import type { Gate, Release } from '../../platform/gate.ts'
import { freeNow, joinInTurns } from '../../platform/in-turns.ts'
import { createLineEnds } from './line-ends.ts'

export type Collected =
  | { kind: 'message'; raw: Buffer; headroom: number; digest: Buffer; longestLine: number }
  | { kind: 'too-large' }
  | { kind: 'no-room' }

/** Gathers the bytes of one message; above a limit the rest passes by without being kept. */
export interface MessageCollector {
  push(chunk: Buffer): void
  finish(): Promise<Collected>
  /** Gives the memory back, after the message was stored or dropped. */
  release(): void
}

const firstSlab = 16 * 1024
const largestSlab = 1024 * 1024
/** Room for our trace fields, so that a large message need not be copied once more to put them in front. */
const headroomOfLarge = 16 * 1024

export function createCollector(options: {
  limit: number
  /** Bytes of messages on their way in, of all connections of a listener. */
  memory: Gate
}): MessageCollector {
  const { limit, memory } = options
  const lines = createLineEnds()
  const digest = createHash('sha256')
  let slabs: Buffer[] = []
  let fill = 0
  let received = 0
  const taken: Release[] = []
  let trouble: 'too-large' | 'no-room' | null = null

  const giveBack = (): void => {
    for (const release of taken.splice(0)) release()
  }
  const drop = (why: 'too-large' | 'no-room'): void => {
    trouble = why
    slabs = []
    giveBack()
  }

  const nextSlab = (last: Buffer | undefined): Buffer | null => {
    const size = Math.min(largestSlab, last ? last.length * 4 : firstSlab)
    const release = memory.tryTake({ amount: size })
    if (!release) return null
    taken.push(release)
    const slab = Buffer.allocUnsafeSlow(size)
    slabs.push(slab)
    fill = 0
    return slab
  }

  /** Copied into slabs: a message of millions of tiny pieces costs no more than its bytes. */
  const keep = (bytes: Buffer): void => {
    for (let at = 0; at < bytes.length && !trouble; ) {
      const last = slabs.at(-1)
      const slab = last && fill < last.length ? last : nextSlab(last)
      if (!slab) {
        drop('no-room')
        return
      }
      const copied = bytes.copy(slab, fill, at)
      fill += copied
      at += copied
    }
  }

  return {
    push: (chunk) => {
      received += chunk.length
      if (trouble) return
      if (received > limit) return drop('too-large')
      digest.update(chunk)
      keep(lines.push(chunk))
    },
    finish: async () => {
      if (!trouble) keep(lines.end())
      if (trouble) return { kind: trouble }
      const last = slabs.length - 1
      const pieces = slabs.map((slab, index) => (index === last ? slab.subarray(0, fill) : slab))
      const headroom = pieces.length > 1 ? headroomOfLarge : 0
      const whole = await joinInTurns(headroom > 0 ? [Buffer.alloc(headroom), ...pieces] : pieces)
      const raw = whole.subarray(headroom)
      // The joined bytes stand for them; the budget is given back when the message is done with.
      if (headroom > 0) slabs.forEach(freeNow)
      slabs = []
      return {
        kind: 'message',
        raw,
        headroom,
        digest: digest.digest(),
        longestLine: lines.longestLine(),
      }
    },
    release: () => {
      slabs = []
      giveBack()
    },
  }
}
