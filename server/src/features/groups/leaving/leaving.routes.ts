import type { FastifyReply, FastifyRequest } from 'fastify'
import { leavePath } from '../../../delivery/outbound/header/leave-link.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type Http, languageOf } from '../../../platform/http/http.ts'
import { createBuckets } from '../../../platform/http/rate-limit.ts'
import { networkKey } from '../../../platform/net/network-key.ts'
import type { GroupLeaving } from './leaving.ts'
import { leavePage } from './leaving-page.ts'

/** A click, or what a program sends for one (RFC 8058 §3.2), is a line. */
const maxClick = 4 * 1024
/** Programs of one provider come from few networks. */
const rate = { max: 300, perSeconds: 60 }

/** Where the links of groups lead: a question for people, done at once for the programs of their providers. */
export function leavingRoutes(
  { app }: Pick<Http, 'app'>,
  leaving: GroupLeaving,
  clock: Clock,
): void {
  const buckets = createBuckets(clock)
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      if (!buckets.take(networkKey(request.ip), rate)) return reply.code(429).send()
    })
    // Forms with files are read by nobody before they are asked for: those are programs, too.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxClick },
      async (_request: FastifyRequest, body: string) => body,
    )
    // A link that is opened takes nobody out: programs that look for viruses open all of them.
    scope.get(`${leavePath}/:ticket`, async (request, reply) => {
      const person = await leaving.person(ticketOf(request))
      return send(request, reply, person ? { kind: 'asked', ...person } : { kind: 'unknown' })
    })
    scope.post(`${leavePath}/:ticket`, { bodyLimit: maxClick }, async (request, reply) => {
      const person = await leaving.person(ticketOf(request))
      if (person) await leaving.leave(person)
      return send(request, reply, person ? { kind: 'done', ...person } : { kind: 'unknown' })
    })
  })
}

const ticketOf = ({ params }: FastifyRequest): string => (params as { ticket: string }).ticket

const send = (
  request: FastifyRequest,
  reply: FastifyReply,
  state: Parameters<typeof leavePage>[0],
) =>
  reply
    .code(state.kind === 'unknown' ? 404 : 200)
    .type('text/html; charset=utf-8')
    .send(leavePage(state, languageOf(request)))
