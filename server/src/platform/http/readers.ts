import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Asker } from '../actor.ts'
import { AppError } from '../errors.ts'
import { createGate } from '../gate.ts'
import { fromDisk, largeFile } from './going-files.ts'
import type { Pace } from './pace.ts'

const piece = 32 * 1024

/** Sends a large answer in pieces, so that one can see whether its reader takes it. */
function sendBytes(reply: FastifyReply, bytes: Buffer | Readable): FastifyReply {
  if (!Buffer.isBuffer(bytes) || bytes.length <= piece) return reply.send(bytes)
  const pieces = function* () {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
  }
  const stream = Readable.from(pieces(), { objectMode: false, highWaterMark: piece })
  return reply.header('Content-Length', bytes.length).send(stream)
}

/** Bytes of answers that may wait in memory for their readers, of all and of one account. */
const inMemoryAtOnce = { total: 32 * 1024 * 1024, share: 4 * 1024 * 1024 }
/** Answers of one account that may be on their way out from disk at once. */
const fromDiskAtOnce = { total: Number.POSITIVE_INFINITY, share: 64 }

/** Sends what may be large. */
export interface Going {
  /** @throws request.too-many */
  send(
    reply: FastifyReply,
    bytes: Buffer | Readable,
    asker: Pick<Asker, 'account'>,
  ): Promise<FastifyReply>
}

/**
 * Whoever reads slowly holds little memory of ours: a large answer goes out from disk, and so does a smaller one whose
 * account lets many wait already.
 */
export function createGoing(): Going {
  const inMemory = createGate(inMemoryAtOnce)
  const onDisk = createGate(fromDiskAtOnce)
  const send: Going['send'] = async (reply, bytes, { account: who = '' }) => {
    if (!Buffer.isBuffer(bytes) || bytes.length <= piece) return sendBytes(reply, bytes)
    const held = bytes.length <= largeFile ? inMemory.tryTake({ who, amount: bytes.length }) : null
    const release = held ?? onDisk.tryTake({ who })
    if (!release) throw new AppError('request.too-many')
    if (reply.raw.destroyed) release()
    else reply.raw.once('close', release)
    if (held) return sendBytes(reply, bytes)
    return reply.header('Content-Length', bytes.length).send(await fromDisk(bytes))
  }
  return { send }
}

interface Watched {
  flushed: number
  since: number
}

/**
 * Cuts those who ask for much and read nothing, or hardly anything: each answer that waits for its reader holds
 * memory and often a place (slow-read attacks). Nobody is cut while the server itself still works on the answer.
 */
export function watchReaders({ windowMs, leastBytes }: Pace) {
  const watched = new Map<ServerResponse, Watched>()
  const look = (): void => {
    const now = performance.now()
    for (const [response, seen] of watched) {
      const { socket } = response
      const waiting = socket ? socket.writableLength + response.writableLength : 0
      const flushed = socket ? socket.bytesWritten - socket.writableLength : 0
      if (waiting === 0 || flushed - seen.flushed >= leastBytes) {
        watched.set(response, { flushed, since: now })
      } else if (now - seen.since >= windowMs) socket?.destroy()
    }
  }
  const timer = setInterval(look, Math.max(windowMs / 6, 10)).unref()
  return {
    watch: (response: ServerResponse): void => {
      const flushed = response.socket?.bytesWritten ?? 0
      watched.set(response, { flushed, since: performance.now() })
      response.once('close', () => watched.delete(response))
    },
    stop: (): void => clearInterval(timer),
  }
}
