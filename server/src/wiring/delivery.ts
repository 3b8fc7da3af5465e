import { getServers } from 'node:dns'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { createSecureContext, getCACertificates } from 'node:tls'
import { subjectIn } from '@hongyan/mime/head'
import { readHeaders } from '@hongyan/mime/headers'
import { resolveHost } from '../delivery/dns/host-addresses.ts'
import { createResolver, type DnsResolver } from '../delivery/dns/resolver.ts'
import { createSecureDns } from '../delivery/dns/secure-dns.ts'
import { createTracing } from '../delivery/hops/hops.ts'
import { createAuthenticator } from '../delivery/inbound/authenticate.ts'
import type { Judge } from '../delivery/inbound/judge.ts'
import { createInboundPipeline } from '../delivery/inbound/pipeline.ts'
import type { InboundHook, RcptHook } from '../delivery/inbound/types.ts'
import { createBounces } from '../delivery/outbound/bounces.ts'
import { leaveLink } from '../delivery/outbound/header/leave-link.ts'
import { createOutbox } from '../delivery/outbound/outbox.ts'
import { reason } from '../delivery/outbound/reasons.ts'
import { createTransport } from '../delivery/outbound/transport.ts'
import { createDane } from '../delivery/tls-policy/dane.ts'
import { createSts } from '../delivery/tls-policy/sts.ts'
import { createTlsPolicies } from '../delivery/tls-policy/tls-policies.ts'
import { createTlsResults } from '../delivery/tls-policy/tls-results.ts'
import { createGuardedFetch } from '../platform/net/guarded-fetch.ts'
import type { Core } from './core.ts'

/** Enough of a refused mail to name its subject. */
const headBytes = 64 * 1024

export type Delivery = ReturnType<typeof createDelivery>

/** How mail comes in and goes out. Features add their hooks to the list of those who are asked. */
export function createDelivery(core: Core) {
  const { config, clock, log, signer } = core
  // Mail that reaches nobody may have a mailbox of its own; an address that is asked about has none.
  const directory = { ...core.directory, findRecipient: core.directory.findMailbox }
  const { hostname } = config
  const dns = createResolver({ servers: config.dnsServers, clock, log })
  const { transport, tlsResults } = createOutside(core, dns)
  const bounces = createBounces({ ...core, directory, hostname })
  // Asked about every copy that is going to be stored, from outside or from one mailbox of ours to another.
  const hooks: InboundHook[] = []
  const atRcpt: RcptHook[] = []
  const judges: Judge[] = []
  const tracing = createTracing(core)
  const outbox = createOutbox({
    ...core,
    ...{ directory, transport, bounces, hooks, hops: tracing, hostname },
    leaveLink: (leaving) => leaveLink({ signer, origin: config.origin }, leaving),
  })
  core.mailstore.beforeLeaving(outbox.cancelOfMessagesIn)
  const pipeline = createInboundPipeline({
    ...core,
    authenticator: createAuthenticator({ resolver: dns, hostname, clock }),
    judges,
    hooks,
    atRcpt,
    directory,
    bounce: ({ envelopeFrom, recipient, reason: { code, status, text }, raw, receipt }) => {
      const why = reason('refused', `${code} ${status} ${text}`)
      const request = {
        envelopeFrom,
        recipients: [{ address: recipient, reason: why }],
        original: raw,
        subject: subjectIn(readHeaders(raw.subarray(0, headBytes))),
        arrived: clock.now(),
      }
      return outbox.bounce(request, receipt)
    },
    hops: tracing,
    hostname,
  })
  return { dns, outbox, pipeline, judges, hooks, atRcpt, tlsResults, tracing }
}

/** How mail is carried to other servers, and under which of their policies. */
function createOutside(core: Core, dns: DnsResolver) {
  const { config, clock, log, database } = core
  const { caFile, stsPort, dane } = config.transport
  const trusted =
    caFile === null
      ? null
      : createSecureContext({ ca: [...getCACertificates('default'), readFileSync(caFile, 'utf8')] })
  const tlsResults = createTlsResults({ database, clock, log })
  const web = createGuardedFetch({
    resolve: resolveHost(dns),
    privateHosts: config.privateWebHosts,
    trusted,
  })
  const resolver = config.dnsServers[0] ?? getServers()[0]
  const policies = createTlsPolicies({
    sts: createSts({ database, dns, web, clock, port: stsPort }),
    dane: dane && resolver ? createDane(createSecureDns(withPort(resolver))) : null,
    results: tlsResults,
    port: config.outboundPort,
  })
  const transport = createTransport({
    relay: config.relay,
    dns,
    hostname: config.hostname,
    port: config.outboundPort,
    privateHosts: config.privateMailHosts,
    trusted,
    policies,
    results: tlsResults,
  })
  return { transport, tlsResults }
}

const withPort = (server: string): string =>
  isIP(server) === 0 ? server : `${isIP(server) === 6 ? `[${server}]` : server}:53`
