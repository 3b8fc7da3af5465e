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
    scope.post(autodiscoverPath, { bodyLimit: maxQuestion }, async (request, reply) => {
      if (isJson(request)) return reply.code(404).send()
      const body = typeof request.body === 'string' ? request.body : ''
      return xmlOr404(reply, await setUp.autodiscover(body))
    })
    const whereXmlIs = (request: FastifyRequest, reply: FastifyReply) => {
      const { Protocol, protocol = Protocol } = request.query as Query
      if (String(protocol).toLowerCase() === 'autodiscoverv1')
        return reply.send({ Protocol: 'AutodiscoverV1', Url: setUp.autodiscoverUrl })
      const error = 'Only the protocol AutodiscoverV1 is here'
      return reply.code(400).send({ ErrorCode: 'InvalidProtocol', ErrorMessage: error })
    }
    scope.get(autodiscoverPath, async (request, reply) => {
      if (isJson(request)) return whereXmlIs(request, reply)
      // Without a question: 200 and error 600, as Exchange answers it.
      return xmlOr404(reply, await setUp.autodiscover(''))
    })
    scope.get(
      `${autodiscoverPath}/${anyCase('version', 'v1.0')}/:address`,
      async (request, reply) =>
        isJson(request) ? whereXmlIs(request, reply) : reply.code(404).send(),
    )
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

/** A step of a path in any case of letters. */
function anyCase(name: string, ...texts: string[]): string {
  const signs = (text: string): string =>
    text.replace(/[a-z]/g, (sign) => `[${sign}${sign.toUpperCase()}]`).replaceAll('.', '\\.')
  return `:${name}(^(?:${texts.map(signs).join('|')})$)`
}

/** Outlook writes Autodiscover in more than one way. */
const autodiscoverPath = `/${anyCase('folder', 'autodiscover')}/${anyCase('file', 'autodiscover.xml', 'autodiscover.json')}`

const isJson = ({ params }: FastifyRequest): boolean =>
  (params as { file: string }).file.toLowerCase().endsWith('.json')

/** A parameter that is there once; repeated, it is a list. */
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
