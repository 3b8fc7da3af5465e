import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import { messageOf } from '../../platform/errors.ts'
import { createGate } from '../../platform/gate.ts'
import type { SubmissionId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Hops } from '../hops/hop-types.ts'
import type { InboundHook } from '../inbound/types.ts'
import type { Bounces } from './bounces.ts'
import { sealArc } from './header/arc-seal.ts'
import { signDkim, signingDomain } from './header/dkim.ts'
import { type Leaving, withLeaveLink } from './header/leave-link.ts'
import type { Leases } from './leases.ts'
import { deliverLocally } from './local-delivery.ts'
import { letLeave } from './outbox.queries.ts'
import { type Outcome, reason } from './reasons.ts'
import { separateMail } from './separate-mail.ts'
import { type Attempt, LeaseLost, settle } from './settle.ts'
import type { Transport } from './transport.ts'
import type { LeasedSubmission, OutboundDirectory, RecipientRow } from './types.ts'

/** Bytes of mails that may be in memory for sending at once; a single bigger one goes alone. */
const memoryBudget = 96 * 1024 * 1024

interface Options {
  database: Database
  blobs: BlobStore
  mailstore: Mailstore
  directory: OutboundDirectory
  transport: Transport
  hooks: readonly InboundHook[]
  bounces: Bounces
  leases: Leases
  hops: Pick<Hops, 'tried'>
  /** Asked of a scheduled mail whose time has come; what it refuses has ended by then. */
  mayLeave(id: SubmissionId): Promise<boolean>
  /** Where one click takes somebody out of a group; null where the web is not reached by https. */
  leaveLink(leaving: Leaving): string | null
  /** Who says what was found about a mail that is passed on. */
  hostname: string
  clock: Clock
  log: Log
}

/** Works on claimed submissions: each group of recipients gets its attempt and its record. */
export function createDispatch(options: Options) {
  const { blobs, leases, log, database, clock } = options
  const running = new Set<Promise<void>>()
  const budget = createGate({ total: memoryBudget })

  const work = async (submission: LeasedSubmission): Promise<void> => {
    const { signal, end } = leases.hold(submission)
    try {
      // A process that dies in between leaves it scheduled, and the next one asks.
      if (!submission.isScheduled || (await begins(submission.id))) await carry(submission, signal)
    } catch (thrown) {
      // The lease runs out and the mail is taken up again.
      log.error(
        { err: thrown, submission: submission.id },
        'an outgoing mail could not be worked on',
      )
    } finally {
      end()
    }
  }

  const begins = async (id: SubmissionId): Promise<boolean> =>
    (await options.mayLeave(id)) && letLeave(database, id, clock.now())

  const carry = async (submission: LeasedSubmission, signal: AbortSignal): Promise<void> => {
    // The mail itself and its signed form.
    const free = await budget.take({
      who: String(submission.accountId),
      amount: submission.size * 2,
    })
    try {
      const raw = await blobs.get(submission.blob)
      const recipients = await endRemoved(options, { submission, raw })
      if (recipients.length > 0)
        await workGroups(options, { submission: { ...submission, recipients }, raw, signal })
    } finally {
      free()
    }
  }

  return {
    running: running as ReadonlySet<Promise<void>>,
    start: (submission: LeasedSubmission): Promise<void> => {
      const task: Promise<void> = work(submission).finally(() => running.delete(task))
      running.add(task)
      return task
    },
  }
}

/** Those whom an administrator gave up get nothing, and their sender is told. @returns the others */
async function endRemoved(
  options: Options,
  { submission, raw }: Omit<Job, 'signal'>,
): Promise<RecipientRow[]> {
  const removed = submission.recipients.filter((one) => one.removed)
  const outcome: Outcome = { kind: 'bounced', reason: reason('removed') }
  const outcomes = new Map(removed.map((one) => [one.address, outcome]))
  if (removed.length > 0) await record(options, { submission, recipients: removed, outcomes, raw })
  return submission.recipients.filter((one) => !one.removed)
}

interface Job {
  submission: LeasedSubmission
  raw: Buffer
  signal: AbortSignal
}

/** Recipients that share the same bytes go together; those with bytes of their own each alone. */
async function workGroups(options: Options, job: Job): Promise<void> {
  const { separate, leaveGroup, recipients } = job.submission
  const isEachAlone = separate || leaveGroup !== null
  const alone = recipients.filter((one) => isEachAlone || one.blob !== null)
  const together = recipients.filter((one) => !alone.includes(one))
  if (together.length > 0) await workTogether(options, job, together)
  const waiting = [...alone]
  const worker = async (): Promise<void> => {
    for (let one = waiting.shift(); one && !job.signal.aborted; one = waiting.shift()) {
      const raw = await ownMail(options, job, one)
      await workTogether(options, { ...job, raw }, [one])
    }
  }
  await Promise.all(Array.from({ length: workersFor(job.submission.size) }, worker))
}

/** What one gets whose mail is no other's. */
async function ownMail(
  { blobs, leaveLink }: Options,
  { submission, raw }: Job,
  { blob, address, name }: RecipientRow,
): Promise<Buffer> {
  if (blob !== null) return blobs.get(blob)
  if (submission.leaveGroup === null) return separateMail(raw, { name, address })
  const link = leaveLink({ leave: submission.leaveGroup, address })
  return link === null ? raw : withLeaveLink(raw, link)
}

/** Each holds a mail of its own in memory. */
const workersFor = (size: number): number =>
  Math.min(Math.max(Math.floor(bytesAtOnce / size), 1), 8)
const bytesAtOnce = 16 * 1024 * 1024

async function workTogether(
  options: Options,
  job: Job,
  recipients: readonly RecipientRow[],
): Promise<void> {
  const { directory, transport } = options
  const local: RecipientRow[] = []
  const outside = new Map<string, RecipientRow[]>()
  for (const [domain, some] of Map.groupBy(recipients, (one) => one.domain)) {
    if (await directory.isLocalDomain(domain)) local.push(...some)
    else {
      const group = transport.groupOf(domain)
      outside.set(group, [...(outside.get(group) ?? []), ...some])
    }
  }
  const signed = outside.size > 0 ? await vouch(options, job) : job.raw
  await Promise.all([
    local.length > 0 ? workLocal(options, job, local) : undefined,
    ...[...outside].map(([group, recipients]) =>
      workOutside(options, { ...job, signed }, { group, recipients }),
    ),
  ])
}

async function workLocal(options: Options, job: Job, recipients: RecipientRow[]): Promise<void> {
  const { submission, raw } = job
  let receipts: Buffer[] = []
  const outcomes = await attemptOr(options, recipients, async () => {
    const result = await deliverLocally(options, { submission, recipients, raw })
    receipts = result.receipts
    return result.outcomes
  })
  if (await record(options, { submission, recipients, outcomes, raw })) {
    options.mailstore.acknowledge(receipts)
  }
}

async function workOutside(
  options: Options,
  { submission, raw, signed, signal }: Job & { signed: Buffer },
  { group, recipients }: { group: string; recipients: RecipientRow[] },
): Promise<void> {
  const { envelopeFrom, smtputf8, ret, envid } = submission
  const addresses = recipients.map((one) => one.address)
  const unansweredBy = recipients.find((one) => one.unansweredBy !== null)?.unansweredBy ?? null
  const mail = {
    ...{ envelopeFrom, smtputf8, raw: signed, recipients: addresses, unansweredBy },
    wishes: { ret, envid, of: new Map(recipients.map((one) => [one.address, one])) },
  }
  const outcomes = await attemptOr(options, recipients, () =>
    options.transport.carry(group, mail, signal),
  )
  await record(options, { submission, recipients, outcomes, raw })
}

/** A fault of ours is written down as a deferral: it is tried again later, not at once and for ever. */
async function attemptOr(
  { log }: Options,
  recipients: readonly RecipientRow[],
  attempt: () => Promise<Map<string, Outcome>>,
): Promise<Map<string, Outcome>> {
  try {
    return await attempt()
  } catch (thrown) {
    log.error({ err: thrown }, 'an attempt to deliver failed')
    const outcome: Outcome = { kind: 'deferred', reason: reason('internal') }
    return new Map(recipients.map((one) => [one.address, outcome]))
  }
}

async function record(options: Options, attempt: Attempt): Promise<boolean> {
  const { log } = options
  try {
    await settle(options, attempt)
    return true
  } catch (thrown) {
    const about = { submission: attempt.submission.id, reason: messageOf(thrown) }
    if (thrown instanceof LeaseLost) log.warn(about, 'another process took an outgoing mail over')
    else log.error({ ...about, err: thrown }, 'the outcome of an attempt could not be recorded')
    return false
  }
}

/** A foreign mail that is passed on is not ours to sign, whatever its From says: what we found about it is sealed. */
const vouch = (options: Options, { submission, raw }: Job): Promise<Buffer> =>
  submission.kind === 'forward' ? seal(options, submission, raw) : sign(options, raw)

async function seal(
  { directory, hostname }: Options,
  { envelopeFrom, authentication }: LeasedSubmission,
  raw: Buffer,
): Promise<Buffer> {
  const domain = envelopeFrom.slice(envelopeFrom.lastIndexOf('@') + 1)
  const key = domain === '' ? null : await directory.dkimKeyFor(domain)
  return key && authentication ? sealArc(raw, { domain, key, authentication, hostname }) : raw
}

/** Signs with the key of the sender's domain, at each attempt: a key may be changed while a mail waits. */
async function sign({ directory, log }: Options, raw: Buffer): Promise<Buffer> {
  const domain = signingDomain(raw)
  const key = domain === null ? null : await directory.dkimKeyFor(domain)
  if (domain === null || key === null) {
    log.warn('an outgoing mail has no DKIM key for its sender')
    return raw
  }
  return signDkim(raw, domain, key)
}
