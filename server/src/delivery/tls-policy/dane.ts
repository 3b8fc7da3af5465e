import type { SecureAnswer, SecureDns } from '../dns/secure-dns.ts'
import { readTlsa, type Tlsa } from './tlsa.ts'

/**
 * What the domain of a mail server says of its certificate (RFC 7672 §2.2).
 * `none`: nothing, or nothing that is signed. `records`: TLS is a must; none of them usable (empty): unverified TLS is a must
 * (§2.2). `unknown`: it may have said something, so the server is not spoken to now (§2.1.1).
 */
export type DaneFinding =
  | { kind: 'none' }
  | { kind: 'records'; records: Tlsa[] }
  | { kind: 'unknown' }

export interface Dane {
  /** Whether the names of a domain's mail servers are signed: only then may they be trusted to lead to the right ones. */
  isSigned(domain: string): Promise<boolean | 'unknown'>
  ofServer(host: string, port: number): Promise<DaneFinding>
}

export function createDane(dns: SecureDns): Dane {
  const ask = async (
    name: string,
    type: 'MX' | 'A' | 'AAAA' | 'TLSA',
  ): Promise<SecureAnswer | 'unknown'> => {
    try {
      return await dns.query(name, type)
    } catch {
      return 'unknown'
    }
  }
  return {
    isSigned: async (domain) => {
      const answer = await ask(domain, 'MX')
      return answer === 'unknown' ? answer : answer.secure
    },
    ofServer: async (host, port) => {
      // Old name servers fail at types that they do not know: a zone that is not signed is not asked for any (§2.1.2).
      const addresses = await Promise.all([ask(host, 'A'), ask(host, 'AAAA')])
      if (addresses.every((one) => one === 'unknown')) return { kind: 'unknown' }
      if (!addresses.some((one) => one !== 'unknown' && one.secure)) return { kind: 'none' }
      const answer = await ask(`_${port}._tcp.${host}`, 'TLSA')
      if (answer === 'unknown') return { kind: 'unknown' }
      if (!answer.secure || answer.records.length === 0) return { kind: 'none' }
      const records = answer.records.slice(0, mostRecords).flatMap((one) => readTlsa(one) ?? [])
      return { kind: 'records', records }
    },
  }
}

const mostRecords = 20
