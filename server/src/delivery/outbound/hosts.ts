import { inNetworks, isPublicAddress } from '../../platform/net/public-address.ts'
import { isAbsent } from '../dns/dns-error.ts'
import type { DnsResolver } from '../dns/resolver.ts'
import { type Reason, reason } from './reasons.ts'

/** A server that takes mail for a domain, with the addresses to try in order. */
export interface MailHost {
  name: string
  addresses: string[]
}

/** Where mail for a domain goes. `none` will not change, `later` may. */
export type Hosts =
  | { kind: 'hosts'; hosts: MailHost[] }
  | { kind: 'none'; reason: Reason }
  | { kind: 'later'; reason: Reason }

const maxHosts = 6
const maxAddresses = 4
const lookupMs = 15_000

export interface HostOptions {
  dns: DnsResolver
  /** Our host name: servers after ourselves in the list would send the mail back (§5.1). */
  hostname: string
  /** Addresses and networks that mail may be sent to although they are not on the internet. */
  privateHosts: readonly string[]
}

/**
 * The mail servers of a domain (RFC 5321 §5.1): its MX by preference, in random order within one; without
 * any MX its own address; a null MX (RFC 7505) means that it takes no mail. Whoever owns a domain writes its MX, so an
 * address inside our own network would let a stranger have us talk to it (T24).
 */
export async function findHosts(options: HostOptions, domain: string): Promise<Hosts> {
  const { dns, hostname: ownName } = options
  const resolver = dns.within(lookupMs)
  const names = await mailNames(resolver, domain)
  if ('kind' in names) return names
  if (names.some((name) => name === '' || name === '.')) {
    return { kind: 'none', reason: reason('no-mail-there', domain) }
  }
  const own = names.indexOf(ownName.toLowerCase())
  const usable = (own < 0 ? names : names.slice(0, own)).slice(0, maxHosts)
  if (usable.length === 0) return { kind: 'none', reason: reason('loop', domain) }
  const found = await withAddresses(resolver, domain, usable)
  return found.kind === 'hosts' ? onlyOpen(found.hosts, domain, options.privateHosts) : found
}

async function mailNames(resolver: DnsResolver, domain: string): Promise<string[] | Hosts> {
  try {
    const records = await resolver.query(domain, 'MX')
    return records
      .map((one) => ({ ...one, order: Math.random() }))
      .sort((a, b) => a.priority - b.priority || a.order - b.order)
      .map((one) => one.exchange.toLowerCase().replace(/\.$/, ''))
  } catch (thrown) {
    // Without MX the domain itself is the server; a domain that does not exist shows when its address is asked.
    if (isAbsent(thrown)) return [domain]
    return { kind: 'later', reason: reason('dns', `${domain} MX ${codeOf(thrown)}`) }
  }
}

async function withAddresses(
  resolver: DnsResolver,
  domain: string,
  names: readonly string[],
): Promise<Hosts> {
  const found = await Promise.all(names.map((name) => addressesOf(resolver, name)))
  const hosts = names.flatMap((name, index) => {
    const addresses = found[index]?.addresses ?? []
    return addresses.length > 0 ? [{ name, addresses }] : []
  })
  if (hosts.length > 0) return { kind: 'hosts', hosts }
  const open = found.find((one) => one.trouble !== null)
  if (open) return { kind: 'later', reason: reason('dns', `${domain} ${open.trouble}`) }
  return { kind: 'none', reason: reason('no-domain', domain) }
}

function onlyOpen(hosts: MailHost[], domain: string, privateHosts: readonly string[]): Hosts {
  const isAllowed = inNetworks(privateHosts)
  const open = hosts.flatMap(({ name, addresses }) => {
    const left = addresses.filter((one) => isPublicAddress(one) || isAllowed(one))
    return left.length > 0 ? [{ name, addresses: left }] : []
  })
  return open.length > 0
    ? { kind: 'hosts', hosts: open }
    : { kind: 'none', reason: reason('private-host', domain) }
}

async function addressesOf(
  resolver: DnsResolver,
  name: string,
): Promise<{ addresses: string[]; trouble: string | null }> {
  const asked = await Promise.allSettled([resolver.query(name, 'A'), resolver.query(name, 'AAAA')])
  const addresses = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  const failed = asked.find((one) => one.status === 'rejected' && !isAbsent(one.reason))
  const trouble = failed?.status === 'rejected' ? codeOf(failed.reason) : null
  return { addresses: addresses.slice(0, maxAddresses), trouble }
}

const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'error'
