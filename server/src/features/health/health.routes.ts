import { createHash, timingSafeEqual } from 'node:crypto'
import type { Http } from '../../platform/http/http.ts'
import type { Metrics } from '../../platform/metrics.ts'

export interface HealthParts {
  metrics: Metrics
  /** Throws when the database does not answer. */
  ready(): Promise<void>
  /** Without it, figures are for this machine alone. */
  metricsToken: string
  /** The webmail has an address in the world: whoever asks from this machine may be a proxy that names nobody. */
  isPublic: boolean
}

/** For load balancers and monitoring: /healthz lives, /readyz can serve, /metrics for Prometheus. */
export function healthRoutes(
  { app }: Pick<Http, 'app'>,
  { metrics, ready, metricsToken, isPublic }: HealthParts,
): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await ready()
      return { status: 'ready' }
    } catch {
      return reply.code(503).header('Retry-After', '1').send({ status: 'not ready' })
    }
  })
  app.get('/metrics', async (request, reply) => {
    const { authorization = '' } = request.headers
    const allowed =
      metricsToken === ''
        ? !isPublic && isFromHere(request.socket.remoteAddress, request.headers)
        : isSame(authorization, `Bearer ${metricsToken}`)
    if (!allowed) return reply.code(403).send({ status: 'with the token of HONGYAN_METRICS_TOKEN' })
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text())
  })
  app.addHook('onResponse', async (request, reply) => {
    metrics.count('hongyan_http_requests_total', {
      method: request.method,
      status: String(reply.statusCode),
    })
  })
}

/** What proxies add for the client that they speak for (RFC 7239, RFC 9110 section 7.6.3, and older habits). */
const forwarding =
  /^(?:forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|cf-connecting-ip|true-client-ip)$/

const isFromHere = (address = '', headers: object): boolean =>
  /^(127\.|::1$|::ffff:127\.)/.test(address) &&
  !Object.keys(headers).some((name) => forwarding.test(name))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** In the same time wherever they differ. */
const isSame = (given: string, wanted: string): boolean =>
  timingSafeEqual(digest(given), digest(wanted))
