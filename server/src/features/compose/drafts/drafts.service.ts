import type { DraftReply } from '@hongyan/contract/compose'
import type { Change, KeptMessage } from '../../../mailstore/types.ts'
import { jsonText } from '../../../platform/db/json-text.ts'
import type { Db } from '../../../platform/db/pool.ts'
import type { JsonText } from '../../../platform/db/sql.ts'
import { AppError } from '../../../platform/errors.ts'
import { type AccountId, asId, type MessageId } from '../../../platform/ids.ts'
import { freeNow } from '../../../platform/in-turns.ts'
import type { ComposeDeps } from '../compose-deps.ts'
import { checkFileAmount, readRecipients } from '../content/compose-checks.ts'
import { type ComposeContent, contentOf, type Writer } from '../content/compose-content.ts'
import { composeMail } from '../content/compose-mail.ts'
import {
  type DraftState,
  type DraftWriter,
  deleteDrafts,
  insertDraft,
  lockDraft,
  lockDraftSavedUnder,
  writeDraft,
} from './drafts.queries.ts'

export interface SaveRequest {
  content: ComposeContent
  draftId: number | undefined
  version: number | undefined
  /** A window whose send was answered by nobody does not know that its mail left. */
  sendKey?: string | undefined
  /** When the text was on the screen, by the writer's clock (ms since 1970). */
  writtenAt?: number | undefined
}

/**
 * Saves a draft as a mail in the drafts folder, in place of its former version. Whoever saves on an older version
 * than the last is told and changes nothing, unless it wrote that version itself and never heard of it.
 * @throws draft.left when a mail left under the same key; draft.conflict, draft.sent, item.not-found, quota.full and
 * the limits on files
 */
export async function saveDraft(
  deps: ComposeDeps,
  writer: Writer,
  request: SaveRequest,
): Promise<DraftReply> {
  const { accountId } = writer
  const { sendKey } = request
  if (sendKey && (await deps.outbox.byKey(accountId, sendKey))) throw new AppError('draft.left')
  const message = await draftMessage(deps, writer, request.content)
  const text = await jsonText(contentOf(request.content))
  const { reply, changes } = await deps.database
    .transaction((tx) => saveIn({ deps, tx, accountId }, request, { message, text }))
    .finally(() => text.drop())
  // On disk: a composer saves eight megabytes again and again.
  freeNow(message.raw)
  deps.mailstore.announce(changes)
  return reply
}

interface Saving {
  deps: ComposeDeps
  tx: Db
  accountId: AccountId
}

async function saveIn(
  { deps, tx, accountId }: Saving,
  request: SaveRequest,
  { message, text }: { message: KeptMessage; text: JsonText },
): Promise<{ reply: DraftReply; changes: Change[] }> {
  await deps.files.touch(tx, accountId, request.content.fileIds)
  const writer = writerOfVersion(request)
  const known = await formerVersion({ deps, tx, accountId }, request)
  if (known && isHeardNow(known, request)) {
    const { id: draftId, messageId: mailId, version } = known
    return { reply: { draftId, mailId, version }, changes: [] }
  }
  const replaced = known ? [known.messageId] : []
  const removed = known ? await deps.mailstore.removeIn(tx, accountId, { replaced }) : null
  const stored = await storeDraft(deps, tx, { accountId, message })
  const draft = { messageId: stored.messageId, content: text, sentSubmissionId: null, writer }
  const mailId = stored.messageId
  const changes = [...(removed?.changes ?? []), ...stored.changes]
  if (known) {
    const version = await writeDraft(tx, accountId, {
      ...draft,
      id: known.id,
      now: deps.clock.now(),
    })
    return { reply: { draftId: known.id, mailId, version }, changes }
  }
  const { id, version } = await insertDraft(tx, accountId, draft)
  return { reply: { draftId: id, mailId, version }, changes }
}

/** The draft that is saved anew, locked; null for a new one. @throws draft.conflict, draft.sent, item.not-found */
async function formerVersion(
  { tx, accountId }: Saving,
  request: SaveRequest,
): Promise<DraftState | null> {
  const { draftId, sendKey, writtenAt } = request
  if (draftId === undefined)
    return sendKey && writtenAt !== undefined ? lockDraftSavedUnder(tx, accountId, sendKey) : null
  const known = await lockDraft(tx, accountId, draftId)
  if (!known) throw new AppError('item.not-found')
  if (known.sentSubmissionId !== null) throw new AppError('draft.sent')
  if (known.version !== request.version && !isOwn(known, request))
    throw new AppError('draft.conflict')
  return known
}

/** True when this composer wrote the latest version: whatever it says now follows what it said then. */
const isOwn = ({ savedUnder, writtenAt }: DraftState, request: SaveRequest): boolean =>
  savedUnder !== null &&
  savedUnder === request.sendKey &&
  writtenAt !== null &&
  request.writtenAt !== undefined

/** A save that was made before, or is older than that: there is nothing to write, only the answer to give. */
const isHeardNow = (known: DraftState, request: SaveRequest): boolean =>
  known.version !== request.version &&
  isOwn(known, request) &&
  (request.writtenAt ?? 0) <= (known.writtenAt ?? 0)

const writerOfVersion = ({ sendKey, writtenAt }: SaveRequest): DraftWriter => ({
  savedUnder: writtenAt === undefined ? null : (sendKey ?? null),
  writtenAt: writtenAt ?? null,
})

/** The mail that stands in the drafts folder for what the composer holds. Wrong addresses are left out of it. */
export async function draftMessage(
  deps: ComposeDeps,
  writer: Writer,
  content: ComposeContent,
): Promise<KeptMessage> {
  const files = await deps.files.find(writer, content.fileIds)
  checkFileAmount(files)
  const recipients = readRecipients(content)
  const raw = await composeMail(deps, writer, { content, recipients, files, showBlind: true })
  return deps.mailstore.keep(raw)
}

/** @throws quota.full */
export async function storeDraft(
  { mailstore, clock }: ComposeDeps,
  tx: Db,
  { accountId, message }: { accountId: AccountId; message: KeptMessage },
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

/**
 * Deletes drafts for good; those that a member of the mailbox throws away who may not do that go to the recycle bin: they
 * may be a colleague's. @throws item.not-found, mail.not-draft, mail.none-selected
 */
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
  if (writer.member && writer.member.level !== 'full') {
    const trash = await mailstore.folderByRole(accountId, 'trash')
    if (!trash) throw new AppError('folder.not-found')
    await mailstore.moveFrom(accountId, ids, trash.id)
    return { count: ids.length }
  }
  const { result, changes } = await database.transaction(async (tx) => {
    await deleteDrafts(tx, accountId, ids)
    return mailstore.removeIn(tx, accountId, ids)
  })
  mailstore.announce(changes)
  return { count: result }
}
