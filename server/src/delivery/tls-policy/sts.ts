import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { GuardedFetch } from '../../platform/net/guarded-fetch.ts'
import type { DnsResolver } from '../dns/resolver.ts'
import { readStsPolicy, type StsPolicy, stsIdOf } from './sts-policy.ts'
import { keepPolicy, keptPolicy } from './tls-policy.queries.ts'

/** The policy of a domain; `trouble` when it publishes one that could not be had, and an older one is not known. */
export type StsFinding =
  | { kind: 'none' }
  | { kind: 'policy'; policy: StsPolicy }
  | { kind: 'trouble'; result: 'sts-policy-fetch-error' | 'sts-policy-invalid' }

export interface Sts {
  of(domain: string): Promise<StsFinding>
}

interface Options {
  database: Database
  dns: DnsResolver
  web: GuardedFetch
  clock: Clock
  /** Port of web servers: 443. */
  port: number
}

const maxBytes = 64 * 1024
const lookupMs = 5_000
/** After a fetch that failed a domain's web server is left alone for so long. */
const pause = 5 * 60_000
const mostFailures = 1_000

/**
 * Policies of RFC 8461. What was fetched is kept in the database and holds until its end, so that whoever can forge DNS
 * for a moment cannot take it back (§10.2); a new identifier in DNS is what makes it be fetched anew.
 */
export function createSts({ database, dns, web, clock, port }: Options): Sts {
  const open = new Map<string, Promise<StsFinding>>()
  const failed = new Map<string, { at: number; finding: StsFinding }>()

  const fetchPolicy = async (domain: string, id: string): Promise<StsFinding> => {
    const known = failed.get(domain)
    if (known && clock.now().getTime() - known.at < pause) return known.finding
    const finding = await fetched(domain, id)
    failed.delete(domain)
    if (finding.kind !== 'policy') {
      failed.set(domain, { at: clock.now().getTime(), finding })
      const [oldest] = failed.keys()
      if (failed.size > mostFailures && oldest !== undefined) failed.delete(oldest)
    }
    return finding
  }

  const fetched = async (domain: string, id: string): Promise<StsFinding> => {
    const host = `mta-sts.${domain}${port === 443 ? '' : `:${port}`}`
    const answer = await web
      .fetch({
        url: `https://${host}/.well-known/mta-sts.txt`,
        method: 'GET',
        accept: 'text/plain',
        maxBytes,
        // RFC 8461 §3.3: a redirect is not followed.
        maxRedirects: 0,
      })
      .catch(() => null)
    if (answer?.status !== 200) return { kind: 'trouble', result: 'sts-policy-fetch-error' }
    const policy = answer.type === 'text/plain' ? readStsPolicy(answer.bytes.toString()) : null
    if (!policy) return { kind: 'trouble', result: 'sts-policy-invalid' }
    await keepPolicy(database, domain, { policy: { ...policy, id }, now: clock.now() })
    return { kind: 'policy', policy }
  }

  const look = async (domain: string): Promise<StsFinding> => {
    const [id, kept] = await Promise.all([
      publishedId(dns, domain),
      keptPolicy(database, domain, clock.now()),
    ])
    if (kept && (id === null || id === kept.id)) return { kind: 'policy', policy: kept }
    if (id === null) return { kind: 'none' }
    const finding = await fetchPolicy(domain, id)
    // RFC 8461 §3.3: one that cannot be had anew does not end the one that still holds.
    return finding.kind !== 'policy' && kept ? { kind: 'policy', policy: kept } : finding
  }

  return {
    of: (domain) => {
      const asked = open.get(domain) ?? look(domain).finally(() => open.delete(domain))
      open.set(domain, asked)
      return asked
    },
  }
}

/** Trouble and absence are the same here: without an identifier nothing new is fetched. */
async function publishedId(dns: DnsResolver, domain: string): Promise<string | null> {
  const records = await dns
    .within(lookupMs)
    .query(`_mta-sts.${domain}`, 'TXT')
    .catch(() => [])
  return stsIdOf(records)
}
