import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Asker } from '../actor.ts'
import { AppError } from '../errors.ts'
import { createGate } from '../gate.ts'
import { fromDisk, largeFile } from '../going-files.ts'
import type { Pace } from './pace.ts'

const piece = 32 * 1024

/** Sends a large answer in pieces, so that one can see whether its reader takes it. */
export function sendBytes(reply: FastifyReply, bytes: Buffer | Readable): FastifyReply {
  if (!Buffer.isBuffer(bytes) || bytes.length <= piece) return reply.send(bytes)
  const pieces = function* () {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
  }
  const stream = Readable.from(pieces(), { objectMode: false, highWaterMark: piece })
  return reply.header('Content-Length', bytes.length).send(stream)
}

/** Large files of one account that may be on their way out at once: they lie on disk meanwhile. */
const goingAtOnce = { total: Number.POSITIVE_INFINITY, share: 24 }

/** Sends files. A large one goes out from disk: whoever reads slowly holds no memory of ours. @throws request.too-many */
export function createGoing() {
  const gate = createGate(goingAtOnce)
  return {
    send: async (
      reply: FastifyReply,
      bytes: Buffer | Readable,
      { account = '' }: Pick<Asker, 'account'>,
    ): Promise<FastifyReply> => {
      if (!Buffer.isBuffer(bytes) || bytes.length <= largeFile) return sendBytes(reply, bytes)
      const release = gate.tryTake({ who: account })
      if (!release) throw new AppError('request.too-many')
      reply.raw.once('close', release)
      return reply.header('Content-Length', bytes.length).send(await fromDisk(bytes))
    },
  }
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
