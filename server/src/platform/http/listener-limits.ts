import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errors, errorText } from '@hongyan/contract/errors'

/** Slow clients (P5): headers within 20 s, a whole request within the time of the largest upload. */
export const requestTimeout = 300_000
export const headersTimeout = 20_000
export const keepAliveTimeout = 72_000

/** Bytes that are no HTTP request, or one that came too slowly: the same envelope as everywhere, then the end. */
export function refuseGarbage({ code: cause }: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy()
  const error = cause === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request.too-slow' : 'request.invalid'
  const { status, code } = errors[error]
  const message = errorText(error, 'zh', { detail: 'HTTP' })
  const body = JSON.stringify({ code, message, error, data: null })
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`
  socket.end(head + body)
}
