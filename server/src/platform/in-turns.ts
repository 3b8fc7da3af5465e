import { createHash } from 'node:crypto'

/** What is copied or hashed in one turn of the loop: about a millisecond. */
const inOneGo = 1024 * 1024

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** The bytes in pieces of at most 1 MB; others are served between one and the next. */
export async function* inTurns(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += inOneGo) {
    if (at > 0) await nextTurn()
    yield bytes.subarray(at, at + inOneGo)
  }
}

/** Puts pieces together; many bytes in several turns of the loop, so that others are served meanwhile. */
export async function joinInTurns(pieces: readonly Buffer[]): Promise<Buffer> {
  const [only] = pieces
  if (only && pieces.length === 1) return only
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (size <= inOneGo) return Buffer.concat(pieces, size)
  const whole = Buffer.allocUnsafeSlow(size)
  let at = 0
  let sinceTurn = 0
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += inOneGo) {
      const copied = piece.copy(whole, at, from, from + inOneGo)
      at += copied
      sinceTurn += copied
      if (sinceTurn >= inOneGo) {
        await nextTurn()
        sinceTurn = 0
      }
    }
  }
  return whole
}

/**
 * Gives the memory of a large buffer back at once, not at some later collection: tens of megabytes of waste pile
 * up before one comes. The buffer must have its memory to itself, and nobody may use it afterwards.
 */
export function freeNow(bytes: Uint8Array): void {
  if (bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0)
}

/** SHA-256, 32 bytes, without holding the loop up for a large content. */
export async function hashInTurns(bytes: Uint8Array): Promise<Buffer> {
  const sum = createHash('sha256')
  for await (const piece of inTurns(bytes)) sum.update(piece)
  return sum.digest()
}

/**
 * Pieces of work that come together are done in a turn of the loop each: a hundred that cost some milliseconds do not add
 * up, and others are served between them.
 */
export function ownTurns() {
  let last: Promise<unknown> = Promise.resolve()
  let isFree = true
  return async <T>(work: () => T): Promise<T> => {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    if (!isFree) await before
    isFree = false
    setImmediate(() => {
      isFree = true
      resolve()
    })
    return work()
  }
}
