import { spf as verifySpf } from 'mailauth/lib/spf/index.js'
import type { Clock } from '../../platform/clock.ts'
import type { DnsResolver } from '../dns/resolver.ts'
import { mailauthResolver } from './mailauth-resolver.ts'

export interface SpfQuestion {
  ip: string
  helo: string
  /** '' for bounces: then the HELO name is checked (RFC 7208 §2.4). */
  sender: string
  resolver: DnsResolver
}

export interface SpfResult {
  result: string
  /** The domain that was checked, lower case. */
  domain: string
  /** True when the local part took part in the answer (macros). */
  personal: boolean
}

const keepFor = 60_000
const maxKept = 5_000

/** RFC 7208, with answers kept for a minute: senders come in bursts. */
export interface Spf {
  check(question: SpfQuestion): Promise<SpfResult>
}

export function createSpf({ hostname, clock }: { hostname: string; clock: Clock }): Spf {
  const kept = new Map<string, { result: SpfResult; until: number }>()
  return {
    check: async (question) => {
      const key = `${question.ip} ${question.helo} ${question.sender.slice(question.sender.lastIndexOf('@') + 1)}`
      const known = kept.get(key)
      const now = clock.now().getTime()
      if (known && known.until > now) return known.result
      const result = await evaluate(question, hostname)
      kept.delete(key)
      if (!result.personal && result.result !== 'temperror') {
        kept.set(key, { result, until: now + keepFor })
        const [oldest] = kept.keys()
        if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
      }
      return result
    },
  }
}

async function evaluate(question: SpfQuestion, hostname: string): Promise<SpfResult> {
  const { ip, helo, sender, resolver } = question
  const found = await verifySpf({
    ip,
    helo,
    sender: sender || `postmaster@${helo}`,
    mta: hostname,
    resolver: mailauthResolver(resolver),
    strict: true,
  })
  const checked = found.status.smtp?.mailfrom ?? ''
  return {
    result: found.status.result,
    domain: String(found.domain).toLowerCase(),
    // In strict mode only a policy that looked at the local part reports the whole address.
    personal: checked.includes('@'),
  }
}
