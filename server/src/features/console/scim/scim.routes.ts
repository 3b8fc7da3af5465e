import { scimEndpoints as api } from '@hongyan/contract/console-scim'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import { newToken, tokenHash } from '../../../platform/crypto/tokens.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Http } from '../../../platform/http/http.ts'
import { createBuckets } from '../../../platform/http/rate-limit.ts'
import type { Log } from '../../../platform/log.ts'
import { networkKey } from '../../../platform/net/network-key.ts'
import type { ConsoleActs } from '../console-acts.ts'
import type { ConsoleDoor } from '../console-door.routes.ts'
import { bearerOf, insertToken, revokeToken, tokensOf } from './scim.queries.ts'
import type { Asking, Scim, ScimPage } from './scim.service.ts'
import { listOf, resourceTypes, schemas, serviceProvider } from './scim-documents.ts'
import { errorBody, invalid, notThere, ScimError } from './scim-error.ts'

export interface ScimRouteParts {
  scim: Scim
  database: Database
  acts: ConsoleActs
  clock: Clock
  log: Log
  origin(): string | null
}

/** Tokens of programs that keep people: shown once, of which only the hash stays. */
export function scimTokenRoutes(
  door: ConsoleDoor,
  { database, acts, origin }: ScimRouteParts,
): void {
  door.bind(api.scimTokens, async (_, { admin }) => {
    const rows = await tokensOf(database, admin.organisationId)
    const list = rows.map(({ createdAt, lastUsedAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }))
    return { url: `${origin() ?? ''}${prefix}`, list }
  })
  door.bind(api.addScimToken, async ({ body: { name } }, work) => {
    const token = newToken()
    const { organisationId, address: by } = work.admin
    await acts.doing(work, { act: 'scim-token-made', whom: name }, () =>
      insertToken(database, { organisationId, name, hash: tokenHash(token), by }),
    )
    return { token }
  })
  door.bind(api.revokeScimToken, async ({ body: { id } }, work) => {
    const { organisationId } = work.admin
    const known = (await tokensOf(database, organisationId)).find((one) => one.id === id)
    if (!known) throw new AppError('item.not-found')
    await acts.doing(work, { act: 'scim-token-revoked', whom: known.name }, () =>
      revokeToken(database, organisationId, id),
    )
    return {}
  })
}

const prefix = '/scim/v2'
const type = 'application/scim+json; charset=utf-8'
const maxBody = 1024 * 1024
const perToken = { max: 600, perSeconds: 60 }
/** Of a network without a right token: nobody tries tokens. */
const perStranger = { max: 30, perSeconds: 60 }

/** Under `/scim/v2` of the console's port, by its own tokens (RFC 7644). */
export function scimRoutes({ app }: Pick<Http, 'app'>, parts: ScimRouteParts): void {
  const buckets = createBuckets(parts.clock)
  const asking = new WeakMap<FastifyRequest, Asking>()
  const bearer = async (request: FastifyRequest): Promise<void> => {
    const token = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
    const known = token ? await bearerOf(parts.database, tokenHash(token)) : null
    const who = known ? `token ${known.id}` : networkKey(request.ip)
    if (!buckets.take(who, known ? perToken : perStranger))
      throw new ScimError(429, '', 'Too many calls')
    if (!known) throw new ScimError(401, '', 'A valid token is needed')
    const base = `${request.protocol}://${request.host}${prefix}`
    asking.set(request, { bearer: known, ip: request.ip, base })
  }
  const of = (request: FastifyRequest): Asking => {
    const found = asking.get(request)
    if (!found) throw new ScimError(401, '', 'A valid token is needed')
    return found
  }
  app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(
        ['application/scim+json', 'application/json'],
        { parseAs: 'string', bodyLimit: maxBody },
        async (_request: FastifyRequest, body: string) => jsonIn(body),
      )
      scope.addHook('onRequest', async (request, reply) => {
        reply.header('Cache-Control', 'no-store').type(type)
        await bearer(request)
      })
      scope.setErrorHandler((thrown, _request, reply) => answerTrouble(parts.log, thrown, reply))
      documents(scope, of)
      users(scope, parts.scim, of)
      groups(scope, parts.scim, of)
    },
    { prefix },
  )
}

type Scope = Http['app']
type Of = (request: FastifyRequest) => Asking

/** A call without a body may have its type all the same. */
function jsonIn(body: string): unknown {
  try {
    return body.trim() === '' ? null : JSON.parse(body)
  } catch {
    throw invalid('The body is no JSON', 'invalidSyntax')
  }
}

function answerTrouble(log: Log, thrown: unknown, reply: FastifyReply): FastifyReply {
  const trouble = troubleOf(thrown)
  if (trouble.status >= 500) log.error({ err: thrown }, 'a call by SCIM failed')
  return reply.code(trouble.status).type(type).send(errorBody(trouble))
}

function troubleOf(thrown: unknown): ScimError {
  if (thrown instanceof ScimError) return thrown
  if (thrown instanceof AppError)
    return thrown.code === 'alias.taken'
      ? new ScimError(409, 'uniqueness', 'The address is, or was, somebody’s')
      : invalid(thrown.code)
  const { statusCode = 500 } = thrown as { statusCode?: number }
  return statusCode < 500
    ? new ScimError(statusCode, '', 'The request cannot be understood')
    : new ScimError(500, '', 'Something went wrong')
}

function documents(scope: Scope, of: Of): void {
  scope.get('/ServiceProviderConfig', async (request) => serviceProvider(of(request).base))
  kinds(scope, of, { name: 'ResourceTypes', make: resourceTypes })
  kinds(scope, of, { name: 'Schemas', make: schemas })
}

function kinds(
  scope: Scope,
  of: Of,
  { name, make }: { name: string; make: (base: string) => { id: string }[] },
): void {
  scope.get(`/${name}`, async (request) => {
    const all = make(of(request).base)
    return listOf(all, all.length, 1)
  })
  scope.get(`/${name}/:id`, async (request) => {
    const { id } = request.params as Params
    const one = make(of(request).base).find((known) => known.id === id)
    if (!one) throw notThere(id)
    return one
  })
}

interface Params {
  id: string
}

const idOf = (request: FastifyRequest): string => (request.params as Params).id

function pageOf(request: FastifyRequest): ScimPage {
  const query = request.query as Record<string, unknown>
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
  const number = (name: string, otherwise: number) => {
    const value = Number.parseInt(text(name), 10)
    return Number.isSafeInteger(value) ? Math.min(value, 10_000_000) : otherwise
  }
  return {
    filter: text('filter'),
    startIndex: number('startIndex', 1),
    count: number('count', 100),
  }
}

function users(scope: Scope, scim: Scim, of: Of): void {
  scope.get('/Users', async (request) => scim.users(of(request), pageOf(request)))
  scope.post('/Users', async (request, reply) => {
    const made = await scim.addUser(of(request), request.body)
    return reply.code(201).header('Location', made.meta.location).send(made)
  })
  scope.get('/Users/:id', async (request) => scim.user(of(request), idOf(request)))
  scope.put('/Users/:id', async (request) => scim.putUser(of(request), idOf(request), request.body))
  scope.patch('/Users/:id', async (request) =>
    scim.patchUser(of(request), idOf(request), request.body),
  )
  scope.delete('/Users/:id', async (request, reply) => {
    await scim.deleteUser(of(request), idOf(request))
    return reply.code(204).send()
  })
}

function groups(scope: Scope, scim: Scim, of: Of): void {
  scope.get('/Groups', async (request) => {
    const { excludedAttributes } = request.query as Record<string, unknown>
    const bare = String(excludedAttributes ?? '').includes('members')
    return scim.groups(of(request), pageOf(request), bare)
  })
  scope.post('/Groups', async (request, reply) => {
    const made = await scim.addGroup(of(request), request.body)
    return reply.code(201).header('Location', made.meta.location).send(made)
  })
  scope.get('/Groups/:id', async (request) => scim.group(of(request), idOf(request)))
  scope.put('/Groups/:id', async (request) =>
    scim.putGroup(of(request), idOf(request), request.body),
  )
  scope.patch('/Groups/:id', async (request, reply) => {
    await scim.patchGroup(of(request), idOf(request), request.body)
    return reply.code(204).send()
  })
  scope.delete('/Groups/:id', async (request, reply) => {
    await scim.deleteGroup(of(request), idOf(request))
    return reply.code(204).send()
  })
}
