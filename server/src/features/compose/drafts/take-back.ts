import { waitingStates } from '../../../delivery/outbound/submission-machine.ts'
import type { SubmissionStatus } from '../../../delivery/outbound/types.ts'
import { jsonText } from '../../../platform/db/json-text.ts'
import { AppError } from '../../../platform/errors.ts'
import { asId, type MessageId } from '../../../platform/ids.ts'
import type { ComposeDeps } from '../compose-deps.ts'
import { flagOf, type KeptContent, readSent, type Writer } from '../content/compose-content.ts'
import { draftOfSubmission, lockDraft, writeDraft } from './drafts.queries.ts'
import { draftMessage, storeDraft } from './drafts.service.ts'

/**
 * Takes a waiting mail back: it becomes a draft again, or it has left; never both, since one compare-and-set decides.
 * @returns the draft; null when it does not wait any more
 */
export async function takeBack(
  deps: ComposeDeps,
  writer: Writer,
  status: SubmissionStatus,
): Promise<number | null> {
  const { accountId } = writer
  const { id, state, holdUntil } = status
  const kept = await draftOfSubmission(deps.database, accountId, id)
  const sent = kept && readSent(kept.content)
  if (!waitingStates.includes(state) || !sent) return null
  const { content: rest, marked } = sent
  // A file that is gone keeps no mail from being stopped.
  const files = await deps.files.describe(writer, rest.fileIds)
  const there = { ...rest, fileIds: files.map((one) => one.fileId) }
  const content: KeptContent =
    state !== 'held' && holdUntil ? { ...there, scheduledTime: holdUntil.toISOString() } : there
  const message = await draftMessage(deps, writer, content)
  const text = await jsonText(content)
  const changes = await deps.database.transaction(async (tx) => {
    const cancelled = await deps.outbox.cancelIn(tx, accountId, id)
    if (!cancelled) return null
    await deps.approval.takenBackIn(tx, id)
    await deps.authorised.forgetIn(tx, id)
    const draft = await lockDraft(tx, accountId, kept.id)
    if (!draft) throw new AppError('item.not-found')
    const gone = cancelled.messageId === null ? [] : [cancelled.messageId]
    const removed = await deps.mailstore.removeIn(tx, accountId, { forget: gone })
    const stored = await storeDraft(deps, tx, { accountId, message })
    await writeDraft(tx, accountId, {
      id: draft.id,
      messageId: stored.messageId,
      content: text,
      sentSubmissionId: null,
      now: deps.clock.now(),
    })
    const flag = marked ? flagOf[content.writeMode] : undefined
    const ids = content.sourceMailId === undefined ? [] : [asId<MessageId>(content.sourceMailId)]
    const unmarked = flag
      ? await deps.mailstore.setFlagIn(tx, accountId, { ids, flag, value: false })
      : []
    return [...removed.changes, ...stored.changes, ...unmarked]
  })
  if (changes === null) return null
  deps.mailstore.announce(changes)
  return kept.id
}
