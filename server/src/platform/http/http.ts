import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { Endpoint, Parsed, ReplyInput } from '@hongyan/contract/endpoint'
import { idleHeader, originHeader, originPattern } from '@hongyan/contract/endpoint'
import { type ErrorCode, errors, errorText, type Language } from '@hongyan/contract/errors'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify'
import { type Asker, ClientGone, runAs } from '../actor.ts'
import type { Clock } from '../clock.ts'
import { isConnectionLoss } from '../db/connections.ts'
import { isDiskFull } from '../disk-full.ts'
import { AppError } from '../errors.ts'
import { readJson } from '../json/read-json.ts'
import type { Log } from '../log.ts'
import { networkKey } from '../net/network-key.ts'
import { sweepTemporaryFiles } from '../temporary-files.ts'
import { type BrowserMark, browserMark, halfMarkOf } from './browser-mark.ts'
import { type Caller, refuseCaller, refuseForeignAddress } from './caller.ts'
import { sendJson } from './compress.ts'
import { readForm } from './form-body.ts'
import {
  headersTimeout,
  keepAliveTimeout,
  refuseGarbage,
  requestTimeout,
} from './listener-limits.ts'
import { paceOf } from './pace.ts'
import { createBuckets } from './rate-limit.ts'
import { createGoing, watchReaders } from './readers.ts'
import { answerMade, lifeOf } from './request-life.ts'
import { securityHeaders } from './security-headers.ts'
import { type Bodies, createBodies, type FileOnDisk, type UploadedFile } from './upload.ts'
import { parseRequest } from './validation.ts'

export type { Caller } from './caller.ts'

/** What every handler receives. */
export interface Context<E extends Endpoint> extends Parsed<E> {
  language: Language
  ip: string
  userAgent: string
  /** What this browser is known by at a login. */
  browser: BrowserMark
  /** The caller; throws where the endpoint is guarded neither by a session nor by a link that was made for a login. */
  caller: Caller
  /** The one file of a multipart request, for endpoints of kind `upload`. */
  file(maxBytes: number): Promise<UploadedFile>
  /** The one file on disk, for files that are too large to hold. */
  onDisk<T>(maxBytes: number, work: (file: FileOnDisk) => Promise<T>): Promise<T>
  /** The text fields of a multipart request, for endpoints of kind `upload` without a file. */
  form(): Promise<Record<string, string>>
}

/** Bytes instead of the envelope, for endpoints of kind `binary`: whole, or as they come. */
export interface BinaryReply {
  bytes: Buffer | Readable
  headers: Record<string, string>
}

type Result<E extends Endpoint> = E['kind'] extends 'binary' ? BinaryReply : ReplyInput<E>

export interface Http {
  app: FastifyInstance
  /** Serves an endpoint of the contract: guard, schemas, limits, envelope and errors included. */
  bind<const E extends Endpoint>(
    endpoint: E,
    handler: (context: Context<E>) => Promise<Result<E>>,
  ): void
  /** Endpoints bound so far, as `METHOD path`. */
  bound(): string[]
}

/** The one proxy in front of us, those of some networks (CIDR), or none. */
export type TrustedProxies = 'none' | 'one' | readonly string[]

interface Options {
  log: Log
  clock: Clock
  /** Whose X-Forwarded-For is believed: nobody's, that of so many hops, or that of these networks. */
  trustProxy: TrustedProxies
  /** True when the public origin is https. */
  secure: boolean
  /** Clients that send or read hardly anything for so long are cut. */
  slowSeconds: number
  callers: {
    /**
     * @param use `idle`: seconds since a person did something, null when the call is no sign of one; `evenLocked`: the
     * call may be made while the screen is locked. @throws session.locked
     */
    ofToken(
      token: string,
      use: { idle: number | null; evenLocked: boolean },
    ): Promise<Caller | null>
    /** The login that a signed link was made for, null for links that need none. @throws link.invalid, session.locked */
    ofLink(link: string): Promise<Caller | null>
    /** Whether a call comes from where its login began: the network, or the browser by what it keeps. */
    isAtHome(caller: Caller, from: { ip: string; half: string }): boolean
  }
}

export const apiBase = '/api/'
const defaultBody = 1024 * 1024
const formType = 'application/x-www-form-urlencoded'
/** Strangers have little to say. */
const strangersBody = 16 * 1024
/** A signed-in user may be quick, a loop may not. */
const sessionRate = { max: 6_000, perSeconds: 10 }
const publicRate = { max: 600, perSeconds: 60 }

export function createHttp(options: Options): Http {
  const { log, clock, secure, callers } = options
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusted(options.trustProxy),
    bodyLimit: defaultBody,
    connectionTimeout: 0,
    requestTimeout,
    keepAliveTimeout,
    routerOptions: { maxParamLength: 1_000, ignoreTrailingSlash: false },
    http: { headersTimeout },
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseGarbage,
  })
  app.register(multipart, { limits: { files: 1, fields: 8, fieldSize: 4_096, parts: 10 } })
  const buckets = createBuckets(clock)
  const bound = new Set<string>()

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(request.url, secure))
    // Whatever an answer says, it is for this caller and this moment; files that may be kept say so.
    if (request.url.startsWith(apiBase)) reply.header('Cache-Control', 'no-store')
  })
  const bodies = bodiesOf(app, options.slowSeconds)
  const going = createGoing()
  app.setErrorHandler((thrown, request, reply) => sendError({ thrown, request, reply, log }))
  app.setNotFoundHandler((request, reply) =>
    sendError({ thrown: new AppError('request.not-found'), request, reply, log }),
  )

  const callerOf = async (request: FastifyRequest, endpoint: Endpoint): Promise<Caller | null> => {
    if (endpoint.guard === 'signed') return callers.ofLink(linkOf(request))
    if (endpoint.guard !== 'session' && !endpoint.knowsCaller) return null
    const token = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
    if (endpoint.guard !== 'session') return freeCaller(callers, token)
    const caller =
      token === undefined ? null : await callers.ofToken(token, useOf(request, endpoint))
    if (!caller) throw new AppError('session.expired')
    return caller
  }

  return {
    app,
    bound: () => [...bound],
    bind: (endpoint, handler) => {
      bound.add(`${endpoint.method} ${endpoint.path}`)
      routeIn(app, endpoint, {
        method: endpoint.method,
        url: apiBase + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
        bodyLimit:
          endpoint.bodyLimit ?? (endpoint.guard === 'session' ? defaultBody : strangersBody),
        // The guard stands before the body is read: a stranger cannot make the server swallow 50 MB.
        onRequest: async (request, reply) => {
          const caller = await callerOf(request, endpoint)
          const rate = endpoint.rate ?? (caller ? sessionRate : publicRate)
          // Persons are counted, not their logins; strangers by where they come from.
          const who = caller ? `user ${caller.person.userId}` : networkKey(request.ip)
          if (!buckets.take(`${endpoint.method} ${endpoint.path} ${who}`, rate))
            throw new AppError('request.too-many')
          if (caller) refuseCaller(caller, endpoint, isAtHome(options, caller, request))
          known.set(request, caller)
          askers.set(request, askerOf(sender(request), reply, caller))
        },
        handler: async (request, reply) => {
          const caller = known.get(request) ?? null
          if (caller && !endpoint.namesAddress)
            refuseForeignAddress(caller, request.query, request.body)
          const parsed = parseRequest(endpoint, request) as Parsed<typeof endpoint>
          const context: Context<typeof endpoint> = {
            ...parsed,
            ...sender(request),
            ...filesOf(bodies, request, caller),
            browser: browserMark(request, reply, secure),
            get caller() {
              if (!caller) throw new AppError('session.expired')
              return caller
            },
          }
          const asker = askers.get(request) ?? askerOf(context, reply, caller)
          const result = await runAs(asker, () => handler(context))
          if (endpoint.kind === 'binary') {
            const { bytes, headers } = result as BinaryReply
            return going.send(reply.headers(headers), bytes, asker)
          }
          const envelope = { code: 200, message: 'OK', data: result }
          return sendJson({ request, reply, going, asker }, envelope)
        },
      })
    },
  }
}

const isAtHome = (
  { callers, secure }: Pick<Options, 'callers' | 'secure'>,
  caller: Caller,
  request: FastifyRequest,
): boolean => callers.isAtHome(caller, { ip: request.ip, half: halfMarkOf(request, secure) })

/** Null for a stranger, for one who may call nothing else now, and for one who is in another's mailbox. */
async function freeCaller(callers: Options['callers'], token: string | undefined) {
  const caller = token && (await callers.ofToken(token, { idle: null, evenLocked: true }))
  return caller && !caller.locked && !caller.owing && caller.level === null ? caller : null
}

/** Forms are read in a place of their own, by those endpoints alone that say so (T20). */
function routeIn(app: FastifyInstance, { form, usedUp }: Endpoint, route: RouteOptions): void {
  if (usedUp) refuseHead(app, route.url)
  if (!form) return void app.route({ ...route, exposeHeadRoute: !usedUp })
  app.register(async (scope) => {
    scope.addContentTypeParser(formType, (request: FastifyRequest, body: Readable) =>
      readForm(body, request.routeOptions.bodyLimit ?? strangersBody),
    )
    scope.route(route)
  })
}

/** RFC 9110 §15.5.6. */
const refuseHead = (app: FastifyInstance, url: string): void =>
  void app.route({
    method: 'HEAD',
    url,
    handler: async (_request, reply) => reply.code(405).header('Allow', 'GET').send(),
  })

/** Slow clients: what they send waits on disk, what they do not read is not kept for them. */
function bodiesOf(app: FastifyInstance, slowSeconds: number): Bodies {
  const pace = paceOf(slowSeconds)
  const readers = watchReaders(pace)
  app.addHook('onReady', async () => void (await sweepTemporaryFiles()))
  app.addHook('onSend', async (_request, reply) => {
    answerMade(reply.raw)
    readers.watch(reply.raw)
  })
  app.addHook('onClose', async () => readers.stop())
  const bodies = createBodies(pace)
  // A body of any other kind than JSON or multipart is not parsed at all.
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser('application/json', (request: FastifyRequest, body: Readable) => {
    const read = () => readJson(body, request.routeOptions.bodyLimit ?? defaultBody, bodies.whole)
    const asker = askers.get(request)
    return asker ? runAs(asker, read) : read()
  })
  return bodies
}

const askerOf = (
  { userAgent, ip }: Pick<Context<Endpoint>, 'userAgent' | 'ip'>,
  reply: FastifyReply,
  caller: Caller | null,
): Asker => ({
  origin: originOf(reply.request),
  client: userAgent,
  ip,
  login: caller?.sessionId,
  member: caller && caller.level !== null ? caller.person.address : '',
  account: caller ? String(caller.accountId) : networkKey(ip),
  ...lifeOf(reply.raw),
})

/** What may be called while the screen is locked asks about it, and is no sign of a person. */
function useOf({ headers }: FastifyRequest, { whileLocked: evenLocked = false }: Endpoint) {
  const said = headers[idleHeader]
  const idle = typeof said === 'string' && /^\d{1,8}$/.test(said) ? Number(said) : 0
  return { idle: evenLocked ? null : idle, evenLocked }
}

function originOf({ headers }: FastifyRequest): string | undefined {
  const named = headers[originHeader]
  return typeof named === 'string' && originPattern.test(named) ? named : undefined
}

const known = new WeakMap<FastifyRequest, Caller | null>()
const askers = new WeakMap<FastifyRequest, Asker>()

const sender = (request: FastifyRequest) => ({
  language: languageOf(request),
  ip: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
})

/** The ways to read a form. What its fields claim is looked at like any other payload. */
function filesOf(
  bodies: Bodies,
  request: FastifyRequest,
  caller: Caller | null,
): Pick<Context<Endpoint>, 'file' | 'onDisk' | 'form'> {
  const check = (fields: Record<string, string>) => caller && refuseForeignAddress(caller, fields)
  return {
    file: async (maxBytes) => {
      const file = await bodies.file(request, maxBytes)
      check(file.fields)
      return file
    },
    onDisk: (maxBytes, work) =>
      bodies.onDisk(request, maxBytes, (file) => {
        check(file.fields)
        return work(file)
      }),
    form: async () => {
      const fields = await bodies.form(request)
      check(fields)
      return fields
    },
  }
}

/** Only what a proxy of ours wrote into X-Forwarded-For counts: all before that is the client's own text. */
const trusted = (proxies: TrustedProxies) =>
  proxies === 'none'
    ? false
    : proxies === 'one'
      ? (_address: string, hop: number) => hop === 0
      : [...proxies]

/** A signed link is the last part of its path. */
const linkOf = (request: FastifyRequest): string =>
  Object.values(request.params as Record<string, string>).at(-1) ?? ''

export function languageOf(request: FastifyRequest): Language {
  const wanted = String(request.headers['accept-language'] ?? '')
  return /^\s*en\b/i.test(wanted) ? 'en' : 'zh'
}

interface Failure {
  thrown: unknown
  request: FastifyRequest
  reply: FastifyReply
  log: Log
}

function sendError({ thrown, request, reply, log }: Failure): void {
  const { code, details } = explain(thrown)
  const row = errors[code]
  if (row.status === 500)
    log.error({ err: thrown, url: request.routeOptions.url }, 'a request failed')
  if (row.status === 503) reply.header('Retry-After', '1')
  // What still comes of its body is for nobody.
  if (row.status === 408) reply.header('Connection', 'close')
  if (row.status === 401) reply.header('WWW-Authenticate', 'Bearer')
  reply
    .code(row.status)
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({
        code: row.code,
        message: errorText(code, languageOf(request), details),
        error: code,
        data: null,
      }),
    )
}

/** What a client may know of something that was thrown: never a stack, SQL or a path. */
function explain(thrown: unknown): { code: ErrorCode; details: Record<string, string> } {
  if (thrown instanceof AppError) return { code: thrown.code, details: thrown.details }
  if (thrown instanceof ClientGone) return { code: 'request.timeout', details: {} }
  if (isDiskFull(thrown)) return { code: 'server.full', details: {} }
  if (isConnectionLoss(thrown)) return { code: 'server.unavailable', details: {} }
  const { code, statusCode } = thrown as { code?: string; statusCode?: number }
  if (code === '57014') return { code: 'request.timeout', details: {} }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413)
    return { code: 'request.too-large', details: {} }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return { code: 'request.invalid', details: { detail: 'body' } }
  }
  return { code: 'server.failed', details: {} }
}
