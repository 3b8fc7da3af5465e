import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import type { Http } from '../../../platform/http/http.ts'
import { createBuckets } from '../../../platform/http/rate-limit.ts'
import { networkKey } from '../../../platform/net/network-key.ts'
import type { SetUpDocuments } from './set-up.service.ts'

/** A question is a few lines. */
const maxQuestion = 8 * 1024
const rate = { max: 60, perSeconds: 60 }
const xmlType = 'application/xml; charset=utf-8'

interface Query {
  emailaddress?: unknown
  email?: unknown
  Email?: unknown
  protocol?: unknown
  Protocol?: unknown
}

/** Where programs look for their set-up (Thunderbird, Outlook, Apple), without a login. */
export function setUpRoutes({ app }: Pick<Http, 'app'>, setUp: SetUpDocuments, clock: Clock): void {
  const buckets = createBuckets(clock)
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      if (!buckets.take(networkKey(request.ip), rate)) return reply.code(429).send()
    })
    scope.addContentTypeParser(
      ['text/xml', 'application/xml'],
      { parseAs: 'string', bodyLimit: maxQuestion },
      async (_request: FastifyRequest, body: string) => body,
    )
    const xmlOr404 = (reply: FastifyReply, document: string | null) =>
      document === null ? reply.code(404).send() : reply.type(xmlType).send(document)

    for (const url of ['/mail/config-v1.1.xml', '/.well-known/autoconfig/mail/config-v1.1.xml'])
      scope.get(url, async (request, reply) =>
        xmlOr404(reply, await setUp.autoconfig(textOf((request.query as Query).emailaddress))),
      )
    // Outlook writes it in more than one way.
    for (const url of ['/autodiscover/autodiscover.xml', '/Autodiscover/Autodiscover.xml'])
      scope.post(url, { bodyLimit: maxQuestion }, async (request, reply) => {
        const body = typeof request.body === 'string' ? request.body : ''
        return xmlOr404(reply, await setUp.autodiscover(body))
      })
    for (const url of [
      '/autodiscover/autodiscover.json',
      '/autodiscover/autodiscover.json/v1.0/:address',
    ])
      scope.get(url, async (request, reply) => {
        const { Protocol, protocol = Protocol } = request.query as Query
        if (String(protocol).toLowerCase() === 'autodiscoverv1')
          return { Protocol: 'AutodiscoverV1', Url: setUp.autodiscoverUrl }
        const error = 'Only the protocol AutodiscoverV1 is here'
        return reply.code(400).send({ ErrorCode: 'InvalidProtocol', ErrorMessage: error })
      })
    scope.get('/mail/hongyan.mobileconfig', async (request, reply) => {
      const profile = await setUp.profile(textOf((request.query as Query).emailaddress) ?? '')
      if (profile === null) return reply.code(404).send()
      return reply
        .type('application/x-apple-aspen-config')
        .header('Content-Disposition', 'attachment; filename="hongyan.mobileconfig"')
        .send(profile)
    })
    // Where the QR code leads: Apple's devices take the profile, all others the page.
    scope.get('/mail/setup', async (request, reply) => {
      const address = textOf((request.query as Query).emailaddress) ?? ''
      const isApple = /iPhone|iPad|Macintosh/.test(request.headers['user-agent'] ?? '')
      const hasProfile = isApple && (await setUp.profile(address)) !== null
      const profile = `/mail/hongyan.mobileconfig?emailaddress=${encodeURIComponent(address)}`
      return reply.redirect(hasProfile ? profile : setUp.page)
    })
  })
}

/** A parameter that is there once; repeated, it is a list. */
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
