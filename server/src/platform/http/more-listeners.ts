import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import {
  headersTimeout,
  keepAliveTimeout,
  refuseGarbage,
  requestTimeout,
} from './listener-limits.ts'

interface KeyPair {
  key: string
  cert: string
}

export interface Listener {
  server: Server | SecureServer
  port(): number | null
  start(): Promise<void>
  /** Takes no new connection; what is under way is finished. */
  stop(): Promise<void>
}

interface Place {
  host: string
  port: number
  /** Of HTTPS; null: plain HTTP. */
  pair: KeyPair | null
}

const limits = { requestTimeout, headersTimeout, keepAliveTimeout }

/** Another port of the same web server. */
export function moreListener(app: FastifyInstance, { host, port, pair }: Place): Listener {
  const server = pair
    ? createSecureServer({ ...limits, ...pair, minVersion: 'TLSv1.2' }, app.routing)
    : createServer(limits, app.routing)
  server.on('clientError', refuseGarbage)
  return {
    server,
    port: () => (server.address() as AddressInfo | null)?.port ?? null,
    start: async () => {
      await app.ready()
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen({ port, host }, () => {
          server.off('error', reject)
          resolve()
        })
      })
    },
    stop: async () => {
      if (!server.listening) return
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      })
    },
  }
}

/** A renewed certificate is served to whoever connects from now on. */
export function renew({ server }: Listener, { key, cert }: KeyPair): void {
  if ('setSecureContext' in server) server.setSecureContext({ key, cert, minVersion: 'TLSv1.2' })
}

/** Asked by machines of the house, which know no certificate. */
const plainPaths = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Where HTTPS is our own, plain HTTP only leads there: to the configured origin, never to the Host that was asked for. What
 * is no look at a page (a call with a token in it) has gone over the wire in the clear and is refused, not passed on.
 */
export function leadToHttps(app: FastifyInstance, origin: string): void {
  app.addHook('onRequest', async (request, reply) => {
    if ('encrypted' in request.raw.socket) return
    if (plainPaths.has(request.url.split('?', 1)[0] ?? '')) return
    // RFC 6797 §7.2: not over an insecure connection.
    reply.removeHeader('Strict-Transport-Security')
    const isLook = request.method === 'GET' || request.method === 'HEAD'
    if (!isLook || request.headers.authorization !== undefined)
      return reply.code(426).headers({ Upgrade: 'TLS/1.2, HTTP/1.1', Connection: 'Upgrade' }).send()
    // A target in absolute form (RFC 9112 §3.2.2) names a host, which is nobody's to choose.
    return reply.redirect(request.url.startsWith('/') ? origin + request.url : `${origin}/`, 308)
  })
}
