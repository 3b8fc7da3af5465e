import type { DnsResolver } from './resolver.ts'

/** All addresses of a web server; an absent record type is no address. */
export const resolveHost = (dns: DnsResolver) => async (host: string) => {
  const asked = dns.within(4_000)
  const found = await Promise.all([
    asked.query(host, 'A').catch(() => []),
    asked.query(host, 'AAAA').catch(() => []),
  ])
  return found.flat()
}
