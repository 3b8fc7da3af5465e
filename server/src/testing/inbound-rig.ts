import { parseMessage } from '@hongyan/mime/parse'
import { createResolver } from '../delivery/dns/resolver.ts'
import { untraced } from '../delivery/hops/hop-types.ts'
import { createAuthenticator } from '../delivery/inbound/authenticate.ts'
import { createInboundPipeline, type PipelineOptions } from '../delivery/inbound/pipeline.ts'
import type { Directory, InboundHook, Recipient, Reply } from '../delivery/inbound/types.ts'
import { headerEnvelope } from '../mailstore/sorting/header-fields.ts'
import type { CopyOutcome, NewCopy } from '../mailstore/types.ts'
import { systemClock } from '../platform/clock.ts'
import { type AccountId, asId } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { createSelfSigned } from '../protocols/shared/self-signed.ts'
import type { SmtpLimits } from '../protocols/smtp/limits.ts'
import { createSmtpListener } from '../protocols/smtp/listener.ts'
import { startDnsServer, type TestDnsServer, type ZoneRecords } from './dns-server.ts'

/** A copy as the store was given it. */
export interface StoredCopy {
  readonly raw: string
  copy: NewCopy
}

/** The real listener, pipeline, resolver and authenticator around a store in memory: for protocol tests. */
export interface InboundRig {
  port: number
  dns: TestDnsServer
  /** In order; duplicates are not in it. */
  stored: StoredCopy[]
  acknowledged: Buffer[]
  bounces: { envelopeFrom: string; recipient: string; reason: Reply }[]
  /** What the next deliveries do instead of storing. */
  trouble: { deliver?: () => Promise<void>; directory?: () => void; bounce?: () => void }
  /** Accounts that are over their quota. */
  full: Set<AccountId>
  stop(): Promise<void>
}

export interface RigOptions {
  limits?: Partial<SmtpLimits>
  lmtp?: boolean
  zones?: Record<string, ZoneRecords>
  hooks?: InboundHook[]
}

/** Mailboxes of the rig: address → account. `example.test` is local. */
const mailboxes: Record<string, Recipient> = {
  'emma@example.test': { accountId: asId(1), address: 'emma@example.test' },
  'wei@example.test': { accountId: asId(2), address: 'wei@example.test' },
  'alias@example.test': { accountId: asId(1), address: 'emma@example.test' },
  '张伟@example.test': { accountId: asId(2), address: 'wei@example.test' },
  'gone@example.test': { accountId: asId(3), address: 'gone@example.test', disabled: true },
  'full@example.test': { accountId: asId(4), address: 'full@example.test', full: true },
}

export const rigHostname = 'mail.example.test'

export async function startInboundRig(options: RigOptions = {}): Promise<InboundRig> {
  const log = createLog('silent')
  const dns = await startDnsServer(options.zones)
  const resolver = createResolver({
    servers: [dns.address],
    clock: systemClock,
    log,
    lookupTimeout: 500,
  })
  const rig: Omit<InboundRig, 'port' | 'stop'> = {
    dns,
    stored: [],
    acknowledged: [],
    bounces: [],
    trouble: {},
    full: new Set(),
  }
  const pipeline = createInboundPipeline({
    mailstore: memoryStore(rig),
    directory: rigDirectory(rig),
    authenticator: createAuthenticator({ resolver, hostname: rigHostname, clock: systemClock }),
    judges: [],
    hooks: options.hooks ?? [],
    atRcpt: [],
    bounce: async ({ envelopeFrom, recipient, reason }) => {
      rig.trouble.bounce?.()
      rig.bounces.push({ envelopeFrom, recipient, reason })
    },
    hops: untraced,
    hostname: rigHostname,
    log,
    clock: systemClock,
  })
  const listener = createSmtpListener({
    host: '127.0.0.1',
    port: 0,
    hostname: rigHostname,
    lmtp: options.lmtp ?? false,
    certificate: await createSelfSigned(rigHostname, new Date()),
    pipeline,
    log,
    ...(options.limits ? { limits: options.limits } : {}),
  })
  const port = await listener.start()
  const stop = async (): Promise<void> => {
    await listener.stop()
    resolver.stop()
    await dns.stop()
  }
  return Object.assign(rig, { port, stop })
}

type Rig = Omit<InboundRig, 'port' | 'stop'>

function memoryStore(rig: Rig): PipelineOptions['mailstore'] {
  const receipts = new Set<string>()
  const storeOne = (raw: Buffer, copy: NewCopy): CopyOutcome => {
    const receipt = copy.receipt?.toString('hex') ?? ''
    if (receipts.has(receipt)) return { kind: 'duplicate' }
    if (rig.full.has(copy.accountId)) return { kind: 'over-quota' }
    receipts.add(receipt)
    // Whoever brought it may give its memory back when it is stored.
    const kept = Buffer.from(raw)
    rig.stored.push({
      get raw() {
        return kept.toString('utf8')
      },
      copy,
    })
    return {
      kind: 'stored',
      messageId: asId(rig.stored.length),
      folderId: asId(1),
      uid: 1,
      modseq: 1,
    }
  }
  return {
    envelopeOf: async (header) => headerEnvelope(header),
    prepare: async (raw) => ({
      raw,
      parsed: parseMessage(raw.subarray(0, 65_536)),
      preview: '',
      hasAttachment: false,
      important: false,
      hasFilesToRead: false,
      tsv: '',
    }),
    deliver: async ({ raw }, copies) => {
      await rig.trouble.deliver?.()
      return copies.map((copy) => storeOne(raw, copy))
    },
    acknowledge: (given) => {
      rig.acknowledged.push(...given)
      for (const one of given) receipts.delete(one.toString('hex'))
    },
  }
}

const rigDirectory = (rig: Rig): Directory => ({
  isLocalDomain: (domain) => {
    rig.trouble.directory?.()
    return domain === 'example.test'
  },
  findRecipient: async (address) => {
    rig.trouble.directory?.()
    return mailboxes[address.toLowerCase().replace(/\+[^@]*@/, '@')] ?? null
  },
  postmaster: async () => mailboxes['emma@example.test'] ?? null,
})
