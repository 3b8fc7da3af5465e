import { createHash } from 'node:crypto'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { CopyOutcome, NewCopy } from '../../mailstore/types.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AccountId } from '../../platform/ids.ts'
import { type Outcome, reason } from './reasons.ts'
import type { OutboundDirectory, RecipientRow, SubmissionRow } from './types.ts'

interface Options {
  mailstore: Pick<Mailstore, 'prepare' | 'deliver'>
  directory: OutboundDirectory
  clock: Clock
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
  { mailstore, directory, clock }: Options,
  { submission, recipients, raw }: LocalMail,
): Promise<LocalResult> {
  const outcomes = new Map<string, Outcome>()
  const accounts = new Map<AccountId, string[]>()
  for (const { address } of recipients) {
    const found = await directory.findRecipient(address)
    if (found) accounts.set(found.accountId, [...(accounts.get(found.accountId) ?? []), address])
    else outcomes.set(address, { kind: 'bounced', reason: reason('no-such-user') })
  }
  const copies = [...accounts.keys()].map((accountId): NewCopy & { receipt: Buffer } => ({
    accountId,
    folder: 'inbox',
    receivedAt: clock.now(),
    notify: true,
    receipt: receiptOf(submission, accountId),
  }))
  if (copies.length === 0) return { outcomes, receipts: [] }
  const stored = await mailstore.deliver(await mailstore.prepare(raw), copies)
  copies.forEach(({ accountId }, index) => {
    const outcome = outcomeOf(stored[index])
    for (const address of accounts.get(accountId) ?? []) outcomes.set(address, outcome)
  })
  return { outcomes, receipts: copies.map((copy) => copy.receipt) }
}

const receiptOf = (submission: SubmissionRow, accountId: AccountId): Buffer =>
  createHash('sha256').update(`submission ${submission.id} ${accountId}`).digest()

function outcomeOf(stored: CopyOutcome | undefined): Outcome {
  switch (stored?.kind) {
    case 'stored':
    case 'duplicate':
      return { kind: 'delivered' }
    case 'over-quota':
      return { kind: 'bounced', reason: reason('mailbox-full') }
    default:
      return { kind: 'deferred', reason: reason('internal') }
  }
}
