import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inOwnTurn } from '../in-turns.ts'
import { sendBytes } from './readers.ts'

const pack = promisify(gzip)

/** In bytes: a smaller answer fits into one packet as it is. */
const worthwhile = 1_400

/** Texts of more characters are written in a turn of their own: forty who open one mail get their answers together. */
const long = 64 * 1024

/** True when a text in it is long, wherever in its upper levels. */
function isLong(value: unknown, depth = 3): boolean {
  if (typeof value === 'string') return value.length > long
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value))
    return false
  return Object.values(value).some((one) => isLong(one, depth - 1))
}

/**
 * Sends JSON, compressed where the client takes it: a page of a list becomes a quarter of itself. No secret stands
 * beside what strangers wrote and no foreign page can make a browser ask (tokens travel in a header, never in a
 * cookie), so the size of an answer tells nothing (BREACH).
 */
export async function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  value: unknown,
): Promise<FastifyReply> {
  const text = isLong(value) ? await inOwnTurn(() => JSON.stringify(value)) : JSON.stringify(value)
  reply.type('application/json; charset=utf-8')
  if (text.length < worthwhile) return reply.send(text)
  reply.header('Vary', 'Accept-Encoding')
  if (!/\bgzip\b(?!;\s*q=0(?:\.0+)?\b)/.test(String(request.headers['accept-encoding'] ?? '')))
    return sendBytes(reply, Buffer.from(text))
  // On another thread, so that a large answer does not stop the others.
  const bytes = await pack(text, { level: 5 })
  return sendBytes(reply.header('Content-Encoding', 'gzip'), bytes)
}
