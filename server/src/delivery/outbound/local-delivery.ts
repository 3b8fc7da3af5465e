import { createHash } from 'node:crypto'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { CopyOutcome, NewCopy, PreparedMessage } from '../../mailstore/types.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { deliverOrInbox } from '../deliver-or-inbox.ts'
import { plainPlan, runHooks } from '../inbound/run-hooks.ts'
import type { CopyPlan, InboundHook, Reply } from '../inbound/types.ts'
import { type Outcome, reason } from './reasons.ts'
import type { OutboundDirectory, RecipientRow, SubmissionRow } from './types.ts'

interface Options {
  mailstore: Pick<Mailstore, 'prepare' | 'deliver'>
  directory: OutboundDirectory
  /** Run for each mailbox, before storing. */
  hooks: readonly InboundHook[]
  clock: Clock
  log: Log
}

interface LocalMail {
  submission: SubmissionRow
  recipients: readonly RecipientRow[]
  raw: Buffer
}

/** Outcomes by recipient, and the receipts to forget once they are recorded. */
export interface LocalResult {
  outcomes: Map<string, Outcome>
  receipts: Buffer[]
}

/**
 * Delivers to mailboxes of ours without SMTP: the same bytes, one copy a mailbox. A receipt of submission and
 * mailbox makes a repeat after a crash store nothing.
 */
export async function deliverLocally(
  options: Options,
  { submission, recipients, raw }: LocalMail,
): Promise<LocalResult> {
  const { mailstore, directory } = options
  const outcomes = new Map<string, Outcome>()
  const accounts = new Map<AccountId, string[]>()
  const groups = new Set<AccountId>()
  // Asked together: the directory answers all of them in one look.
  const mailboxes = await Promise.all(recipients.map((one) => directory.findRecipient(one.address)))
  for (const [index, { address }] of recipients.entries()) {
    const found = mailboxes[index]
    if (found) accounts.set(found.accountId, [...(accounts.get(found.accountId) ?? []), address])
    else outcomes.set(address, { kind: 'bounced', reason: reason('no-such-user') })
    if (found?.isGroup) groups.add(found.accountId)
  }
  if (accounts.size === 0) return { outcomes, receipts: [] }
  const message = await mailstore.prepare(raw)
  const copies: (NewCopy & { receipt: Buffer })[] = []
  const asked = [...accounts].map(([accountId, addresses]) => ({
    ...{ submission, message, accountId, addresses, isGroup: groups.has(accountId) },
  }))
  for (const { accountId, addresses, plan } of await plansFor(options, asked)) {
    if ('code' in plan) {
      const why = reason('refused', `${plan.code} ${plan.status} ${plan.text}`)
      for (const address of addresses) outcomes.set(address, { kind: 'bounced', reason: why })
    } else copies.push({ ...plan, ...commonOf(options, submission, accountId) })
  }
  if (copies.length === 0) return { outcomes, receipts: [] }
  const stored = await deliverOrInbox(mailstore, message, copies)
  copies.forEach(({ accountId }, index) => {
    const outcome = outcomeOf(stored[index])
    for (const address of accounts.get(accountId) ?? []) outcomes.set(address, outcome)
  })
  return { outcomes, receipts: copies.map((copy) => copy.receipt) }
}

/** Mailboxes that the hooks are asked about at once: what they look up of each is then looked up in one go. */
const plannedAtOnce = 25

interface ForAccount {
  submission: SubmissionRow
  message: PreparedMessage
  accountId: AccountId
  addresses: readonly string[]
  isGroup: boolean
}

type Planned = ForAccount & { plan: CopyPlan | Reply }

async function plansFor(options: Options, all: readonly ForAccount[]): Promise<Planned[]> {
  const planned: Planned[] = []
  for (let at = 0; at < all.length; at += plannedAtOnce) {
    const some = all.slice(at, at + plannedAtOnce)
    const ask = async (one: ForAccount) => ({ ...one, plan: await planFor(options, one) })
    planned.push(...(await Promise.all(some.map(ask))))
  }
  return planned
}

/** Asks the hooks as for mail from outside: rules and automatic answers know no difference. */
const planFor = (
  { hooks, log }: Options,
  { submission, message, accountId, addresses, isGroup }: ForAccount,
): Promise<CopyPlan | Reply> =>
  runHooks(
    { hooks, log },
    {
      mail: {
        id: `submission ${submission.id}`,
        key: keyOf(submission),
        submissionId: submission.id,
        envelope: [],
        peer: null,
        foreign: submission.kind !== 'mail',
        sender: submission.envelopeFrom,
        // Our own people and programs; who wrote what is passed on was judged when it came.
        senderProven: true,
        message,
        authentication: submission.authentication,
        from: message.parsed.envelope.from,
      },
      recipient: { accountId, address: addresses[0] ?? '', isGroup },
      plan: plainPlan,
    },
  )

const commonOf = ({ clock }: Options, submission: SubmissionRow, accountId: AccountId) => ({
  accountId,
  receivedAt: clock.now(),
  authentication: submission.authentication,
  receipt: receiptOf(submission, accountId),
  log: { kind: 'receive' as const, client: '', ip: '' },
})

const keyOf = ({ id }: SubmissionRow): Buffer =>
  createHash('sha256').update(`submission ${id}`).digest()

const receiptOf = (submission: SubmissionRow, accountId: AccountId): Buffer =>
  createHash('sha256').update(`submission ${submission.id} ${accountId}`).digest()

function outcomeOf(stored: CopyOutcome | undefined): Outcome {
  switch (stored?.kind) {
    case 'stored':
      return { kind: 'delivered', copyId: stored.messageId }
    case 'duplicate':
      return { kind: 'delivered' }
    case 'over-quota':
      return { kind: 'bounced', reason: reason('mailbox-full') }
    default:
      return { kind: 'deferred', reason: reason('internal') }
  }
}
