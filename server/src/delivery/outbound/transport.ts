import type { SecureContext } from 'node:tls'
import type { DnsResolver } from '../dns/resolver.ts'
import { isMust, policyTypeOf, type TlsPolicies } from '../tls-policy/tls-policies.ts'
import { wantsNoTlsPolicy } from '../tls-policy/tls-required.ts'
import type { TlsResults } from '../tls-policy/tls-results.ts'
import { findHosts } from './hosts.ts'
import { type Outcome, type Reason, reason } from './reasons.ts'
import {
  type OutgoingMail,
  type Peer,
  type Talk,
  type TalkOptions,
  talk,
} from './smtp-conversation.ts'
import type { Relay } from './types.ts'

/** Carries a mail to other servers. */
export interface Transport {
  /** The groups of recipients that go in one conversation: by domain, or all together through a relay. */
  groupOf(domain: string): string
  /** One attempt for one group; every recipient gets an outcome. */
  carry(group: string, mail: OutgoingMail, signal: AbortSignal): Promise<Map<string, Outcome>>
}

interface Options {
  relay: Relay | null
  dns: DnsResolver
  /** Our name in EHLO. */
  hostname: string
  /** Port of other mail servers: 25. */
  port: number
  /** Addresses and networks off the internet that an MX may name. */
  privateHosts: readonly string[]
  /** Whose certificates are trusted; null: those that Node knows. */
  trusted: SecureContext | null
  policies: TlsPolicies
  results: TlsResults
}

export function createTransport(options: Options): Transport {
  const { relay, dns, hostname, port, privateHosts, trusted, policies, results } = options
  /** One conversation with the first server that answers; those that it had no room for come back as `later`. */
  const once = async ({ peers, domain }: Place, mail: OutgoingMail, signal: AbortSignal) => {
    let last: Reason = reason('unreachable')
    for (const peer of inOrder(peers, mail.unansweredBy)) {
      if (signal.aborted) break
      const noted = (said: Talk) => {
        if (domain !== null && said.kind !== 'unanswered' && said.tls !== null)
          results.note({
            domain,
            policy: policyTypeOf(peer.demand),
            result: said.tls,
            host: peer.name,
          })
      }
      const result = await talkOrPlain(peer, mail, { hostname, trusted, signal, noted })
      if (result.kind === 'done') return result.outcomes
      last = result.reason
      if (result.kind === 'unanswered')
        return forAll(mail, { kind: 'deferred', reason: last, unansweredBy: placeOf(peer) })
    }
    return forAll(mail, { kind: 'deferred', reason: last })
  }

  const attempt = (place: Place, mail: OutgoingMail, signal: AbortSignal) =>
    inRounds(mail.recipients, (recipients) => once(place, { ...mail, recipients }, signal))

  /** Where mail for a domain goes, each server with what is demanded of it. */
  const serversOf = async (domain: string, mail: OutgoingMail) => {
    const found = await findHosts({ dns, hostname, privateHosts }, domain)
    if (found.kind !== 'hosts') return found
    const anyhow = () => found.hosts.map((one) => ({ ...one, demand: { kind: 'none' } as const }))
    if (wantsNoTlsPolicy(mail.raw)) return { kind: 'hosts' as const, hosts: anyhow() }
    return policies.demandsOf(domain, found.hosts)
  }

  return {
    groupOf: (domain) => (relay ? '' : domain),
    carry: async (group, mail, signal) => {
      if (relay) return attempt({ peers: [relayPeer(relay)], domain: null }, mail, signal)
      const found = await serversOf(group, mail)
      if (found.kind === 'none') return forAll(mail, { kind: 'bounced', reason: found.reason })
      if (found.kind === 'later') return forAll(mail, { kind: 'deferred', reason: found.reason })
      const peers = found.hosts.flatMap(({ name, addresses, demand }) =>
        addresses.map(
          (address): Peer => ({ address, name, port, tls: 'opportunistic', demand, login: null }),
        ),
      )
      return attempt({ peers, domain: group }, mail, signal)
    },
  }
}

/** Servers to try; the domain is null for a relay, which is nobody's own. */
interface Place {
  peers: readonly Peer[]
  domain: string | null
}

type Outcomes = Map<string, Outcome>

/** What a server must take in one conversation. */
const everyServerTakes = 100

/**
 * All recipients, as many in one conversation as every server takes (RFC 5321 §4.5.3.1.8) and then as many as this one
 * does: those that were too many follow at once (§4.5.3.1.10), not one by one over hours.
 */
async function inRounds(
  all: readonly string[],
  carryTo: (recipients: string[]) => Promise<Outcomes>,
): Promise<Outcomes> {
  const outcomes: Outcomes = new Map()
  let waiting = [...all]
  let atOnce = everyServerTakes
  while (waiting.length > 0) {
    const recipients = waiting.slice(0, atOnce)
    const found = await carryTo(recipients)
    for (const [address, outcome] of found) outcomes.set(address, outcome)
    const left = recipients.filter((one) => isTooMany(found.get(one)))
    const taken = recipients.length - left.length
    const rest = waiting.slice(recipients.length)
    if (taken === 0 || isLost(found)) {
      for (const address of rest) outcomes.set(address, likeThose(found))
      break
    }
    if (left.length > 0) atOnce = taken
    waiting = [...left, ...rest]
  }
  return outcomes
}

const tooMany =
  /^[45]\d\d[ -](?:[45]\.5\.3\b|.*\btoo many (?:rcpt|recipients)\b)|^452[ -](?!\d\.\d)/i

/** RFC 5321 §4.5.3.1.10: 452; a full mailbox and a full disk have a status of their own. */
const isTooMany = (outcome: Outcome | undefined): boolean =>
  outcome?.kind === 'deferred' && tooMany.test(outcome.reason.words)

/** Nobody got it and the server said nothing: another conversation would fare no better now. */
const isLost = (found: Outcomes): boolean =>
  [...found.values()].every(
    (one) => one.kind === 'deferred' && !/^[245]\d\d[ -]/.test(one.reason.words),
  )

/** For those whom an attempt that came to nothing did not reach. */
function likeThose(found: Outcomes): Outcome {
  const [one] = found.values()
  const known = one?.kind === 'deferred' && one.reason.code !== 'unanswered'
  return { kind: 'deferred', reason: known ? one.reason : reason('unreachable') }
}

/** How a server is remembered that may have a mail. */
const placeOf = ({ name, address }: Peer): string => `${name} ${address}`

/** A server that may have the mail is asked first: it may recognise it, another one cannot. */
const inOrder = (peers: readonly Peer[], first: string | null = null): Peer[] =>
  [...peers].sort((a, b) => Number(placeOf(b) === first) - Number(placeOf(a) === first))

/**
 * Opportunistic TLS must not keep mail from arriving: a failed handshake is followed by plain SMTP (RFC 7435), where the
 * domain demands nothing.
 */
async function talkOrPlain(
  peer: Peer,
  mail: OutgoingMail,
  { noted, ...options }: TalkOptions & { noted: (said: Talk) => void },
): Promise<Talk> {
  const first = await talk(peer, mail, options)
  noted(first)
  const mayBePlain = peer.tls === 'opportunistic' && !isMust(peer.demand)
  const plain = first.kind === 'unreachable' && first.tlsFailed && mayBePlain
  return plain && !options.signal.aborted ? talk({ ...peer, tls: 'none' }, mail, options) : first
}

const relayPeer = ({ host, port, tls, user, password }: Relay): Peer => ({
  address: host,
  name: host,
  port,
  tls,
  demand: { kind: 'none' },
  login: user === null ? null : { user, password: password ?? '' },
})

const forAll = (mail: OutgoingMail, outcome: Outcome): Map<string, Outcome> =>
  new Map(mail.recipients.map((address) => [address, outcome]))
