import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Asker } from '../actor.ts'
import { createGate } from '../gate.ts'
import { inOwnTurn } from '../in-turns.ts'
import type { Going } from './readers.ts'

const pack = promisify(gzip)

/** In bytes: a smaller answer fits into one packet as it is. */
const worthwhile = 1_400

/** Characters of a text that makes an answer a long one: it is written in a turn of its own. */
const long = 64 * 1024

/**
 * Bytes of long answers that are being written at once: forty who open one mail share what was read of it, and must
 * not have forty copies of that made at the same time.
 */
const writing = createGate({ total: 16 * 1024 * 1024, share: 8 * 1024 * 1024 })
/** A long answer is there as text and as what goes out. */
const copies = 2

/** Characters of the long texts in it, wherever in its upper levels. */
function longTextsIn(value: unknown, depth = 3): number {
  if (typeof value === 'string') return value.length > long ? value.length : 0
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return 0
  return Object.values(value).reduce<number>((sum, one) => sum + longTextsIn(one, depth - 1), 0)
}

interface Answering {
  request: FastifyRequest
  reply: FastifyReply
  going: Going
  asker: Asker
}

/**
 * Sends JSON, compressed where the client takes it: a page of a list becomes a quarter of itself. No secret stands
 * beside what strangers wrote and no foreign page can make a browser ask (tokens travel in a header, never in a
 * cookie), so the size of an answer tells nothing (BREACH).
 */
export async function sendJson(
  { request, reply, going, asker }: Answering,
  value: unknown,
): Promise<FastifyReply> {
  const packs = takesGzip(request)
  reply.type('application/json; charset=utf-8')
  const chars = longTextsIn(value)
  const { bytes, isPacked, isSmall } =
    chars > 0
      ? await writing.run(() => inOwnTurn(() => written(value, packs)), turnOf(asker, chars))
      : await written(value, packs)
  if (!isSmall) reply.header('Vary', 'Accept-Encoding')
  if (isPacked) reply.header('Content-Encoding', 'gzip')
  return going.send(reply, bytes, asker)
}

const turnOf = ({ account = '', signal }: Asker, chars: number) => ({
  who: account,
  amount: chars * copies,
  signal,
})

const takesGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b(?!;\s*q=0(?:\.0+)?\b)/.test(String(headers['accept-encoding'] ?? ''))

/** Packed on another thread, so that a large answer does not stop the others. */
async function written(value: unknown, packs: boolean) {
  const text = JSON.stringify(value)
  const isSmall = text.length < worthwhile
  const isPacked = packs && !isSmall
  return { bytes: isPacked ? await pack(text, { level: 5 }) : Buffer.from(text), isPacked, isSmall }
}
