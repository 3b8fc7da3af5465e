import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { SecureContext } from 'node:tls'
import { slowWork } from '../db/slow-work.ts'
import { isPublicAddress } from './public-address.ts'

/** What is asked of a stranger's web server. */
export interface GuardedRequest {
  url: string
  method: 'GET' | 'POST'
  body?: string
  /** Of the body of a POST; absent: `application/x-www-form-urlencoded`. */
  type?: string
  /** Further fields. */
  headers?: Record<string, string>
  accept: string
  /** More than so many bytes of an answer are a refusal. */
  maxBytes: number
  maxRedirects: number
}

export interface GuardedAnswer {
  status: number
  /** Lower case, without parameters; '' when none is given. */
  type: string
  bytes: Buffer
}

/**
 * Any reason why nothing came: a closed address, a closed port, a time-out, too much. One error without details, so
 * that nobody can find out by us what is there (T24).
 */
export class FetchRefused extends Error {
  constructor() {
    super('the address could not be fetched')
    this.name = 'FetchRefused'
  }
}

/** Asks web servers that a mail names, without ever reaching into our own network. */
export interface GuardedFetch {
  /** @throws FetchRefused */
  fetch(request: GuardedRequest): Promise<GuardedAnswer>
}

interface Options {
  /** IPv4 and IPv6 addresses of a name; asked once for each request, whose connection goes to what it said. */
  resolve(host: string): Promise<readonly string[]>
  /** `host:port` that may lie on a private address: for an organisation's own servers, and for tests. */
  privateHosts: readonly string[]
  /** Longest time for a whole request, redirects included, in ms. */
  timeout?: number
  /** Whose certificates are trusted; null: those that Node knows. */
  trusted?: SecureContext | null
}

const redirects = new Set([301, 302, 303, 307, 308])

export function createGuardedFetch({
  resolve,
  privateHosts,
  timeout = 8_000,
  trusted = null,
}: Options): GuardedFetch {
  const allowed = new Set(privateHosts.map((one) => one.toLowerCase()))

  /** The one address that may be connected to. */
  const pin = async (url: URL): Promise<string> => {
    const { hostname, port, protocol } = url
    const bare = hostname.replace(/^\[|\]$/g, '')
    const isOwn = allowed.has(`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`)
    // Ports other than those of the web are not asked: mail must not make us talk to anything else.
    if (!isOwn && port !== '') throw new FetchRefused()
    const found = isIP(bare) ? [bare] : await resolve(bare.replace(/\.$/, ''))
    const [first] = found
    if (first === undefined) throw new FetchRefused()
    // One closed address among open ones is how rebinding begins: then none is used.
    if (!isOwn && !found.every(isPublicAddress)) throw new FetchRefused()
    return first
  }

  const follow = async (
    asked: GuardedRequest,
    { url, left, signal }: { url: URL; left: number; signal: AbortSignal },
  ): Promise<GuardedAnswer> => {
    checkUrl(url)
    const address = await pin(url)
    signal.throwIfAborted()
    const answer = await send(asked, { url, address, signal, trusted })
    const { location } = answer.headers
    if (!redirects.has(answer.statusCode ?? 0) || location === undefined) {
      return { ...headOf(answer), bytes: await readAll(answer, asked.maxBytes) }
    }
    answer.destroy()
    // RFC 8058 §3.1: a one-click POST is not redirected.
    if (left === 0 || asked.method === 'POST') throw new FetchRefused()
    return follow(asked, { url: new URL(location, url), left: left - 1, signal })
  }

  return {
    fetch: async (asked) => {
      slowWork('the network')
      const signal = AbortSignal.timeout(timeout)
      try {
        return await beforeAbort(
          follow(asked, { url: new URL(asked.url), left: asked.maxRedirects, signal }),
          signal,
        )
      } catch {
        throw new FetchRefused()
      }
    },
  }
}

/** A resolver that never answers must not hold us longer than the rest may. */
function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new FetchRefused()), { once: true })
    work.then(resolve, reject)
  })
}

function checkUrl({ protocol, username, password, hostname }: URL): void {
  const isWeb = protocol === 'https:' || protocol === 'http:'
  if (!isWeb || username !== '' || password !== '' || hostname === '') throw new FetchRefused()
}

interface Target {
  url: URL
  address: string
  signal: AbortSignal
  trusted: SecureContext | null
}

/** No cookies, no referrer, nothing about the reader; the connection goes to the checked address and to no other. */
function send(
  asked: GuardedRequest,
  { url, address, signal, trusted }: Target,
): Promise<IncomingMessage> {
  const body = asked.method === 'POST' ? (asked.body ?? '') : null
  const options: RequestOptions & { servername?: string; secureContext?: SecureContext } = {
    method: asked.method,
    host: address,
    family: isIP(address),
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: url.pathname + url.search,
    headers: {
      Host: url.host,
      'User-Agent': 'Mozilla/5.0 (compatible; Hongyan)',
      Accept: asked.accept,
      'Accept-Encoding': 'identity',
      Connection: 'close',
      ...asked.headers,
      ...(body === null
        ? {}
        : {
            'Content-Type': asked.type ?? 'application/x-www-form-urlencoded',
            'Content-Length': Buffer.byteLength(body),
          }),
    },
    maxHeaderSize: 16_384,
    agent: false,
    signal,
  }
  const secure = url.protocol === 'https:'
  const name = url.hostname.replace(/^\[|\]$/g, '')
  if (secure && !isIP(name)) options.servername = name
  if (secure && trusted) options.secureContext = trusted
  return new Promise((resolve, reject) => {
    const request = secure ? requestHttps(options, resolve) : requestHttp(options, resolve)
    request.on('error', reject)
    request.end(body ?? undefined)
  })
}

const headOf = ({ statusCode, headers }: IncomingMessage): Omit<GuardedAnswer, 'bytes'> => ({
  status: statusCode ?? 0,
  type: (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
})

async function readAll(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > maxBytes) {
      answer.destroy()
      throw new FetchRefused()
    }
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
