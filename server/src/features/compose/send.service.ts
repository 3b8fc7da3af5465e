import type { Change, PreparedMessage } from '../../mailstore/types.ts'
import { currentActor } from '../../platform/actor.ts'
import type { StoredBlob } from '../../platform/blobs/blobs.ts'
import type { Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { asId, type MessageId, type SubmissionId } from '../../platform/ids.ts'
import {
  checkBeforeSending,
  checkFileAmount,
  checkFileNames,
  isAscii,
  type ReadRecipients,
  readRecipients,
} from './compose-checks.ts'
import { type ComposeContent, contentOf, type Writer } from './compose-content.ts'
import type { ComposeDeps } from './compose-deps.ts'
import { composeMail } from './compose-mail.ts'
import { insertDraft, lockDraft, writeDraft } from './drafts.queries.ts'

export interface SendRequest {
  content: ComposeContent
  draftId: number | undefined
  sendKey: string
}

export interface SendReply {
  submissionId: number
  mailId: number
  state: string
  undoUntil: string | null
}

/**
 * Sends, once: the same key answers the submission it made. The sent copy, the submission with its recipients, the
 * end of the draft and the mark on the answered mail are one transaction.
 * @throws the rules of specification §5, draft.sent, item.not-found, quota.full
 */
export async function send(
  deps: ComposeDeps,
  writer: Writer,
  request: SendRequest,
): Promise<SendReply> {
  const before = await knownReply(deps, writer, request.sendKey)
  if (before) return before
  const prepared = await prepare(deps, writer, request.content)
  const done = await deps.database.transaction((tx) =>
    sendIn({ deps, tx, writer }, request, prepared),
  )
  if (!done) {
    const other = await knownReply(deps, writer, request.sendKey)
    if (other) return other
    throw new Error('a send key is used but its submission is not there')
  }
  deps.mailstore.announce(done.changes)
  deps.outbox.wake()
  return done.reply
}

async function knownReply(
  { outbox }: ComposeDeps,
  { accountId }: Writer,
  sendKey: string,
): Promise<SendReply | null> {
  const known = await outbox.byKey(accountId, sendKey)
  if (!known) return null
  const held = known.state === 'held' && known.holdUntil !== null
  return {
    submissionId: known.id,
    mailId: known.messageId ?? 0,
    state: known.state,
    undoUntil: held ? (known.holdUntil?.toISOString() ?? null) : null,
  }
}

interface Prepared {
  message: PreparedMessage
  blob: StoredBlob
  recipients: ReadRecipients
  holdUntil: Date | null
}

async function prepare(
  deps: ComposeDeps,
  writer: Writer,
  content: ComposeContent,
): Promise<Prepared> {
  const recipients = readRecipients(content)
  checkBeforeSending(content.mailSubject, recipients)
  const files = await deps.files.find(writer.accountId, content.fileIds)
  checkFileAmount(files)
  checkFileNames(files)
  const raw = await composeMail(deps, writer, { content, recipients, files, showBlind: false })
  const { undoSendSeconds } = await deps.settings.of(writer.userId)
  const holdMs = Math.min(Math.max(undoSendSeconds, 0), 30) * 1000
  return {
    recipients,
    message: await deps.mailstore.prepare(raw),
    blob: await deps.blobs.put(raw),
    holdUntil: holdMs > 0 ? new Date(deps.clock.now().getTime() + holdMs) : null,
  }
}

interface Scope {
  deps: ComposeDeps
  tx: Db
  writer: Writer
}

/** @returns null when another request with the same key was first */
async function sendIn(
  scope: Scope,
  request: SendRequest,
  prepared: Prepared,
): Promise<{ reply: SendReply; changes: Change[] } | null> {
  const { deps, tx, writer } = scope
  const { recipients, holdUntil } = prepared
  const id = await deps.outbox.submit(tx, {
    accountId: writer.accountId,
    kind: 'mail',
    sendKey: request.sendKey,
    envelopeFrom: writer.address,
    blob: prepared.blob,
    smtputf8: needsSmtpUtf8(writer, recipients),
    holdUntil,
    recipients: recipients.envelope,
  })
  if (id === null) return null
  const ended = await endDraft(scope, request, id)
  const stored = await storeSent(scope, prepared, id)
  await deps.outbox.attach(tx, id, stored.messageId)
  const marked = await markSource(scope, request.content)
  await keepForUndo(scope, request, { id, messageId: stored.messageId, marked: marked.length > 0 })
  const people = recipients.envelope.map(({ name, address }) => ({
    name,
    address: address.toLowerCase(),
  }))
  await deps.contacts.remember(tx, writer.accountId, people)
  return {
    changes: [...ended, ...stored.changes, ...marked],
    reply: {
      submissionId: id,
      mailId: stored.messageId,
      state: holdUntil ? 'held' : 'queued',
      undoUntil: holdUntil?.toISOString() ?? null,
    },
  }
}

/** RFC 6531: any address that is not ASCII, in the headers or in the envelope. */
const needsSmtpUtf8 = ({ address }: Writer, { envelope }: ReadRecipients): boolean =>
  !isAscii(address) || envelope.some((one) => !isAscii(one.address))

/** The draft is locked and was not sent: of many requests that send it, one goes on (P15). */
async function endDraft(
  { deps, tx, writer: { accountId } }: Scope,
  { draftId }: SendRequest,
  id: SubmissionId,
): Promise<Change[]> {
  if (draftId === undefined) return []
  const draft = await lockDraft(tx, accountId, draftId)
  if (!draft) throw new AppError('item.not-found')
  if (draft.sentSubmissionId !== null && draft.sentSubmissionId !== id)
    throw new AppError('draft.sent')
  const { changes } = await deps.mailstore.removeIn(tx, accountId, [draft.messageId])
  return changes
}

async function storeSent(
  { deps, tx, writer }: Scope,
  { message }: Prepared,
  submissionId: SubmissionId,
): Promise<{ messageId: MessageId; changes: Change[] }> {
  const { outcomes, changes } = await deps.mailstore.storeIn(tx, message, [
    {
      accountId: writer.accountId,
      folder: 'sent',
      receivedAt: deps.clock.now(),
      seen: true,
      submissionId,
      log: { kind: 'send', ...currentActor() },
    },
  ])
  const [outcome] = outcomes
  if (outcome?.kind === 'over-quota') throw new AppError('quota.full')
  if (outcome?.kind !== 'stored') throw new Error(`the sent mail was not stored: ${outcome?.kind}`)
  return { messageId: outcome.messageId, changes }
}

/** @returns no change when the mail had the mark before, or is not to be seen */
async function markSource(
  { deps, tx, writer }: Scope,
  { sourceMailId, writeMode }: ComposeContent,
): Promise<Change[]> {
  const flag = flagOf[writeMode]
  if (sourceMailId === undefined || flag === undefined) return []
  const ids = await deps.mailstore.visible(writer, [asId<MessageId>(sourceMailId)])
  return deps.mailstore.setFlagIn(tx, writer.accountId, { ids, flag, value: true })
}

/** Which mark a write mode leaves on its source. */
export const flagOf: Partial<Record<ComposeContent['writeMode'], 'answered' | 'forwarded'>> = {
  reply: 'answered',
  replyAll: 'answered',
  forward: 'forwarded',
  forwardAsAttachment: 'forwarded',
}

/** What `cancel` brings back, and what tells later saves that the draft was sent. */
async function keepForUndo(
  { deps, tx, writer: { accountId } }: Scope,
  { content, draftId }: SendRequest,
  sent: { id: SubmissionId; messageId: MessageId; marked: boolean },
): Promise<void> {
  const kept = { ...contentOf(content), marked: sent.marked }
  const draft = { messageId: sent.messageId, content: kept, sentSubmissionId: sent.id }
  if (draftId === undefined) await insertDraft(tx, accountId, draft)
  else await writeDraft(tx, accountId, { ...draft, id: draftId, now: deps.clock.now() })
}
