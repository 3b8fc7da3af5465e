import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Change } from '../../mailstore/types.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import type { AccountId, SubmissionId } from '../../platform/ids.ts'
import { domainOf } from './bounces.ts'
import { finishIn } from './finish.ts'
import {
  arrivedAt,
  judgeRecipients,
  lockSubmission,
  recallUnsent,
  recipientsOf,
  submissionStatus,
} from './outbox.queries.ts'
import { recallNote } from './recall-note.ts'
import { openRecipientStates, type RecipientState } from './submission-machine.ts'
import type { OutboundDirectory } from './types.ts'

/** Why somebody keeps a mail, or never had it; the sentence is made by whoever shows it. */
export type RecallReason = 'read' | 'outside' | 'gone' | 'not-sent' | ''

/** What became of the original of a read-limited mail: `none` when it is an ordinary one. */
export type Revoked = 'revoked' | 'read' | 'none'

interface Options {
  database: Database
  mailstore: Mailstore
  directory: OutboundDirectory
  clock: Clock
}

export interface RecallRequest {
  accountId: AccountId
  id: SubmissionId
  sender: { name: string; address: string }
  /** Takes the original of a read-limited mail from readers who have not opened it. */
  revokeIn(tx: Db, id: SubmissionId, addresses: readonly string[]): Promise<Revoked>
}

const passes = 4
const passPauseMs = 250

/**
 * Takes a mail that left back from whoever has not read it. One transaction a mailbox, so that each recipient has
 * exactly one outcome whatever happens beside or to this process; calling it again goes on where it stopped. Those
 * whom a process is delivering to at this moment are waited for shortly, and then stay as they are.
 */
export async function recall(options: Options, request: RecallRequest): Promise<void> {
  const { database, mailstore, clock } = options
  const { accountId, id } = request
  for (let pass = 1; pass <= passes; pass++) {
    await recallOnce(options, request)
    const rows = await recipientsOf(database, accountId, id)
    if (pass === passes || rows.every(({ state }) => !undecided.has(state))) break
    await clock.sleep(passPauseMs)
  }
  const changes = await database.transaction(async (tx) => {
    await finishIn(tx, id, clock.now())
    const status = await submissionStatus(tx, accountId, id)
    const messageId = status?.messageId ?? null
    return messageId === null ? [] : mailstore.submissionChangedIn(tx, accountId, messageId)
  })
  mailstore.announce(changes)
}

const undecided = new Set<RecipientState>([...openRecipientStates, 'delivered', 'relayed'])

async function recallOnce(options: Options, request: RecallRequest): Promise<void> {
  const { database, directory, clock } = options
  const { accountId, id } = request
  await database.transaction(async (tx) => {
    await lockSubmission(tx, id)
    await recallUnsent(tx, id, clock.now())
  })
  const mailboxes = new Map<AccountId, string[]>()
  for (const { address, state } of await recipientsOf(database, accountId, id)) {
    if (state === 'relayed') await recallOutside(options, request, address)
    if (state !== 'delivered') continue
    const found = await directory.findRecipient(address)
    if (found) mailboxes.set(found.accountId, [...(mailboxes.get(found.accountId) ?? []), address])
    else await judge(options, { id, addresses: [address], outcome: refused('gone') })
  }
  for (const [mailbox, addresses] of mailboxes) {
    await recallInside(options, request, { mailbox, addresses })
  }
}

interface Judged {
  state: 'recalled' | 'recall-refused'
  reason: RecallReason
}

const refused = (reason: RecallReason): Judged => ({ state: 'recall-refused', reason })
const recalled: Judged = { state: 'recalled', reason: '' }

async function recallInside(
  { database, mailstore, clock }: Options,
  { accountId, id, sender, revokeIn }: RecallRequest,
  { mailbox, addresses }: { mailbox: AccountId; addresses: string[] },
): Promise<void> {
  const to = addresses[0] ?? ''
  const now = clock.now()
  const sent = await arrivedAt(database, accountId, { id, addresses })
  if (!sent) return
  const about = { sender, to, domain: domainOf(to), sentAt: sent.since, now }
  const note = await mailstore.keep(await recallNote(about))
  const changes = await database.transaction(async (tx): Promise<Change[]> => {
    await lockSubmission(tx, id)
    const arrived = await arrivedAt(tx, accountId, { id, addresses })
    if (!arrived) return []
    const revoked = await revokeIn(tx, id, addresses)
    const found =
      revoked === 'read'
        ? { kind: 'read' as const, changes: [] }
        : await mailstore.withdrawIn(tx, { accountId: mailbox, note, ...arrived })
    // The original is gone for good, whether its notice was looked at or not.
    const isTaken = found.kind === 'withdrawn' || revoked === 'revoked'
    const outcome = isTaken ? recalled : refused(found.kind === 'read' ? 'read' : 'gone')
    await judgeRecipients(tx, { id, addresses, ...outcome, now })
    return found.changes
  })
  mailstore.announce(changes)
}

/** What left the house stays where it is, but for the original of a read-limited mail, which never left. */
const recallOutside = (
  { database, clock }: Options,
  { id, revokeIn }: RecallRequest,
  address: string,
): Promise<void> =>
  database.transaction(async (tx) => {
    await lockSubmission(tx, id)
    const revoked = await revokeIn(tx, id, [address])
    const outcome =
      revoked === 'revoked' ? recalled : refused(revoked === 'read' ? 'read' : 'outside')
    await judgeRecipients(tx, { id, addresses: [address], ...outcome, now: clock.now() })
  })

const judge = (
  { database, clock }: Options,
  { id, addresses, outcome }: { id: SubmissionId; addresses: string[]; outcome: Judged },
): Promise<void> =>
  database.transaction(async (tx) => {
    await lockSubmission(tx, id)
    await judgeRecipients(tx, { id, addresses, ...outcome, now: clock.now() })
  })
