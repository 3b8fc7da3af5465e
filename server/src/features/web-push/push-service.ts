import { request } from 'node:https'
import { isIP } from 'node:net'
import type { DnsResolver } from '../../delivery/dns/resolver.ts'
import type { Clock } from '../../platform/clock.ts'
import { isPublicAddress } from '../../platform/net/public-address.ts'
import type { Vapid } from './vapid.ts'

const timeoutMs = 10_000
/** A notification of yesterday is none. */
const keepSeconds = 12 * 3600

/** What became of a message. */
export type Outcome = 'taken' | 'gone' | 'failed'

interface Options {
  dns: DnsResolver
  vapid: Vapid
  clock: Clock
  /**
   * Names that endpoints may have: `host`, `*.domain`, or `host:port` for a push service of one's own, which may lie
   * on a private address.
   */
  allowed: readonly string[]
}

/** The way to the push services of browsers. A browser names the address: it is never followed anywhere else (T24). */
export interface PushServices {
  isAllowed(endpoint: string): boolean
  send(endpoint: string, body: Buffer): Promise<Outcome>
}

export function createPushServices({ dns, vapid, clock, allowed }: Options): PushServices {
  const isOwn = (url: URL) => url.port !== '' && allowed.includes(url.host)
  const isAllowed = (endpoint: string): boolean => {
    const url = URL.canParse(endpoint) ? new URL(endpoint) : null
    if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
    if (isOwn(url)) return true
    return url.port === '' && allowed.some((one) => fits(url.hostname, one))
  }

  /** The one address that is connected to. One closed address among open ones is how rebinding begins. */
  const pin = async (url: URL): Promise<string | null> => {
    const asked = dns.within(5_000)
    const found = (
      await Promise.all([
        asked.query(url.hostname, 'A').catch(() => []),
        asked.query(url.hostname, 'AAAA').catch(() => []),
      ])
    ).flat()
    return isOwn(url) || found.every(isPublicAddress) ? (found[0] ?? null) : null
  }

  return {
    isAllowed,
    send: async (endpoint, body) => {
      // Checked again: the list may have changed since the browser subscribed.
      if (!isAllowed(endpoint)) return 'gone'
      const url = new URL(endpoint)
      const address = await pin(url)
      if (address === null) return 'failed'
      const status = await post(url, address, {
        body,
        headers: {
          Host: url.host,
          Authorization: vapid.authorization(url.origin, clock.now()),
          TTL: String(keepSeconds),
          Urgency: 'normal',
          'Content-Type': 'application/octet-stream',
          'Content-Encoding': 'aes128gcm',
          'Content-Length': String(body.length),
        },
      })
      // RFC 8030 §7.3: the subscription has ended.
      if (status === 404 || status === 410) return 'gone'
      return status >= 200 && status < 300 ? 'taken' : 'failed'
    },
  }
}

const fits = (hostname: string, pattern: string): boolean =>
  pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : hostname === pattern

interface Message {
  body: Buffer
  headers: Record<string, string>
}

/** The status of the answer; 0 when none came. Redirects are not followed, the answer's body is not read. */
function post(url: URL, address: string, { body, headers }: Message): Promise<number> {
  return new Promise((resolve) => {
    const call = request({
      method: 'POST',
      host: address,
      family: isIP(address),
      servername: url.hostname,
      port: url.port || 443,
      path: url.pathname + url.search,
      headers,
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
    })
    call.on('response', (answer) => {
      resolve(answer.statusCode ?? 0)
      answer.destroy()
    })
    call.on('error', () => resolve(0))
    call.end(body)
  })
}
