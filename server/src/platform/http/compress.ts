import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Asker } from '../actor.ts'
import { createGate } from '../gate.ts'
import { joinInTurns } from '../in-turns.ts'
import { jsonInTurns, longTextsIn } from '../json/json-in-turns.ts'
import type { Going } from './readers.ts'

const pack = promisify(gzip)

/** In bytes: a smaller answer fits into one packet as it is. */
const worthwhile = 1_400

/**
 * Bytes of long answers that are being written at once: forty who open one mail share what was read of it, and must
 * not have forty copies of that made at the same time.
 */
const writing = createGate({ total: 16 * 1024 * 1024, share: 8 * 1024 * 1024 })
/** A long answer is there as text and as what goes out, which may be as long. */
const copies = 2

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
      ? await writing.run(() => longWritten(value, packs), turnOf(asker, chars))
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

const packing = { level: 5 }

/** In characters: a page of a list is packed on the spot in less time than the way to another thread takes (0.1 ms). */
const onTheSpot = 32 * 1024

/** A large one is packed on another thread, so that it does not stop the others. */
async function written(value: unknown, packs: boolean): Promise<Written> {
  const text = JSON.stringify(value)
  const isSmall = text.length < worthwhile
  if (!packs || isSmall) return { bytes: Buffer.from(text), isPacked: false, isSmall }
  const bytes = text.length <= onTheSpot ? gzipSync(text, packing) : await pack(text, packing)
  return { bytes, isPacked: true, isSmall }
}

/** One with long texts: a piece at a time, and packed as it is written. */
async function longWritten(value: unknown, packs: boolean): Promise<Written> {
  const pieces = jsonInTurns(value)
  const bytes = await joinInTurns(await Array.fromAsync(packs ? packed(pieces) : pieces))
  return { bytes, isPacked: packs, isSmall: false }
}

async function* packed(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const packer = createGzip(packing)
  const feeding = pipeline(Readable.from(pieces, { objectMode: false }), packer)
  // What fails there ends the packer with the same error, which is thrown below.
  feeding.catch(() => undefined)
  for await (const some of packer) yield some as Buffer
  await feeding
}

interface Written {
  bytes: Buffer
  isPacked: boolean
  isSmall: boolean
}
