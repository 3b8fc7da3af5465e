import { limits } from '@hongyan/contract/limits'
import { readHeaders } from '@hongyan/mime/headers'
import { withoutFields } from '../../../delivery/inbound/forged-results.ts'
import { headerBlock, isSevenBit, withCrlf } from '../../../delivery/outbound/canonical-bytes.ts'
import type { EnvelopeRecipient } from '../../../delivery/outbound/types.ts'
import type { KeptMessage } from '../../../mailstore/types.ts'
import { currentActor } from '../../../platform/actor.ts'
import { AppError } from '../../../platform/errors.ts'
import type { AccountId, MessageId, SubmissionId } from '../../../platform/ids.ts'
import { joinInTurns } from '../../../platform/in-turns.ts'
import type { ComposeDeps } from '../compose-deps.ts'
import { newMessageId } from '../content/build-message.ts'
import { isAscii, readPerson, tooBig } from '../content/compose-checks.ts'

/** A whole message from a mail program, with its envelope (RFC 6409). */
export interface RawSubmission {
  accountId: AccountId
  envelopeFrom: string
  /** Addresses of RCPT TO. */
  recipients: readonly string[]
  raw: Buffer
  /** FUTURERELEASE (RFC 4865): when it shall leave. */
  holdUntil?: Date
}

export interface RawSubmitted {
  submissionId: SubmissionId
  mailId: MessageId
}

/**
 * Hands a message over as it was written, but for what RFC 6409 §8 asks: Bcc is taken out, Date and Message-ID are
 * added where they are missing. The sent copy and the submission are one transaction; no time to undo.
 * @throws address.not-yours, compose.bad-address, compose.no-recipient, compose.too-many-recipients, compose.too-big,
 * quota.full
 */
export async function submitRaw(
  deps: ComposeDeps,
  { accountId, envelopeFrom, recipients, raw, holdUntil }: RawSubmission,
): Promise<RawSubmitted> {
  if (raw.length > limits.message) throw tooBig()
  const envelope = envelopeOf(recipients)
  const sender = await ownAddress(deps, accountId, envelopeFrom)
  const complete = await completed(withCrlf(raw), { sender, now: deps.clock.now() })
  const message = await deps.mailstore.keep(complete)
  for (const { address } of message.parsed.envelope.from) await ownAddress(deps, accountId, address)
  const addresses = [sender, ...envelope.map(({ address }) => address)]
  const done = await store(deps, {
    ...{ accountId, sender, envelope, message, holdUntil: holdUntil ?? null },
    smtputf8: !addresses.every(isAscii) || !isSevenBit(headerBlock(complete)),
  })
  deps.outbox.wake()
  return done
}

interface Ready {
  accountId: AccountId
  sender: string
  envelope: readonly EnvelopeRecipient[]
  message: KeptMessage
  holdUntil: Date | null
  smtputf8: boolean
}

async function store(deps: ComposeDeps, ready: Ready): Promise<RawSubmitted> {
  const { mailstore, outbox, contacts, clock } = deps
  const { accountId, message, holdUntil } = ready
  const { result, changes } = await deps.database.transaction(async (tx) => {
    const submissionId = await outbox.submit(tx, {
      accountId,
      kind: 'mail',
      sendKey: null,
      envelopeFrom: ready.sender,
      blob: message.blob,
      smtputf8: ready.smtputf8,
      holdUntil,
      scheduled: holdUntil !== null,
      recipients: ready.envelope,
    })
    if (submissionId === null) throw new Error('a submission without a key was refused as a repeat')
    const stored = await mailstore.storeIn(tx, message, [
      {
        accountId,
        folder: 'sent',
        receivedAt: holdUntil ?? clock.now(),
        seen: true,
        submissionId,
        log: { kind: 'send', ...currentActor() },
      },
    ])
    const [outcome] = stored.outcomes
    if (outcome?.kind === 'over-quota') throw new AppError('quota.full')
    if (outcome?.kind !== 'stored')
      throw new Error(`the sent mail was not stored: ${outcome?.kind}`)
    await outbox.attach(tx, submissionId, outcome.messageId)
    await contacts.remember(
      tx,
      { accountId, by: accountId },
      ready.envelope.map(({ name, address }) => ({ name, address: address.toLowerCase() })),
    )
    return { result: { submissionId, mailId: outcome.messageId }, changes: stored.changes }
  })
  mailstore.announce(changes)
  return result
}

/** Each recipient once. Whether it is hidden is the message's business: the envelope does not tell. */
function envelopeOf(recipients: readonly string[]): EnvelopeRecipient[] {
  const envelope = new Map<string, EnvelopeRecipient>()
  for (const written of recipients) {
    const person = readPerson(written)
    if (!person) throw new AppError('compose.bad-address', { list: written.slice(0, 300) })
    const { address } = person
    const key = address.toLowerCase()
    if (!envelope.has(key)) envelope.set(key, { address, name: '', kind: 'bcc' })
  }
  if (envelope.size === 0) throw new AppError('compose.no-recipient')
  if (envelope.size > limits.recipients)
    throw new AppError('compose.too-many-recipients', { max: String(limits.recipients) })
  return [...envelope.values()]
}

/** Nobody sends in another's name (RFC 6409 §6.1). @returns the address as the directory has it */
async function ownAddress(
  { directory }: ComposeDeps,
  accountId: AccountId,
  address: string,
): Promise<string> {
  const own = await directory.addressesOf(accountId)
  const found = own.find((one) => one === address.toLowerCase())
  if (!found) throw new AppError('address.not-yours')
  return found
}

/** Fields that name who should not be named (RFC 5322 §3.6.3, §3.6.6). */
const blindFields = new Set(['bcc', 'resent-bcc'])

async function completed(
  raw: Buffer,
  { sender, now }: { sender: string; now: Date },
): Promise<Buffer> {
  const fields = readHeaders(raw)
  const has = (name: string) => fields.some((field) => field.name === name)
  const added = [
    has('date') ? '' : `Date: ${now.toUTCString().replace('GMT', '+0000')}\r\n`,
    has('message-id') ? '' : `Message-ID: <${newMessageId(sender)}>\r\n`,
  ]
  const blind = fields.filter((field) => blindFields.has(field.name))
  return joinInTurns([Buffer.from(added.join('')), ...withoutFields(raw, blind)])
}
