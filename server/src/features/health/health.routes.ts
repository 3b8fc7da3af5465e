import type { Http } from '../../platform/http/http.ts'
import type { Metrics } from '../../platform/metrics.ts'

interface Parts {
  metrics: Metrics
  /** Throws when the database does not answer. */
  ready(): Promise<void>
}

/** For load balancers and monitoring: /healthz lives, /readyz can serve, /metrics for Prometheus. */
export function healthRoutes({ app }: Pick<Http, 'app'>, { metrics, ready }: Parts): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await ready()
      return { status: 'ready' }
    } catch {
      return reply.code(503).header('Retry-After', '1').send({ status: 'not ready' })
    }
  })
  // Figures about the inside are for this machine; a reverse proxy decides who else may ask.
  app.get('/metrics', async (request, reply) => {
    const local = /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '')
    if (!local || request.headers['x-forwarded-for'] !== undefined)
      return reply.code(403).send({ status: 'local only' })
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text())
  })
  app.addHook('onResponse', async (request, reply) => {
    metrics.count('hongyan_http_requests_total', {
      method: request.method,
      status: String(reply.statusCode),
    })
  })
}
