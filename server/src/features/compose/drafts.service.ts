import type { DraftReply } from '@hongyan/contract/compose'
import type { Change, PreparedMessage } from '../../mailstore/types.ts'
import type { Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { type AccountId, asId, type MessageId } from '../../platform/ids.ts'
import { checkFileAmount, readRecipients } from './compose-checks.ts'
import { type ComposeContent, contentOf, type Writer } from './compose-content.ts'
import type { ComposeDeps } from './compose-deps.ts'
import { composeMail } from './compose-mail.ts'
import { deleteDrafts, insertDraft, lockDraft, writeDraft } from './drafts.queries.ts'

export interface SaveRequest {
  content: ComposeContent
  draftId: number | undefined
  version: number | undefined
  /** A window whose send was answered by nobody does not know that its mail left. */
  sendKey?: string | undefined
}

/**
 * Saves a draft as a mail in the drafts folder, in place of its former version. Whoever saves on an older version
 * than the last is told and changes nothing.
 * @throws draft.conflict, draft.sent, item.not-found, quota.full and the limits on files
 */
export async function saveDraft(
  deps: ComposeDeps,
  writer: Writer,
  request: SaveRequest,
): Promise<DraftReply> {
  const { accountId } = writer
  const { sendKey } = request
  if (sendKey && (await deps.outbox.byKey(accountId, sendKey))) throw new AppError('draft.sent')
  const message = await draftMessage(deps, writer, request.content)
  const content = contentOf(request.content)
  const { reply, changes } = await deps.database.transaction(async (tx) => {
    await deps.files.touch(tx, accountId, content.fileIds)
    if (request.draftId === undefined) {
      const stored = await storeDraft(deps, tx, { accountId, message })
      const draft = { messageId: stored.messageId, content, sentSubmissionId: null }
      const { id, version } = await insertDraft(tx, accountId, draft)
      return { changes: stored.changes, reply: { draftId: id, mailId: stored.messageId, version } }
    }
    const known = await lockDraft(tx, accountId, request.draftId)
    if (!known) throw new AppError('item.not-found')
    if (known.sentSubmissionId !== null) throw new AppError('draft.sent')
    if (known.version !== request.version) throw new AppError('draft.conflict')
    const removed = await deps.mailstore.removeIn(tx, accountId, [known.messageId])
    const stored = await storeDraft(deps, tx, { accountId, message })
    const version = await writeDraft(tx, accountId, {
      id: known.id,
      messageId: stored.messageId,
      content,
      sentSubmissionId: null,
      now: deps.clock.now(),
    })
    return {
      changes: [...removed.changes, ...stored.changes],
      reply: { draftId: known.id, mailId: stored.messageId, version },
    }
  })
  deps.mailstore.announce(changes)
  return reply
}

/** The mail that stands in the drafts folder for what the composer holds. Wrong addresses are left out of it. */
export async function draftMessage(
  deps: ComposeDeps,
  writer: Writer,
  content: ComposeContent,
): Promise<PreparedMessage> {
  const files = await deps.files.find(writer.accountId, content.fileIds)
  checkFileAmount(files)
  const recipients = readRecipients(content)
  const raw = await composeMail(deps, writer, { content, recipients, files, showBlind: true })
  return deps.mailstore.prepare(raw)
}

/** @throws quota.full */
export async function storeDraft(
  { mailstore, clock }: ComposeDeps,
  tx: Db,
  { accountId, message }: { accountId: AccountId; message: PreparedMessage },
): Promise<{ messageId: MessageId; changes: Change[] }> {
  const receivedAt = clock.now()
  const { outcomes, changes } = await mailstore.storeIn(tx, message, [
    { accountId, folder: 'drafts', receivedAt, seen: true, draft: true },
  ])
  const [outcome] = outcomes
  if (outcome?.kind === 'over-quota') throw new AppError('quota.full')
  if (outcome?.kind !== 'stored') throw new Error(`the draft was not stored: ${outcome?.kind}`)
  return { messageId: outcome.messageId, changes }
}

/** Deletes drafts for good. @throws item.not-found, mail.not-draft, mail.none-selected */
export async function removeDrafts(
  { mailstore, database }: ComposeDeps,
  writer: Writer,
  mailIds: readonly number[],
): Promise<{ count: number }> {
  const ids = mailIds.map((id) => asId<MessageId>(id))
  if (ids.length === 0) throw new AppError('mail.none-selected')
  const { accountId } = writer
  const rows = await mailstore.rows(writer, ids)
  if (rows.length < ids.length) throw new AppError('item.not-found')
  if (rows.some((row) => !row.draft)) throw new AppError('mail.not-draft')
  const { result, changes } = await database.transaction(async (tx) => {
    await deleteDrafts(tx, accountId, ids)
    return mailstore.removeIn(tx, accountId, ids)
  })
  mailstore.announce(changes)
  return { count: result }
}
