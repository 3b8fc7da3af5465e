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
  const packer = createPacker(line, deflate)
  const both = new Duplex({
    highWaterMark: chunkSize,
    read: () => void inflate.resume(),
    write: (bytes: Buffer, _, done) => packer.take(bytes, done),
    final: (done) =>
      packer.whenIdle(() => {
        line.end()
        done()
      }),
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

/**
 * Packs what was said in one turn, and what comes while the line takes the pack before, as one: each packing is a call to another
 * thread, and a record of TLS. The next is begun when the line has taken what came out: a slow reader is seen through it.
 */
function createPacker(line: Socket, deflate: DeflateRaw) {
  let waiting: Buffer[] = []
  let size = 0
  let isBusy = false
  /** Who waits for room, and for the end. */
  let onRoom: (() => void) | null = null
  let onIdle: (() => void) | null = null
  const pack = (): void => {
    const [first = Buffer.alloc(0)] = waiting
    const some = waiting.length === 1 ? first : Buffer.concat(waiting, size)
    waiting = []
    size = 0
    const go = onRoom
    onRoom = null
    go?.()
    deflate.write(some, () => {
      if (line.writableLength <= chunkSize || line.destroyed) next()
      else line.once('drain', next)
    })
  }
  const next = (): void => {
    isBusy = size > 0
    if (isBusy) pack()
    else onIdle?.()
  }
  return {
    take: (bytes: Buffer, done: () => void): void => {
      waiting.push(bytes)
      size += bytes.length
      if (!isBusy) process.nextTick(pack)
      isBusy = true
      if (size < mostAtOnce) done()
      else onRoom = done
    },
    whenIdle: (done: () => void): void => {
      if (isBusy) onIdle = done
      else done()
    },
  }
}
