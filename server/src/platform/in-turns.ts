import { createHash } from 'node:crypto'
import { slowWork } from './db/slow-work.ts'

/** What is copied or hashed in one turn of the loop: about a millisecond. */
const inOneGo = 1024 * 1024
/** Bytes that are looked at one by one in one turn of the loop: about as long. */
const scannedInOneGo = 256 * 1024
/** A piece this small is nobody's burden. */
const tiny = 8 * 1024

/** Work that is small, as most is: so many ms of it have one turn of the loop together. */
const smallWorkMs = 2

/** Who waits for a later turn. */
interface Waiting {
  /** Of what a turn has room for; what small work takes is known when it is done. */
  part: number
  go(): void
}

/** The part of this turn that is taken, and who waits for the next. */
let taken = 0
/** Something is done in this turn: the next is told of. */
let begun = false
const waiting: Waiting[] = []

/**
 * Bulk work asks here before each piece of it. All kinds of it together have one part of each turn of the loop: sixty
 * uploads, copies and hashes at once do not add up to a turn in which nobody else is served. Who comes first goes first.
 * @param part of what a turn has room for, above 0
 * @returns null when the work may go on in this turn
 */
export function turnForBulk(part = 1): Promise<void> | null {
  if (waiting.length === 0 && hasRoom(part)) {
    take(part)
    return null
  }
  return new Promise((go) => waiting.push({ part, go }))
}

/** For bytes from outside that are looked at one by one. */
export const turnForScan = (bytes: number): Promise<void> | null =>
  bytes <= tiny ? null : turnForBulk(bytes / scannedInOneGo)

const hasRoom = (part: number): boolean => taken === 0 || (taken < 1 && taken + part <= 1)

function take(part: number): void {
  if (!begun) setImmediate(turnIsOver)
  begun = true
  taken += part
}

function turnIsOver(): void {
  taken = 0
  begun = false
  for (let first = waiting[0]; first && hasRoom(first.part); first = waiting[0]) {
    waiting.shift()
    take(first.part)
    first.go()
  }
}

/** The bytes in pieces of at most 1 MB; others are served between one and the next. */
export async function* inTurns(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += inOneGo) {
    const piece = bytes.subarray(at, at + inOneGo)
    await turnForBulk(piece.length / inOneGo)
    yield piece
  }
}

/** Copies into memory that is as large. */
export async function copyInTurns(bytes: Uint8Array, to: Uint8Array): Promise<void> {
  let at = 0
  for await (const piece of inTurns(bytes)) {
    to.set(piece, at)
    at += piece.length
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
  let room = 0
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; ) {
      if (room === 0) {
        await turnForBulk()
        room = inOneGo
      }
      const copied = piece.copy(whole, at, from, from + room)
      at += copied
      from += copied
      room -= copied
    }
  }
  return whole
}

/**
 * Gives the memory of a large buffer back at once, not at some later collection: tens of megabytes of waste pile
 * up before one comes. The buffer must have its memory to itself, and nobody may use it afterwards.
 */
export function freeNow(bytes: Uint8Array): void {
  // A small one lies in memory that others have a part of.
  if (bytes.buffer.byteLength <= Buffer.poolSize) return
  if (bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0)
}

/** No other bytes lie in its memory: it may be given away. */
export const hasOwnMemory = ({ buffer, byteLength }: Uint8Array): boolean =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength

/** SHA-256, 32 bytes, without holding the loop up for a large content. */
export async function hashInTurns(bytes: Uint8Array): Promise<Buffer> {
  const sum = createHash('sha256')
  for await (const piece of inTurns(bytes)) sum.update(piece)
  return sum.digest()
}

/**
 * Pieces of work that come together are done in one turn of the loop until it is full, each when what those before it took is
 * known: a hundred that cost some milliseconds do not add up, and a hundred mails of a colleague do not wait for a hundred turns.
 */
export async function inOwnTurn<T>(work: () => T): Promise<T> {
  slowWork('waiting for a turn')
  if (waiting.length === 0 && taken < 1) return measured(work)
  return new Promise((resolve, reject) => {
    const go = (): void => {
      try {
        resolve(measured(work))
      } catch (thrown) {
        reject(thrown)
      }
    }
    waiting.push({ part: 0, go })
  })
}

/** Work that says itself where it may be left for a while. */
export async function stepByStep<T>(steps: Iterator<void, T>): Promise<T> {
  for (;;) {
    const step = await inOwnTurn(() => steps.next())
    if (step.done) return step.value
  }
}

function measured<T>(work: () => T): T {
  const since = performance.now()
  try {
    return work()
  } finally {
    take((performance.now() - since) / smallWorkMs)
  }
}

/**
 * Many small things, some of them in each turn of the loop, fewer where they turn out to be slow: what is said of a thousand
 * files of a mail is no turn of its own.
 */
export async function mapInTurns<T, R>(
  list: readonly T[],
  work: (one: T, index: number) => R,
  atOnce = 50,
): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < list.length; at += atOnce) {
    if (list.length > atOnce) await turnForBulk()
    let since = performance.now()
    for (const one of list.slice(at, at + atOnce)) {
      if (performance.now() - since > smallWorkMs) {
        await turnForBulk()
        since = performance.now()
      }
      done.push(work(one, done.length))
    }
  }
  return done
}

/** A multiple of three bytes: its base64 ends where that of the next begins. */
const encodedInOneGo = 192 * 1024

/** Base64 of many bytes in pieces, others served between one and the next. As one text it would be 100 ms for 20 MB. */
export async function base64InTurns(bytes: Buffer): Promise<string[]> {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += encodedInOneGo) {
    await turnForScan(Math.min(encodedInOneGo, bytes.length - at))
    pieces.push(bytes.toString('base64', at, at + encodedInOneGo))
  }
  return pieces
}
