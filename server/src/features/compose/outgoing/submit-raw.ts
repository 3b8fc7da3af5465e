import { limits } from '@hongyan/contract/limits'
import type { Part } from '@hongyan/mime/types'
import { isSevenBit } from '../../../delivery/outbound/canonical-bytes.ts'
import { joinCanonical } from '../../../delivery/outbound/canonical-in-turns.ts'
import {
  type MailWishes,
  noMailWishes,
  type RecipientWishes,
} from '../../../delivery/outbound/report-wishes.ts'
import type { EnvelopeRecipient, Judged } from '../../../delivery/outbound/types.ts'
import type { SentCopy } from '../../../mailstore/messages/sent-copies.queries.ts'
import type { Change, KeptMessage } from '../../../mailstore/types.ts'
import { currentActor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/db/pool.ts'
import { AppError } from '../../../platform/errors.ts'
import type { AccountId, MessageId, SubmissionId } from '../../../platform/ids.ts'
import type { ComposeDeps } from '../compose-deps.ts'
import { isAscii, readPerson, tooBig } from '../content/compose-checks.ts'
import { isRefusedName, suffixList } from '../uploads/file-rules.ts'
import { completeHeader, type HeaderPeople, readRaw } from './raw-header.ts'
import { type Senders, type SendingBox, sendersOf } from './senders.ts'
import { sentCopies } from './sent-copy.ts'

/** An address of RCPT TO, with NOTIFY and ORCPT where they stood there (RFC 3461). */
export interface RawRecipient extends Partial<RecipientWishes> {
  address: string
}

/** A whole message from a mail program, with its envelope (RFC 6409). */
export interface RawSubmission {
  /** Whose program it is. */
  accountId: AccountId
  /** MAIL FROM; '' for what wants no report, such as a read receipt. */
  envelopeFrom: string
  /** Addresses of RCPT TO. */
  recipients: readonly RawRecipient[]
  /** RET and ENVID (RFC 3461). */
  wishes?: MailWishes
  raw: Buffer
  /** FUTURERELEASE (RFC 4865): when it shall leave. */
  holdUntil?: Date
}

export interface RawSubmitted {
  submissionId: SubmissionId
  mailId: MessageId
}

/** A person sends to so many in an hour by programs: a stolen code is no cannon. */
const recipientsPerHour = 2_000
const hour = 3_600_000

/**
 * Hands a message over as it was written, but for what RFC 6409 §8 asks: Bcc is taken out, Date and Message-ID are
 * added where they are missing, and Sender where a mailbox wants its writer named. The sent copy, of the mailbox that
 * From names, and the submission are one transaction; no time to undo.
 * @throws address.not-yours, group.may-not-send, compose.bad-address, compose.no-recipient, compose.too-many-recipients, compose.too-fast,
 * compose.too-big, compose.header-too-long, sensitivity.missing, upload.suffix, quota.full
 */
export async function submitRaw(
  deps: ComposeDeps,
  { accountId, envelopeFrom, recipients, raw, holdUntil, wishes }: RawSubmission,
): Promise<RawSubmitted> {
  if (raw.length > limits.message) throw tooBig()
  const envelope = envelopeOf(recipients)
  const senders = await sendersOf(deps, accountId)
  const sender = envelopeFrom.toLowerCase()
  if (sender !== '') senders.boxOf(sender)
  const { header, body, people } = readRaw(raw)
  const { box, boxes } = writerOf(senders, people)
  await deps.groups.checkSending(
    { userId: senders.person.userId, accountId: box.accountId },
    envelope.map(({ address }) => address),
  )
  // Asked again below; a flood is not written to disk first.
  const since = anHourBefore(deps)
  refuseFlood(await deps.outbox.recipientsSince(senders.person.accountId, since), envelope)
  const named = (await mustName(deps, boxes)) ? senders : null
  const label = await deps.approval.sensitivity.fieldsMissingIn(box.accountId, header)
  const head = completeHeader(header, { people, named, label, now: deps.clock.now() })
  const complete = await joinCanonical(head, body)
  const handed = await deps.mailstore.keep(complete)
  await refuseFiles(deps, senders, handed)
  const [filed = null] = await sentCopies(deps, box.accountId, { raw: complete, of: 'program' })
  const judged = await deps.approval.judge({
    accountId: box.accountId,
    writerId: senders.person.accountId,
    recipients: envelope,
    subject: handed.parsed.envelope.subject,
    hasFiles: handed.hasAttachment,
    raw: complete,
    sendKey: null,
    scheduledAt: holdUntil ?? null,
  })
  const message = judged.raw ? await deps.mailstore.keep(judged.raw) : handed
  const addresses = [sender, ...envelope.map(({ address }) => address)]
  const done = await store(deps, {
    ...{
      box,
      person: senders.person,
      sender,
      envelope,
      message,
      judged,
      filed,
      holdUntil: holdUntil ?? null,
      wishes: wishes ?? noMailWishes,
    },
    smtputf8: !addresses.every(isAscii) || !isSevenBit(head),
  })
  deps.outbox.wake()
  return done
}

/**
 * The mailbox that a mail is of: the one that From names first. All addresses of From, of Sender and of those who sent
 * it on, are the writer's to use. @throws address.not-yours
 */
function writerOf(
  senders: Senders,
  { from, sender, resent }: HeaderPeople,
): { box: SendingBox; boxes: SendingBox[] } {
  const boxes = from.map(({ address }) => senders.boxOf(address))
  for (const { address } of [...sender, ...resent]) senders.boxOf(address)
  const [box] = boxes
  if (!box) throw new AppError('address.not-yours')
  return { box, boxes }
}

/** Who wrote in the name of a mailbox is told as the browser's mail tells it (ADR 27). */
async function mustName(
  { directory }: ComposeDeps,
  boxes: readonly SendingBox[],
): Promise<boolean> {
  for (const { accountId, level } of boxes) {
    if (level === null) continue
    if (level === 'on-behalf') return true
    const owner = await directory.ownerOf(accountId)
    const shown = owner && (await directory.user(owner.userId))?.organisationSettings.memberShown
    // A From that somebody else wrote is not changed: where the name should stand in it, Sender has it.
    if (shown === 'header' || shown === 'name') return true
  }
  return false
}

/** By the person, whichever mailbox is in From. */
const anHourBefore = ({ clock }: ComposeDeps): Date => new Date(clock.now().getTime() - hour)

function refuseFlood(before: number, envelope: readonly unknown[]): void {
  if (before + envelope.length > recipientsPerHour)
    throw new AppError('compose.too-fast', { max: String(recipientsPerHour) })
}

/** Files that the organisation does not let out, as in the composer. */
async function refuseFiles(
  { settings }: ComposeDeps,
  { person }: Senders,
  { parsed }: KeptMessage,
): Promise<void> {
  const refused = suffixList((await settings.of(person.userId)).controlFileTypes)
  const names = filesOf(parsed.root)
  if (names.some((name) => isRefusedName(name, refused))) throw new AppError('upload.suffix')
}

const filesOf = ({ filename, parts, message }: Part): string[] => [
  ...(filename === null ? [] : [filename]),
  ...parts.flatMap(filesOf),
  ...(message ? filesOf(message.root) : []),
]

interface Ready {
  box: SendingBox
  person: Senders['person']
  sender: string
  envelope: readonly EnvelopeRecipient[]
  message: KeptMessage
  judged: Judged
  /** The program's own copy, which is there already. */
  filed: SentCopy | null
  holdUntil: Date | null
  wishes: MailWishes
  smtputf8: boolean
}

async function store(deps: ComposeDeps, ready: Ready): Promise<RawSubmitted> {
  const { mailstore, outbox, contacts } = deps
  const { box, person, message, holdUntil } = ready
  const { accountId } = box
  const since = anHourBefore(deps)
  const { result, changes } = await deps.database.transaction(async (tx) => {
    // Other lines of the person wait here.
    refuseFlood(await outbox.recipientsSinceIn(tx, person.accountId, since), ready.envelope)
    const submissionId = await outbox.submit(tx, {
      accountId,
      handedBy: person.accountId,
      judged: ready.judged,
      kind: 'mail',
      sendKey: null,
      envelopeFrom: ready.sender,
      blob: message.blob,
      smtputf8: ready.smtputf8,
      holdUntil,
      wishes: ready.wishes,
      scheduled: holdUntil !== null,
      recipients: ready.envelope,
    })
    if (submissionId === null) throw new Error('a submission without a key was refused as a repeat')
    const { messageId, changes } = await storeCopy(deps, tx, { ...ready, submissionId })
    await outbox.attach(tx, submissionId, messageId)
    if (box.level) await deps.boxMail.sentIn(tx, accountId, { messageId, by: person.userId })
    await contacts.remember(
      tx,
      { accountId, by: person.accountId },
      ready.envelope.map(({ name, address }) => ({ name, address: address.toLowerCase() })),
    )
    return { result: { submissionId, mailId: messageId }, changes }
  })
  mailstore.announce(changes)
  return result
}

/** The copy in Sent: the program's own, where it filed one already. @throws quota.full */
async function storeCopy(
  { mailstore, clock }: ComposeDeps,
  tx: Db,
  { box, person, message, filed, holdUntil, submissionId }: Ready & { submissionId: SubmissionId },
): Promise<{ messageId: MessageId; changes: Change[] }> {
  const { accountId } = box
  const tied = filed && (await mailstore.tieIn(tx, accountId, { id: filed.id, submissionId }))
  if (filed && tied) return { messageId: filed.id, changes: tied }
  const { outcomes, changes } = await mailstore.storeIn(tx, message, [
    {
      accountId,
      folder: 'sent',
      receivedAt: holdUntil ?? clock.now(),
      seen: true,
      submissionId,
      log: { kind: 'send', ...currentActor(), ...(box.level && { member: person.address }) },
    },
  ])
  const [outcome] = outcomes
  if (outcome?.kind === 'over-quota') throw new AppError('quota.full')
  if (outcome?.kind !== 'stored') throw new Error(`the sent mail was not stored: ${outcome?.kind}`)
  return { messageId: outcome.messageId, changes }
}

/** Each recipient once. Whether it is hidden is the message's business: the envelope does not tell. */
function envelopeOf(recipients: readonly RawRecipient[]): EnvelopeRecipient[] {
  const envelope = new Map<string, EnvelopeRecipient>()
  for (const { address: written, notify = null, orcpt = null } of recipients) {
    const person = readPerson(written)
    if (!person) throw new AppError('compose.bad-address', { list: written.slice(0, 300) })
    const { address } = person
    const key = address.toLowerCase()
    if (!envelope.has(key))
      envelope.set(key, { address, name: '', kind: 'bcc', wishes: { notify, orcpt } })
  }
  if (envelope.size === 0) throw new AppError('compose.no-recipient')
  if (envelope.size > limits.recipients)
    throw new AppError('compose.too-many-recipients', { max: String(limits.recipients) })
  return [...envelope.values()]
}
