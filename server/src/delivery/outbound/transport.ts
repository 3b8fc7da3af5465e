import type { DnsResolver } from '../dns/resolver.ts'
import { findHosts } from './hosts.ts'
import { type Outcome, type Reason, reason } from './reasons.ts'
import { type OutgoingMail, type Peer, type Talk, talk } from './smtp-conversation.ts'
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
}

export function createTransport({ relay, dns, hostname, port }: Options): Transport {
  const attempt = async (peers: readonly Peer[], mail: OutgoingMail, signal: AbortSignal) => {
    let last: Reason = reason('unreachable')
    for (const peer of peers) {
      if (signal.aborted) break
      const result = await talkOrPlain(peer, mail, { hostname, signal })
      if (result.kind === 'done') return result.outcomes
      last = result.reason
    }
    return forAll(mail, { kind: 'deferred', reason: last })
  }

  return {
    groupOf: (domain) => (relay ? '' : domain),
    carry: async (group, mail, signal) => {
      if (relay) return attempt([relayPeer(relay)], mail, signal)
      const found = await findHosts(dns, group, hostname)
      if (found.kind === 'none') return forAll(mail, { kind: 'bounced', reason: found.reason })
      if (found.kind === 'later') return forAll(mail, { kind: 'deferred', reason: found.reason })
      const peers = found.hosts.flatMap(({ name, addresses }) =>
        addresses.map(
          (address): Peer => ({ address, name, port, tls: 'opportunistic', login: null }),
        ),
      )
      return attempt(peers, mail, signal)
    },
  }
}

/** Opportunistic TLS must not keep mail from arriving: a failed handshake is followed by plain SMTP (RFC 7435). */
async function talkOrPlain(
  peer: Peer,
  mail: OutgoingMail,
  options: Parameters<typeof talk>[2],
): Promise<Talk> {
  const first = await talk(peer, mail, options)
  const plain = first.kind === 'unreachable' && first.tlsFailed && peer.tls === 'opportunistic'
  return plain && !options.signal.aborted ? talk({ ...peer, tls: 'none' }, mail, options) : first
}

const relayPeer = ({ host, port, tls, user, password }: Relay): Peer => ({
  address: host,
  name: host,
  port,
  tls,
  login: user === null ? null : { user, password: password ?? '' },
})

const forAll = (mail: OutgoingMail, outcome: Outcome): Map<string, Outcome> =>
  new Map(mail.recipients.map((address) => [address, outcome]))
