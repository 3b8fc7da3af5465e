import type { Sent } from '@hongyan/contract/compose'
import type { Judged, NewRecipient } from '../../../delivery/outbound/types.ts'
import type { Change, KeptMessage } from '../../../mailstore/types.ts'
import { currentActor } from '../../../platform/actor.ts'
import { jsonText } from '../../../platform/db/json-text.ts'
import type { Db } from '../../../platform/db/pool.ts'
import type { JsonText } from '../../../platform/db/sql.ts'
import { AppError } from '../../../platform/errors.ts'
import { asId, type MessageId, type SubmissionId } from '../../../platform/ids.ts'
import { freeNow } from '../../../platform/in-turns.ts'
import type { SealedMail } from '../../authorised/authorised.public.ts'
import type { ComposeDeps } from '../compose-deps.ts'
import type { MessageParts } from '../content/build-message.ts'
import {
  checkBeforeSending,
  checkFileAmount,
  checkFileNames,
  isAscii,
  type ReadRecipients,
  readPerson,
  readRecipients,
} from '../content/compose-checks.ts'
import { type ComposeContent, contentOf, flagOf, type Writer } from '../content/compose-content.ts'
import { build, mailParts } from '../content/compose-mail.ts'
import { checkEncrypted, encryptedBody, withoutText } from '../content/encrypted-mail.ts'
import { refuseForward } from '../content/source-mail.ts'
import { insertDraft, lockDraft, writeDraft } from '../drafts/drafts.queries.ts'
import type { UploadRow } from '../uploads/uploads.queries.ts'
import { buildNotices } from './authorised-notice.ts'
import { type Leaving, leavingTime } from './leaving-time.ts'
import { digestOf, repeatedReply } from './repeated-send.ts'

export interface SendRequest {
  content: ComposeContent
  draftId: number | undefined
  sendKey: string
  /** The uploaded CMS object of an encrypted mail. */
  encryptedFileId?: number | undefined
  /** When its sender wants it to leave; see leavingTime. */
  scheduledTime?: string | undefined
}

/**
 * Sends, once: the same mail under the same key answers the submission it made; another mail under that key is refused,
 * for it would be lost. The sent copy, the submission with its recipients, the end of the draft and the mark on the
 * answered mail are one transaction.
 * @throws the rules of specification §5, draft.sent, item.not-found, quota.full
 */
export async function send(deps: ComposeDeps, writer: Writer, request: SendRequest): Promise<Sent> {
  const asked = await asKept(deps, request)
  const before = await repeatedReply(deps, writer, asked)
  if (before) return before
  const prepared = await prepare(deps, writer, request)
  const { digest, content } = asked
  const kept = await jsonText(content)
  const done = await deps.database
    .transaction((tx) => sendIn({ deps, tx, writer }, { ...request, digest, kept }, prepared))
    .finally(() => kept.drop())
  // On disk.
  freeNow(prepared.message.raw)
  if (!done) {
    const other = await repeatedReply(deps, writer, asked)
    if (other) return other
    throw new Error('a send key is used but its submission is not there')
  }
  deps.mailstore.announce(done.changes)
  deps.outbox.wake()
  return done.reply
}

const asKept = async (deps: ComposeDeps, { sendKey, content }: SendRequest) => ({
  sendKey,
  content: contentOf(content),
  digest: await digestOf(deps, content),
})

/** With what tells it from another mail under its key. */
interface Digested extends SendRequest {
  digest: string
  /** What is kept of its content. */
  kept: JsonText
}

interface Prepared {
  /** The sender's copy. */
  message: KeptMessage
  people: ReadRecipients
  recipients: readonly NewRecipient[]
  leaving: Leaving
  /** The original of a read-limited mail. */
  sealed: SealedMail | null
  judged: Judged
}

async function prepare(deps: ComposeDeps, writer: Writer, request: SendRequest): Promise<Prepared> {
  const { content, scheduledTime } = request
  const people = readRecipients(content)
  checkBeforeSending(content.mailSubject, people, writer.language)
  await checkGroups(deps, writer, { people, content })
  await refuseForward(deps, writer, content)
  const files = await deps.files.find(writer, content.fileIds)
  checkFileAmount(files)
  checkFileNames(files)
  const { undoSendSeconds: undoSeconds } = await deps.settings.of(writer.personId)
  const now = deps.clock.now()
  const leaving = leavingTime(scheduledTime, { now, undoSeconds })
  const writing = { deps, writer, files, leaving, now }
  let written = await write(writing, request)
  const judged = await deps.approval.judge({
    accountId: writer.accountId,
    writerId: writer.personAccountId,
    recipients: people.envelope,
    subject: content.mailSubject,
    hasFiles: files.length > 0,
    raw: written.original,
    sendKey: request.sendKey,
    scheduledAt: leaving.isScheduled ? leaving.holdUntil : null,
    rewrite: async (removed) => {
      written = await write(writing, { ...request, content: withoutPeople(content, removed) })
      return { raw: written.original, recipients: written.people.envelope }
    },
  })
  if (judged.raw)
    written = {
      ...written,
      ...(await seal(writing, request, { ...written, original: judged.raw })),
    }
  const { sealed, notices } = written
  return {
    judged,
    people: written.people,
    sealed,
    leaving,
    recipients: notices?.recipients ?? written.people.envelope,
    message: await deps.mailstore.keep(notices?.own ?? written.original),
  }
}

interface Writing {
  deps: ComposeDeps
  writer: Writer
  files: UploadRow[]
  leaving: Leaving
  now: Date
}

/** The mail as it leaves. */
async function write(writing: Writing, request: SendRequest) {
  const { deps, writer, files, leaving, now } = writing
  const { content } = request
  const people = readRecipients(content)
  const date = leaving.isScheduled && leaving.holdUntil ? leaving.holdUntil : now
  const parts = await partsOf(deps, writer, { request, files, people, date })
  const built = { people, parts, original: await build(parts) }
  return { ...built, ...(await seal(writing, request, built)) }
}

interface Built {
  people: ReadRecipients
  parts: MessageParts
  original: Buffer
}

/** A read-limited mail as it leaves: notices, and the original where they lead. */
async function seal(
  { deps, writer, leaving, now }: Writing,
  { content }: SendRequest,
  { people, parts, original }: Built,
) {
  const terms = content.authorisation
  const sealed = terms
    ? await deps.authorised.seal(original, {
        terms,
        addresses: people.envelope.map((one) => one.address),
        leavesAt: leaving.holdUntil ?? now,
      })
    : null
  const { language } = writer
  const { isSeparate } = content
  const about = sealed && { parts, sealed, recipients: people, isSeparate, language }
  return { original, sealed, notices: about && (await buildNotices(deps, about)) }
}

/** For a rule that takes a mail from some: it names them to nobody. */
function withoutPeople(content: ComposeContent, removed: readonly string[]): ComposeContent {
  const left = (list: readonly string[]) =>
    list.filter((one) => !removed.includes(readPerson(one)?.address.toLowerCase() ?? ''))
  const { mailTo, mailCc, mailBcc } = content
  return { ...content, mailTo: left(mailTo), mailCc: left(mailCc), mailBcc: left(mailBcc) }
}

/** @throws group.may-not-send, group.not-protected: a group reads with many eyes what is meant for counted ones */
async function checkGroups(
  { groups }: ComposeDeps,
  writer: Writer,
  { people, content }: { people: ReadRecipients; content: ComposeContent },
): Promise<void> {
  const addresses = people.envelope.map((one) => one.address)
  const found = await groups.checkSending(writer, addresses)
  if (content.authorisation && found.length > 0)
    throw new AppError('group.not-protected', { list: found.map(({ name }) => name).join(', ') })
}

/** What leaves: the mail as it was written, or with its text and files inside a CMS object. */
async function partsOf(
  deps: ComposeDeps,
  writer: Writer,
  {
    request: { content, encryptedFileId },
    files,
    people: recipients,
    date,
  }: { request: SendRequest; files: UploadRow[]; people: ReadRecipients; date: Date },
): Promise<MessageParts> {
  const clear = { recipients, showBlind: false, date }
  if (!content.encrypt) return mailParts(deps, writer, { ...clear, content, files })
  await checkEncrypted(deps, writer, { content, recipients })
  const encrypted = await encryptedBody(deps, writer, encryptedFileId)
  const parts = await mailParts(deps, writer, {
    ...clear,
    content: withoutText(content),
    files: [],
  })
  return { ...parts, encrypted }
}

interface Scope {
  deps: ComposeDeps
  tx: Db
  writer: Writer
}

/** @returns null when another request with the same key was first */
async function sendIn(
  scope: Scope,
  request: Digested,
  prepared: Prepared,
): Promise<{ reply: Sent; changes: Change[] } | null> {
  const { deps, tx, writer } = scope
  const { recipients, people, sealed, leaving, judged } = prepared
  const { accountId } = writer
  const { isScheduled } = leaving
  // Whoever may let it go is asked at once: there is no time to undo, and it can be withdrawn until then.
  const holdUntil = judged.holdIn && !isScheduled ? null : leaving.holdUntil
  const id = await deps.outbox.submit(tx, {
    accountId,
    handedBy: writer.personAccountId,
    judged,
    kind: 'mail',
    sendKey: request.sendKey,
    envelopeFrom: writer.address,
    blob: prepared.message.blob,
    smtputf8: needsSmtpUtf8(writer, people),
    holdUntil,
    scheduled: isScheduled,
    // Notices are written for each reader anyway.
    separate: request.content.isSeparate && sealed === null,
    recipients,
  })
  if (id === null) return null
  if (sealed) await deps.authorised.keepIn(tx, { accountId, submissionId: id, mail: sealed })
  const ended = await endDraft(scope, request, id)
  const stored = await storeSent(scope, prepared, id)
  await deps.outbox.attach(tx, id, stored.messageId)
  const { messageId } = stored
  if (writer.member) await deps.boxMail.sentIn(tx, accountId, { messageId, by: writer.personId })
  const marked = await markSource(scope, request.content)
  const comesBackUntil = judged.holdIn ? heldFor(deps) : holdUntil
  const sent = { id, messageId, marked: marked.length > 0, holdUntil: comesBackUntil }
  await keepForUndo(scope, request, sent)
  const known = people.envelope.map(({ name, address }) => ({
    name,
    address: address.toLowerCase(),
  }))
  await deps.contacts.remember(tx, { accountId, by: writer.personAccountId }, known)
  const until = holdUntil?.toISOString() ?? null
  return {
    changes: [...ended, ...stored.changes, ...marked],
    reply: {
      submissionId: id,
      mailId: stored.messageId,
      state: judged.holdIn ? 'awaiting-approval' : firstState(until, isScheduled),
      undoUntil: isScheduled ? null : until,
      scheduledTime: isScheduled ? until : null,
    },
  }
}

const firstState = (until: string | null, isScheduled: boolean): string => {
  if (until === null) return 'queued'
  return isScheduled ? 'scheduled' : 'held'
}

const day = 24 * 3_600_000
/** So long a held mail comes back as a draft with its files when it is withdrawn. */
const heldDays = 60
const heldFor = ({ clock }: ComposeDeps): Date => new Date(clock.now().getTime() + heldDays * day)

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
  const replaced = [draft.messageId]
  const { changes } = await deps.mailstore.removeIn(tx, accountId, { replaced })
  return changes
}

async function storeSent(
  { deps, tx, writer }: Scope,
  { message, leaving }: Prepared,
  submissionId: SubmissionId,
): Promise<{ messageId: MessageId; changes: Change[] }> {
  const { outcomes, changes } = await deps.mailstore.storeIn(tx, message, [
    {
      accountId: writer.accountId,
      folder: 'sent',
      // A scheduled mail stands where it will stand once it has left.
      receivedAt: (leaving.isScheduled && leaving.holdUntil) || deps.clock.now(),
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
  const ids = await deps.mailstore.visibleIn(tx, writer, [asId<MessageId>(sourceMailId)])
  return deps.mailstore.setFlagIn(tx, writer.accountId, { ids, flag, value: true })
}

/** What `cancel` brings back, and what tells later saves that the draft was sent. */
async function keepForUndo(
  { deps, tx, writer: { accountId } }: Scope,
  { content, draftId, digest, kept }: Digested,
  sent: { id: SubmissionId; messageId: MessageId; marked: boolean; holdUntil: Date | null },
): Promise<void> {
  // The text of a read-limited or encrypted mail stays nowhere else once it cannot come back.
  const isProtected = content.authorisation !== null || content.encrypt
  const isOver = isProtected && sent.holdUntil === null
  const whole = isOver ? null : kept.with({ marked: sent.marked, digest })
  const draft = {
    messageId: sent.messageId,
    content: whole ?? { digest },
    sentSubmissionId: sent.id,
    keepUntil: sent.holdUntil,
  }
  if (draftId === undefined) await insertDraft(tx, accountId, draft)
  else await writeDraft(tx, accountId, { ...draft, id: draftId, now: deps.clock.now() })
  whole?.drop()
}
