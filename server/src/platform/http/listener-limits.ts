import type { Duplex } from 'node:stream'
import { errors, errorText } from '@hongyan/contract/errors'

/** Slow clients (P5): headers within 20 s, a whole request within the time of the largest upload. */
export const requestTimeout = 300_000
export const headersTimeout = 20_000
export const keepAliveTimeout = 72_000

/** Bytes that are no HTTP request: the same envelope as everywhere, then the end. */
export function refuseGarbage(socket: Duplex): void {
  if (!socket.writable) return void socket.destroy()
  const { status, code } = errors['request.invalid']
  const message = errorText('request.invalid', 'zh', { detail: 'HTTP' })
  const body = JSON.stringify({ code, message, error: 'request.invalid', data: null })
  const head = `HTTP/1.1 ${status} Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`
  socket.end(head + body)
}
