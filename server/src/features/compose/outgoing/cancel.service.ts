import type { compose } from '@hongyan/contract/compose'
import type { Reply } from '@hongyan/contract/endpoint'
import type { RecipientState as ShownState } from '@hongyan/contract/messages'
import { waitingStates } from '../../../delivery/outbound/submission-machine.ts'
import type { RecipientRow, SubmissionStatus } from '../../../delivery/outbound/types.ts'
import type { StoredMessage } from '../../../mailstore/messages/messages.queries.ts'
import { wholeAccount } from '../../../mailstore/types.ts'
import { AppError } from '../../../platform/errors.ts'
import { type AccountId, asId, type MessageId, type SubmissionId } from '../../../platform/ids.ts'
import { writesAs } from '../../directory/directory.public.ts'
import type { ComposeDeps } from '../compose-deps.ts'
import type { Writer } from '../content/compose-content.ts'
import { takeBack } from '../drafts/take-back.ts'

const hour = 3_600_000

export interface CancelRequest {
  submissionId?: number | undefined
  /** The sent copy, in place of the submission. */
  mailId?: number | undefined
  type: 'auto' | 'undo'
}

type CancelReply = Reply<typeof compose.cancel>

/**
 * One call for every way to take a mail back (G74): while it waits it becomes a draft again; what left is recalled.
 * @throws send.not-cancellable, recall.too-late, item.not-found
 */
export async function cancel(
  deps: ComposeDeps,
  writer: Writer,
  request: CancelRequest,
): Promise<CancelReply> {
  const status = await findSubmission(deps, writer, request)
  const draftId = await takeBack(deps, writer, status)
  if (draftId === null) {
    if (status.state === 'awaiting-approval') await dropHeld(deps, status.id)
    else if (request.type === 'undo') throw new AppError('send.not-cancellable')
    else await recall(deps, writer, status.id)
  }
  const { state, recipients } = await submissionState(deps, writer, status.id)
  return { result: state === 'cancelled' ? 'cancelled' : 'recalled', draftId, state, recipients }
}

/** A held mail that no browser wrote, or whose text is not kept, does not leave and stays where it is. */
async function dropHeld(deps: ComposeDeps, id: SubmissionId): Promise<void> {
  const isEnded = await deps.database.transaction(async (tx) => {
    const ended = await deps.outbox.endHeldIn(tx, id, 'cancelled')
    if (ended) await deps.approval.takenBackIn(tx, id)
    return ended
  })
  if (!isEnded) throw new AppError('send.not-cancellable')
}

/** @throws item.not-found */
async function findSubmission(
  deps: ComposeDeps,
  writer: Writer,
  { submissionId, mailId }: CancelRequest,
): Promise<SubmissionStatus> {
  const [row] =
    mailId === undefined ? [] : await deps.mailstore.rows(writer, [asId<MessageId>(mailId)])
  const id = submissionId === undefined ? row?.submissionId : asId<SubmissionId>(submissionId)
  const status = id == null ? null : await deps.outbox.status(writer.accountId, id)
  if (!status || (await isHidden(deps, writer, status))) throw new AppError('item.not-found')
  return status
}

const neverLeft = new Set<SubmissionStatus['state']>(['cancelled', 'rejected'])

/** @throws send.not-cancellable, recall.too-late */
async function recall(deps: ComposeDeps, writer: Writer, id: SubmissionId): Promise<void> {
  const { accountId, userId, address } = writer
  // It may have left a moment ago.
  const status = await deps.outbox.status(accountId, id)
  if (!status || neverLeft.has(status.state)) throw new AppError('send.not-cancellable')
  if (deps.clock.now().getTime() >= recallEnd(deps, status)) throw new AppError('recall.too-late')
  const user = await deps.directory.user(userId)
  const sender = { name: writesAs(user), address }
  await deps.outbox.recall({ accountId, id, sender, revokeIn: deps.authorised.revokeIn })
}

const recallEnd = ({ recallHours }: ComposeDeps, { dueAt }: SubmissionStatus): number =>
  dueAt.getTime() + recallHours * hour

/** The sent copy lies in a folder whose password was not given. */
async function isHidden(
  { mailstore }: ComposeDeps,
  writer: Writer,
  { messageId }: { messageId: MessageId | null },
): Promise<boolean> {
  if (messageId === null || writer.hidden.length === 0) return false
  const all = wholeAccount(writer.accountId)
  const [there, seen] = [
    await mailstore.visible(all, [messageId]),
    await mailstore.visible(writer, [messageId]),
  ]
  return there.length > seen.length
}

/** Tries again those who did not get it. @throws item.not-found, send.nobody-left, policy.*, alarms.held */
export async function resend(
  deps: ComposeDeps,
  writer: Writer,
  mailId: number,
): Promise<{ count: number }> {
  const { accountId } = writer
  const row = await deps.mailstore.find(writer, asId<MessageId>(mailId))
  if (!row || row.submissionId === null) throw new AppError('item.not-found')
  const { id: messageId, submissionId: id, size } = row
  await judgeLost(deps, writer, { ...row, submissionId: id })
  const blob = { hash: row.blob, size, storedSize: size }
  const { count, changes } = await deps.database.transaction(async (tx) => {
    const again = await deps.outbox.resendIn(tx, accountId, { id, blob })
    if (again === null) throw new AppError('send.nobody-left')
    return {
      count: again,
      changes: await deps.mailstore.submissionChangedIn(tx, accountId, messageId),
    }
  })
  deps.mailstore.announce(changes)
  deps.outbox.wake()
  return { count }
}

/** Asks the rules that came since it was handed over, about those who did not get it. @throws policy.*, alarms.held */
async function judgeLost(
  deps: ComposeDeps,
  { accountId, personAccountId }: Writer,
  row: StoredMessage & { submissionId: SubmissionId },
): Promise<void> {
  const { outbox, mailstore, authorised, approval } = deps
  const status = await outbox.status(accountId, row.submissionId)
  const rows = await outbox.recipients(accountId, row.submissionId)
  const recipients = rows.filter(({ state }) => state === 'bounced')
  if (!status || recipients.length === 0) throw new AppError('send.nobody-left')
  const original = await authorised.original(accountId, row.submissionId)
  await mailstore.whileReading([row], async (read) =>
    approval.judgeAgain(
      {
        accountId,
        writerId: personAccountId,
        recipients,
        subject: row.subject,
        hasFiles: row.hasAttachment,
        raw: original ?? (await read(row)),
        sendKey: null,
        scheduledAt: null,
      },
      status.createdAt,
    ),
  )
}

/** @throws item.not-found */
export async function submissionState(
  deps: ComposeDeps,
  writer: Writer,
  submissionId: number,
): Promise<Reply<typeof compose.submission>> {
  const id = asId<SubmissionId>(submissionId)
  const status = await deps.outbox.status(writer.accountId, id)
  const rows = await deps.outbox.recipients(writer.accountId, id)
  const [first] = rows
  if (!first || !status || (await isHidden(deps, writer, status))) {
    throw new AppError('item.not-found')
  }
  const state = first.submissionState
  const end = recallEnd(deps, status)
  const isRecallable =
    rows.some((row) => recallable.has(row.state)) &&
    !waitingStates.includes(state) &&
    deps.clock.now().getTime() < end
  return {
    submissionId,
    state,
    scheduledTime: state === 'scheduled' ? (status.holdUntil?.toISOString() ?? null) : null,
    recallUntil: isRecallable ? new Date(end).toISOString() : null,
    recipients: rows.map(asShown),
  }
}

const recallable = new Set<RecipientRow['state']>(['queued', 'deferred', 'delivered', 'relayed'])

/** The recipients of a sent mail, blind ones too, each with its state: for the sender alone. */
export async function shownRecipients(
  { outbox }: Pick<ComposeDeps, 'outbox'>,
  accountId: AccountId,
  id: SubmissionId,
): Promise<ShownState[]> {
  return (await outbox.recipients(accountId, id)).map(asShown)
}

const asShown = ({ address, name, kind, state, reason, updatedAt }: RecipientRow): ShownState => ({
  address,
  name,
  kind,
  state,
  reason,
  at: updatedAt.toISOString(),
})
