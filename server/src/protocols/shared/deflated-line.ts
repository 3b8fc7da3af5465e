import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { constants, createDeflateRaw, createInflateRaw, type DeflateRaw } from 'node:zlib'

/**
 * A line whose bytes go deflated in both directions (RFC 4978, RFC 1951). What comes out of a few bytes may be a thousand times
 * as much: it is made 16 kB at a time, when somebody asks for it, and counts against the same limits as what comes plain.
 */
export function deflated(line: Socket): Duplex {
  const inflate = createInflateRaw({ chunkSize })
  const deflate = createDeflateRaw(packing)
  const both = new Duplex({
    highWaterMark: chunkSize,
    read: () => void inflate.resume(),
    write: (bytes, _, done) => send({ line, deflate }, [bytes], done),
    // What was said in one turn, and what has waited since: packing is a call to another thread, and a record of TLS, each time.
    writev: (waiting, done) =>
      send(
        { line, deflate },
        waiting.map(({ chunk }) => chunk),
        done,
      ),
    final: (done) => {
      line.end()
      done()
    },
    destroy: (reason, done) => {
      line.destroy()
      inflate.destroy()
      deflate.destroy()
      done(reason)
    },
  })
  const fail = (reason?: Error): void => void both.destroy(reason)
  inflate.on('data', (bytes: Buffer) => {
    if (!both.push(bytes)) inflate.pause()
  })
  inflate.on('drain', () => line.resume())
  inflate.on('error', fail)
  deflate.on('data', (bytes: Buffer) => void line.write(bytes))
  deflate.on('error', fail)
  line.on('data', (bytes) => {
    if (!inflate.write(bytes)) line.pause()
  })
  line.on('error', fail)
  line.on('close', () => fail())
  line.resume()
  return both
}

const chunkSize = 16 * 1024
/** Each writing is whole for who reads it. A small window: a thousand idle programs take 64 MB less than with the usual one. */
const packing = { flush: constants.Z_SYNC_FLUSH, windowBits: 13, memLevel: 6, chunkSize }

/** Bytes that are packed in one go. */
const mostAtOnce = 64 * 1024

interface Way {
  line: Socket
  deflate: DeflateRaw
}

/** Done when the line has taken what came out: a slow reader is seen through it. */
function send({ line, deflate }: Way, waiting: readonly Buffer[], done: () => void): void {
  const [some, rest] = upTo(waiting, mostAtOnce)
  const next = (): void => (rest.length > 0 ? send({ line, deflate }, rest, done) : done())
  deflate.write(some, () => {
    if (line.writableLength <= chunkSize || line.destroyed) return next()
    line.once('drain', next)
  })
}

/** As many as are no larger together, at least one. */
function upTo(waiting: readonly Buffer[], most: number): [Buffer, readonly Buffer[]] {
  let size = 0
  let count = 0
  for (const bytes of waiting) {
    if (count > 0 && size + bytes.length > most) break
    size += bytes.length
    count++
  }
  const [first = Buffer.alloc(0)] = waiting
  return [count === 1 ? first : Buffer.concat(waiting.slice(0, count), size), waiting.slice(count)]
}
