import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { CopyOutcome, NewCopy, PreparedMessage } from '../../mailstore/types.ts'
import type { Clock } from '../../platform/clock.ts'
import { isConnectionLoss } from '../../platform/db/connections.ts'
import { messageOf } from '../../platform/errors.ts'
import { joinInTurns } from '../../platform/in-turns.ts'
import type { Log } from '../../platform/log.ts'
import { deliverOrInbox } from '../deliver-or-inbox.ts'
import type { Hops } from '../hops/hop-types.ts'
import { type Admission, admit } from './admission.ts'
import type { AuthenticationReport, Authenticator } from './authenticate.ts'
import { replyFor } from './failures.ts'
import { forgedResults, withoutFields } from './forged-results.ts'
import { type HeaderScan, headerBytes, scanHeaders } from './header-scan.ts'
import { askJudge, type Judge, type Judged, type Keep } from './judge.ts'
import { findLoop } from './loops.ts'
import { arrivalsOf, refusalOf, type Seen } from './note-arrival.ts'
import { bounceReceiptOf, receiptOf } from './receipts.ts'
import { replies } from './replies.ts'
import { plainPlan, runHooks } from './run-hooks.ts'
import { traceHeaders } from './trace.ts'
import type {
  Acceptance,
  Bounce,
  CopyPlan,
  Directory,
  EnvelopeRecipient,
  InboundHook,
  InboundMail,
  RcptHook,
  Recipient,
  RecipientResult,
  Reply,
} from './types.ts'

/** Everything between the wire and the mail store. */
export interface InboundPipeline {
  /** Decides about an address at RCPT, for the sender of MAIL FROM; `ip`: see RcptHook. Never throws. */
  admit(address: string, sender: string, ip: string | null): Promise<Admission>
  /** Stores a mail; returns after the commit, with an answer for each recipient. Never throws. */
  accept(mail: InboundMail): Promise<Acceptance>
  /** Of an SMTP mail that some recipients got: tells a proven sender about the others. @returns receipts */
  bounceFailures(mail: InboundMail, acceptance: Acceptance): Promise<Buffer[]>
  acknowledge(receipts: Buffer[]): void
}

export interface PipelineOptions {
  mailstore: Pick<Mailstore, 'envelopeOf' | 'prepare' | 'deliver' | 'acknowledge'>
  directory: Directory
  authenticator: Authenticator
  /** Asked about each mail before the hooks; at most one. */
  judges: readonly Judge[]
  /** Run in this order for each recipient, before storing. */
  hooks: readonly InboundHook[]
  /** Asked in this order at RCPT, before a byte of the mail. */
  atRcpt: readonly RcptHook[]
  bounce: Bounce
  hops: Hops
  hostname: string
  log: Log
  clock: Clock
}

export function createInboundPipeline(options: PipelineOptions): InboundPipeline {
  const { mailstore, directory, log } = options
  const failed = (thrown: unknown, id: string): Reply => {
    if (isConnectionLoss(thrown))
      log.warn({ mail: id, reason: messageOf(thrown) }, 'the database is away')
    else log.error({ err: thrown, mail: id }, 'inbound delivery failed')
    return replyFor(thrown)
  }
  return {
    admit: async (address, sender, ip) => {
      const turnedAway = (reply: Reply, mailbox: Recipient | null): Admission => {
        noteTurnedAway(options, { address, sender, ip, reply, mailbox })
        return { kind: 'refused', reply }
      }
      try {
        const admission = await admit(directory, address)
        if (admission.kind === 'refused') return turnedAway(admission.reply, null)
        const { mailbox } = admission
        for (const ask of options.atRcpt) {
          const reply = await ask(mailbox, sender, ip)
          if (reply) return turnedAway(reply, mailbox)
        }
        return admission
      } catch (thrown) {
        return { kind: 'refused', reply: failed(thrown, 'RCPT') }
      }
    },
    accept: async (mail) => {
      const { acceptance, seen } = await accept(options, mail).catch((thrown: unknown) =>
        refuseAll(mail, failed(thrown, mail.id)),
      )
      options.hops.arrived(arrivalsOf(mail, acceptance, { now: options.clock.now(), seen }))
      return acceptance
    },
    bounceFailures: async (mail, { results, senderProven }) => {
      const receipts: Buffer[] = []
      // RFC 5321 §6.1: nothing is ever sent in answer to a bounce.
      const failures = results.filter((one) => one.kind === 'failed')
      if (failures.length === 0 || mail.sender === '') return receipts
      if (!senderProven) {
        log.info(
          { mail: mail.id },
          'some recipients refused; the sender is not proven and not told',
        )
        return receipts
      }
      for (const result of failures) {
        const receipt = bounceReceiptOf(mail, result.address)
        await options.bounce({
          envelopeFrom: mail.sender,
          recipient: result.address,
          reason: result.reply,
          raw: mail.raw,
          receipt,
        })
        receipts.push(receipt)
      }
      return receipts
    },
    acknowledge: (receipts) => mailstore.acknowledge(receipts),
  }
}

/** The answer, and what the trace says of it. */
interface Accepted {
  acceptance: Acceptance
  seen: Seen | null
}

const refuseAll = (mail: InboundMail, reply: Reply): Accepted => ({
  acceptance: {
    results: mail.recipients.map(({ address }) => ({ kind: 'failed', address, reply })),
    senderProven: false,
    receipts: [],
  },
  seen: null,
})

/** Before a byte of the mail; strangers who ask us to relay are no mail of ours. */
function noteTurnedAway(
  { hops, clock }: PipelineOptions,
  about: {
    address: string
    sender: string
    ip: string | null
    reply: Reply
    mailbox: Recipient | null
  },
): void {
  if (about.reply === replies.relayingDenied) return
  hops.arrived([
    {
      at: clock.now(),
      sender: about.sender.toLowerCase(),
      recipient: (about.mailbox?.address ?? about.address).toLowerCase(),
      written: about.address,
      recipientAccount: about.mailbox?.accountId ?? null,
      ip: about.ip ?? '',
      ...refusalOf(about.reply),
      ...{ mail: '', messageId: '', subject: '', size: 0 },
      ...{ protocol: '', helo: '', tls: '', copyId: null },
    },
  ])
}

async function accept(options: PipelineOptions, mail: InboundMail): Promise<Accepted> {
  const { hostname, authenticator, mailstore, clock } = options
  const scan = scanHeaders(mail.raw)
  if (!scan) return refuseAll(mail, replies.headersTooLarge)
  const loop = findLoop(scan, hostname)
  if (loop.everywhere) return refuseAll(mail, replies.loop)
  const envelope = await mailstore.envelopeOf(headerBytes(mail.raw, scan))
  const report = await authenticator.check(mail, { scan, from: envelope.from })
  const at = clock.now()
  const judged = await askJudge(options, mail, { scan, envelope, report })
  const trace = traceHeaders(mail, { hostname, results: report.results, at, more: judged.trace })
  const { raw, head } = await assemble(mail, { scan, trace, hostname, claims: judged.claims })
  const message = { ...(await mailstore.prepare(raw)), head }
  const { delivered } = loop
  const verdicts = await decide(options, { mail, message, report, judged, delivered })
  return store(options, { mail, message, report, at, verdicts })
}

interface Assembling {
  scan: HeaderScan
  trace: string
  hostname: string
  claims: readonly string[]
}

/** Our trace fields before the message, and no Authentication-Results but ours that bear our name. */
async function assemble(
  { raw, headroom = 0 }: InboundMail,
  { scan, trace, hostname, claims }: Assembling,
): Promise<{ raw: Buffer; head: number }> {
  // A message without header must not have its first line read as one, nor as a continuation of ours.
  const head = Buffer.from(scan.hasHeader ? trace : `${trace}\r\n`)
  const forged = forgedResults(scan, hostname, claims)
  if (forged.length === 0 && head.length <= headroom)
    return { raw: inFront(head, raw), head: head.length }
  return { raw: await joinInTurns([head, ...withoutFields(raw, forged)]), head: head.length }
}

/** Writes the head into the free memory before a message: no second copy of a large one. */
function inFront(head: Buffer, raw: Buffer): Buffer {
  const start = raw.byteOffset - head.length
  const whole = Buffer.from(raw.buffer, start, head.length + raw.length)
  head.copy(whole)
  return whole
}

/** What the hooks decided for one mailbox. */
type Verdict =
  | { kind: 'store'; mailbox: Recipient; plan: CopyPlan }
  | { kind: 'keep'; mailbox: Recipient; keep: Keep }
  | { kind: 'refuse'; reply: Reply }

interface Deciding {
  mail: InboundMail
  message: PreparedMessage
  report: AuthenticationReport
  judged: Judged
  delivered: Set<string>
}

/** One verdict for each mailbox, however many addresses of it the envelope names. */
async function decide(options: PipelineOptions, deciding: Deciding): Promise<Map<number, Verdict>> {
  const verdicts = new Map<number, Verdict>()
  for (const recipient of deciding.mail.recipients) {
    const { accountId } = recipient.mailbox
    if (verdicts.has(accountId)) continue
    verdicts.set(accountId, await decideOne(options, deciding, recipient))
  }
  return verdicts
}

async function decideOne(
  { hooks, log }: PipelineOptions,
  { mail, message, report, judged, delivered }: Deciding,
  { address, mailbox }: EnvelopeRecipient,
): Promise<Verdict> {
  if (delivered.has(address.toLowerCase()) || delivered.has(mailbox.address.toLowerCase())) {
    return { kind: 'refuse', reply: replies.loop }
  }
  const first = await judged.decide(mailbox, firstPlan(report))
  if (typeof first === 'function') return { kind: 'keep', mailbox, keep: first }
  if ('code' in first) return { kind: 'refuse', reply: first }
  const seenByHooks = {
    id: mail.id,
    key: mail.digest,
    submissionId: null,
    envelope: mail.recipients.map((one) => one.mailbox.address),
    peer: mail.peer,
    foreign: true,
    sender: mail.sender,
    senderProven: report.senderProven,
    message,
    authentication: report.summary,
    from: message.parsed.envelope.from,
  }
  const said = await runHooks(
    { hooks, log },
    { mail: seenByHooks, recipient: mailbox, plan: first },
  )
  return 'code' in said ? { kind: 'refuse', reply: said } : { kind: 'store', mailbox, plan: said }
}

/**
 * Mail that its own domain disowns goes to the junk folder, also at p=reject: forwarders and lists break
 * SPF and DKIM of honest mail, and a wrong refusal cannot be undone by the recipient.
 */
function firstPlan({ policy }: AuthenticationReport): CopyPlan {
  const disowned = policy !== 'none'
  return { ...plainPlan, folder: disowned ? 'junk' : 'inbox', notify: !disowned }
}

interface Storing {
  mail: InboundMail
  message: PreparedMessage
  report: AuthenticationReport
  at: Date
  verdicts: Map<number, Verdict>
}

async function store(options: PipelineOptions, storing: Storing): Promise<Accepted> {
  const { mailstore } = options
  const { message, verdicts } = storing
  const wanted = [...verdicts.values()].filter((one) => one.kind === 'store')
  const copies = wanted.map((one) => copyFor(storing, one))
  const outcomes = await deliverOrInbox(mailstore, message, copies)
  const kept = await keepAll(options, storing)
  const byAccount = new Map<number, Outcome | undefined>([
    ...copies.map((copy, index) => [copy.accountId, outcomes[index]] as const),
    ...kept.map(({ accountId, outcome }) => [accountId, outcome] as const),
  ])
  const acceptance: Acceptance = {
    senderProven: storing.report.senderProven,
    results: storing.mail.recipients.map(({ address, mailbox }) =>
      resultOf(address, verdicts.get(mailbox.accountId), byAccount.get(mailbox.accountId)),
    ),
    receipts: [
      ...copies.flatMap((copy, index) =>
        copy.receipt && isDone(outcomes[index]) ? [copy.receipt] : [],
      ),
      ...kept.flatMap(({ receipt, outcome }) => (isDone(outcome) ? [receipt] : [])),
    ],
  }
  const places = wanted.map(
    ({ mailbox, plan }, index) => [mailbox.accountId, { plan, outcome: outcomes[index] }] as const,
  )
  return { acceptance, seen: { message, at: storing.at, places: new Map(places) } }
}

type Outcome = CopyOutcome | { kind: 'kept' }

const isDone = (outcome: Outcome | undefined): boolean =>
  outcome?.kind === 'stored' || outcome?.kind === 'kept' || outcome?.kind === 'duplicate'

/** What stays out of its mailbox. Where that goes wrong the sender comes again, as where a copy cannot be stored. */
async function keepAll({ log }: PipelineOptions, { mail, message, report, at, verdicts }: Storing) {
  const kept: { accountId: number; receipt: Buffer; outcome: Outcome | undefined }[] = []
  for (const one of verdicts.values()) {
    if (one.kind !== 'keep') continue
    const { accountId, address } = one.mailbox
    const receipt = receiptOf(mail, address)
    const copy = { message, receipt, at, authentication: report.summary }
    const outcome = await one.keep(copy).then(
      (kind) => ({ kind }),
      (thrown: unknown) => {
        log.error({ err: thrown, mail: mail.id }, 'a mail could not be kept')
        return undefined
      },
    )
    kept.push({ accountId, receipt, outcome })
  }
  return kept
}

function copyFor(
  { mail, report, at }: Storing,
  { mailbox, plan }: Extract<Verdict, { kind: 'store' }>,
): NewCopy {
  return {
    accountId: mailbox.accountId,
    ...plan,
    receivedAt: at,
    log: { kind: 'receive', client: mail.peer.protocol, ip: mail.peer.ip },
    authentication: report.summary,
    receipt: receiptOf(mail, mailbox.address),
  }
}

function resultOf(
  address: string,
  verdict: Verdict | undefined,
  outcome: Outcome | undefined,
): RecipientResult {
  if (verdict?.kind === 'refuse') return { kind: 'failed', address, reply: verdict.reply }
  if (outcome?.kind === 'stored' || outcome?.kind === 'kept')
    return { kind: 'delivered', address, duplicate: false }
  if (outcome?.kind === 'duplicate') return { kind: 'delivered', address, duplicate: true }
  const reply = outcome?.kind === 'over-quota' ? replies.full : replies.tryLater
  return { kind: 'failed', address, reply }
}
