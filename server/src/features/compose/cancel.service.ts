import type { RecipientState as ShownState } from '@hongyan/contract/messages'
import type { RecipientRow } from '../../delivery/outbound/types.ts'
import { wholeAccount } from '../../mailstore/types.ts'
import { AppError } from '../../platform/errors.ts'
import { type AccountId, asId, type MessageId, type SubmissionId } from '../../platform/ids.ts'
import type { ComposeContent, Writer } from './compose-content.ts'
import type { ComposeDeps } from './compose-deps.ts'
import { draftOfSubmission, lockDraft, writeDraft } from './drafts.queries.ts'
import { draftMessage, storeDraft } from './drafts.service.ts'
import { flagOf } from './send.service.ts'

/** What is kept of a mail while it may be taken back. */
type KeptContent = ComposeContent & { marked?: boolean }

/**
 * Takes a held mail back: it becomes a draft again, or it has left; never both, since one compare-and-set decides.
 * @throws send.not-cancellable, item.not-found
 */
export async function cancel(
  deps: ComposeDeps,
  writer: Writer,
  submissionId: number,
): Promise<{ draftId: number }> {
  const { accountId } = writer
  const id = asId<SubmissionId>(submissionId)
  const status = await deps.outbox.status(accountId, id)
  if (!status || (await isHidden(deps, writer, status))) throw new AppError('item.not-found')
  const kept = await draftOfSubmission(deps.database, accountId, id)
  if (status.state !== 'held' || !kept) throw new AppError('send.not-cancellable')
  const content = kept.content as KeptContent
  const message = await draftMessage(deps, writer, content)
  const changes = await deps.database.transaction(async (tx) => {
    const sent = await deps.outbox.cancelIn(tx, accountId, id)
    if (!sent) throw new AppError('send.not-cancellable')
    const draft = await lockDraft(tx, accountId, kept.id)
    if (!draft) throw new AppError('item.not-found')
    const gone = sent.messageId === null ? [] : [sent.messageId]
    const removed = await deps.mailstore.removeIn(tx, accountId, { forget: gone })
    const stored = await storeDraft(deps, tx, { accountId, message })
    const { marked: _marked, ...plain } = content
    await writeDraft(tx, accountId, {
      id: draft.id,
      messageId: stored.messageId,
      content: plain,
      sentSubmissionId: null,
      now: deps.clock.now(),
    })
    const flag = content.marked ? flagOf[content.writeMode] : undefined
    const ids = content.sourceMailId === undefined ? [] : [asId<MessageId>(content.sourceMailId)]
    const unmarked = flag
      ? await deps.mailstore.setFlagIn(tx, accountId, { ids, flag, value: false })
      : []
    return [...removed.changes, ...stored.changes, ...unmarked]
  })
  deps.mailstore.announce(changes)
  return { draftId: kept.id }
}

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

/** @throws item.not-found */
export async function submissionState(
  deps: ComposeDeps,
  writer: Writer,
  submissionId: number,
): Promise<{ submissionId: number; state: string; recipients: ShownState[] }> {
  const id = asId<SubmissionId>(submissionId)
  const status = await deps.outbox.status(writer.accountId, id)
  const rows = await deps.outbox.recipients(writer.accountId, id)
  const [first] = rows
  if (!first || (status && (await isHidden(deps, writer, status)))) {
    throw new AppError('item.not-found')
  }
  return { submissionId, state: first.submissionState, recipients: rows.map(asShown) }
}

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
