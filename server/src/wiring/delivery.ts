import { parseMessage } from '@hongyan/mime/parse'
import { createResolver } from '../delivery/dns/resolver.ts'
import { createAuthenticator } from '../delivery/inbound/authenticate.ts'
import { createInboundPipeline } from '../delivery/inbound/pipeline.ts'
import type { InboundHook, RcptHook } from '../delivery/inbound/types.ts'
import { createBounces } from '../delivery/outbound/bounces.ts'
import { createOutbox } from '../delivery/outbound/outbox.ts'
import { reason } from '../delivery/outbound/reasons.ts'
import { createTransport } from '../delivery/outbound/transport.ts'
import type { Core } from './core.ts'

/** Enough of a refused mail to name its subject. */
const headBytes = 64 * 1024

export type Delivery = ReturnType<typeof createDelivery>

/** How mail comes in and goes out. Features add their hooks to the list of those who are asked. */
export function createDelivery(core: Core) {
  const { config, clock, log, directory } = core
  const { hostname } = config
  const dns = createResolver({ servers: config.dnsServers, clock, log })
  const transport = createTransport({
    relay: config.relay,
    dns,
    hostname,
    port: config.outboundPort,
    privateHosts: config.privateMailHosts,
  })
  const bounces = createBounces({ ...core, hostname })
  // Asked about every copy that is going to be stored, from outside or from one mailbox of ours to another.
  const hooks: InboundHook[] = []
  const atRcpt: RcptHook[] = []
  const outbox = createOutbox({ ...core, transport, bounces, hooks })
  core.mailstore.beforeLeaving(outbox.cancelOfMessagesIn)
  const pipeline = createInboundPipeline({
    ...core,
    authenticator: createAuthenticator({ resolver: dns, hostname, clock }),
    hooks,
    atRcpt,
    directory,
    bounce: ({ envelopeFrom, recipient, reason: { code, status, text }, raw, receipt }) => {
      const why = reason('refused', `${code} ${status} ${text}`)
      const request = {
        envelopeFrom,
        recipients: [{ address: recipient, reason: why }],
        original: raw,
        subject: parseMessage(raw.subarray(0, headBytes)).envelope.subject,
        arrived: clock.now(),
      }
      return outbox.bounce(request, receipt)
    },
    hostname,
  })
  return { dns, outbox, pipeline, hooks, atRcpt }
}
