import {
  type BrowserEndpoint,
  type CallInput,
  type Endpoint,
  idleHeader,
  originHeader,
  type Reply,
} from '@hongyan/contract/endpoint'
import { limits } from '@hongyan/contract/limits'
import { ApiError, type ApiErrorKind, failedText, lockedCode, offlineError } from './api-error.ts'
import { takeEarly } from './early-calls.ts'
import { readAnswer } from './foreign-text.ts'
import { currentLanguage } from './language.ts'
import { idleSeconds } from './last-deed.ts'
import { suspectLine } from './line.ts'
import { withOverlay } from './loading.ts'
import { freshAccessToken } from './renew.ts'
import { emitSession, endSession, readTokens } from './tokens.ts'
import { withToken } from './with-token.ts'

export { ApiError }

/** Root of every call; paths of the contract are relative to it. */
export const apiBase = '/api/'

/**
 * Who we are before login (AUTH-13, T21): a public client name that opens nothing by itself. Endpoints
 * behind a login refuse it.
 */
const clientCredential = 'Basic aG9uZ3lhbi13ZWI6aG9uZ3lhbi13ZWI='

/** The code of `password.change-owed`. */
const passwordOwed = 403110

export interface CallOptions {
  signal?: AbortSignal
  /** Lets a last save finish while the page closes. */
  keepalive?: boolean
  /** The header flag `showLoading` of the specification (G29), which never leaves the browser: an overlay over the page. */
  showLoading?: boolean
  /** A name for the change that this call makes: push carries it back (`originHeader`). */
  origin?: string
  /** Asked of the server even where an early answer waits: this is the call that makes one. */
  anew?: boolean
  /** Where the caller has a token in hand and holds the lock of the renewal (`exchangePair`). */
  token?: string
}

/**
 * One call of the contract. Resolves with the envelope's data; throws ApiError, or the AbortError of
 * `options.signal`. A session that ended meanwhile is announced to the whole app before the throw.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  const work = () => answerOf(endpoint, input, options)
  return options.showLoading ? withOverlay(work) : work()
}

async function answerOf<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions,
): Promise<Reply<E>> {
  const early = options.anew ? null : takeEarly(endpoint, input)
  if (early) return early
  const { token } = options
  const answer = await withToken((next) => send(endpoint, input, { ...options, token: next }), {
    take: async () => token ?? tokenFor(endpoint),
    retries: endpoint.guard === 'session',
    holdsLock: token !== undefined,
  })
  return unwrap(answer)
}

async function tokenFor({
  guard,
  knowsCaller,
  whileLocked,
}: BrowserEndpoint): Promise<string | null> {
  if (guard !== 'session' && !knowsCaller) return null
  try {
    return await freshAccessToken()
  } catch (error) {
    // A locked screen gets no new token: the old one is good enough to unlock it.
    const locked = error instanceof ApiError && error.kind === 'locked'
    if (!locked || !whileLocked) throw error
    return readTokens()?.accessToken ?? null
  }
}

interface Answer {
  status: number
  body: unknown
}

async function send(
  endpoint: BrowserEndpoint,
  input: { params?: unknown; query?: unknown; body?: unknown },
  options: Omit<CallOptions, 'token'> & { token: string | null },
): Promise<Answer> {
  const headers = requestHeaders(options.token)
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  if (options.origin !== undefined) headers[originHeader] = options.origin
  const timeout = AbortSignal.timeout(limits.requestTimeout)
  try {
    const response = await fetch(urlOf(endpoint, input), {
      method: endpoint.method,
      headers,
      body: input.body === undefined ? null : JSON.stringify(input.body),
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      keepalive: options.keepalive ?? false,
      credentials: 'same-origin',
      cache: 'no-store',
    })
    return { status: response.status, body: bodyOf(await response.text()) }
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    suspectLine()
    throw offlineError()
  }
}

function bodyOf(json: string): unknown {
  try {
    return readAnswer(json)
  } catch {
    // A gateway's own page.
    return null
  }
}

/** Headers of every call. */
export function requestHeaders(token: string | null): Record<string, string> {
  return {
    authorization: token ? `Bearer ${token}` : clientCredential,
    'accept-language': currentLanguage(),
    accept: 'application/json',
    ...(token && { [idleHeader]: String(idleSeconds()) }),
  }
}

/** The address of a call with its parameters and query filled in. */
export function urlOf(
  endpoint: BrowserEndpoint,
  input: { params?: unknown; query?: unknown } = {},
): string {
  const params = Object.fromEntries(Object.entries(input.params ?? {}))
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  const tail = query.toString()
  return `${apiBase}${path}${tail ? `?${tail}` : ''}`
}

/** Opens the envelope (G1: 200 as a number or as text) or throws what went wrong. */
export function unwrap<T>(answer: Answer): T {
  const { status, body } = answer
  const envelope = isEnvelope(body) ? body : null
  if (envelope && status < 400 && Number(envelope.code) === 200) return envelope.data as T
  const code = Number(envelope?.code ?? status)
  // Gateways in front of us say so with 200 and a status of their own.
  const kind = statusOf(body) === 401 ? 'expired' : kindOf(status, code)
  if (kind === 'expired' && readTokens()) endSession('expired')
  if (kind === 'offline') suspectLine()
  if (kind === 'locked') emitSession({ kind: 'locked' })
  if (kind === 'owed') emitSession({ kind: 'password-owed' })
  throw new ApiError({
    status,
    code,
    kind,
    message: envelope?.message || failedText(),
  })
}

function kindOf(status: number, code: number): ApiErrorKind {
  if (status === 401) return 'expired'
  if (status === 400 && code === lockedCode) return 'locked'
  if (code === passwordOwed) return 'owed'
  // A proxy that answers for a server which is down.
  if (status === 502 || status === 504) return 'offline'
  return status >= 500 || status < 400 ? 'failed' : 'refused'
}

/** A `status` inside the body, as number or text (ERRORS-03). */
const statusOf = (body: unknown): number | null =>
  typeof body === 'object' && body !== null && 'status' in body ? Number(body.status) : null

const isEnvelope = (
  body: unknown,
): body is { code: number | string; message: string; data: unknown } =>
  typeof body === 'object' && body !== null && 'code' in body
