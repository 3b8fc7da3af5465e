import type { MailHost } from '../outbound/hosts.ts'
import { type Reason, reason } from '../outbound/reasons.ts'
import type { Dane } from './dane.ts'
import type { Sts, StsFinding } from './sts.ts'
import { namesServer } from './sts-policy.ts'
import type { PolicyType, TlsResults } from './tls-results.ts'
import type { Tlsa } from './tlsa.ts'

/**
 * How a conversation must be secured. `none`: as well as may be (RFC 7435). `sts`: a certificate that the web trusts, for
 * the server's name. `dane`: what TLSA records say; without any, TLS by whatever certificate.
 */
export type TlsDemand =
  | { kind: 'none' }
  | { kind: 'sts'; enforced: boolean }
  | { kind: 'dane'; records: Tlsa[]; domain: string }

/** Whether mail waits rather than leave otherwise. */
export const isMust = (demand: TlsDemand): boolean =>
  demand.kind === 'dane' || (demand.kind === 'sts' && demand.enforced)

export const policyTypeOf = ({ kind }: TlsDemand): PolicyType => {
  if (kind === 'dane') return 'tlsa'
  return kind === 'sts' ? 'sts' : 'no-policy-found'
}

export interface DemandingHost extends MailHost {
  demand: TlsDemand
}

export interface TlsPolicies {
  /** The servers of a domain that may be spoken to, each with what is demanded of it. */
  demandsOf(
    domain: string,
    hosts: readonly MailHost[],
  ): Promise<{ kind: 'hosts'; hosts: DemandingHost[] } | { kind: 'later'; reason: Reason }>
}

interface Options {
  sts: Sts
  /** Null where no resolver checks signatures. */
  dane: Dane | null
  results: TlsResults
  /** Port of other mail servers: 25. */
  port: number
}

/** DANE (RFC 7672) where the names are signed, else MTA-STS (RFC 8461 §2: it never stands in for a DANE that fails). */
export function createTlsPolicies({ sts, dane, results, port }: Options): TlsPolicies {
  /** What is demanded of one server; null: it is not spoken to now, and why is noted. */
  const demandOf = async (
    { name }: MailHost,
    { domain, found, isSigned }: { domain: string; found: StsFinding; isSigned: boolean },
  ): Promise<TlsDemand | null> => {
    const said = dane && isSigned ? await dane.ofServer(name, port) : null
    if (said?.kind === 'records') return { kind: 'dane', records: said.records, domain }
    if (said?.kind === 'unknown') {
      results.note({ domain, host: name, policy: 'tlsa', result: 'dnssec-invalid' })
      return null
    }
    const demand = bySts(found, name)
    if (!demand) results.note({ domain, host: name, policy: 'sts', result: 'validation-failure' })
    return demand
  }

  return {
    demandsOf: async (domain, hosts) => {
      const [found, isSigned] = await Promise.all([
        sts.of(domain),
        dane ? dane.isSigned(domain) : false,
      ])
      if (isSigned === 'unknown') {
        results.note({ domain, host: '', policy: 'tlsa', result: 'dnssec-invalid' })
        return { kind: 'later', reason: reason('tls-policy', `${domain}: DNSSEC`) }
      }
      if (found.kind === 'trouble')
        results.note({ domain, host: '', policy: 'sts', result: found.result })
      const usable: DemandingHost[] = []
      for (const host of hosts) {
        const demand = await demandOf(host, { domain, found, isSigned })
        if (demand) usable.push({ ...host, demand })
      }
      if (usable.length > 0) return { kind: 'hosts', hosts: usable }
      const names = hosts.map((one) => one.name).join(', ')
      return { kind: 'later', reason: reason('tls-policy', `${domain}: ${names}`) }
    },
  }
}

/** Null: the policy does not name this server. */
function bySts(found: StsFinding, name: string): TlsDemand | null {
  if (found.kind !== 'policy' || found.policy.mode === 'none') return { kind: 'none' }
  const enforced = found.policy.mode === 'enforce'
  if (enforced && !namesServer(found.policy, name)) return null
  return { kind: 'sts', enforced }
}
