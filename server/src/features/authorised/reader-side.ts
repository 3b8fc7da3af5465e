import type { AuthorisedBody, AuthorisedInfo } from '@hongyan/contract/authorised'
import { normalForm } from '@hongyan/contract/normal-form'
import type { Address } from '@hongyan/mime/types'
import { authorisedMark } from '../../delivery/outbound/authorised-mark.ts'
import type { OpenedMessage } from '../../mailstore/parsing/open-message.ts'
import type { Change } from '../../mailstore/types.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import { tokenHash } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { type AccountId, asId, type MessageId } from '../../platform/ids.ts'
import {
  type AuthorisedRow,
  countRead,
  insertShow,
  lockReader,
  ofSubmission,
  type ReaderRow,
  readerByToken,
} from './authorised.queries.ts'
import type { AuthorisedCaller, AuthorisedDeps } from './authorised-deps.ts'
import { about } from './sender-side.ts'

const showMs = 10 * 60_000
const maxGuesses = 5

export interface Watermark {
  name: string
  address: string
}

/** What a mailbox holds of a read-limited mail. */
type Found =
  | { kind: 'sender'; mail: AuthorisedRow & { sealedKey: Buffer } }
  | { kind: 'reader'; hash: Buffer; reader: ReaderRow }

/** The side of the readers who have a login. */
export const readerSideOf = (deps: AuthorisedDeps) => ({
  /** @throws item.not-found */
  info: async (caller: AuthorisedCaller, mailId: number): Promise<AuthorisedInfo> => {
    const found = await locate(deps, caller, mailId)
    if (found.kind === 'sender') {
      const { mail } = found
      return { ...shared(mail), state: 'open', isSender: true, remaining: 0, needsPassword: false }
    }
    const { reader } = found
    return {
      ...shared(reader),
      state: stateOf(reader, deps.clock.now()),
      isSender: false,
      remaining: reader.remaining,
      needsPassword: reader.passwordHash !== null,
    }
  },

  /** @throws item.not-found, authorised.password-wrong, authorised.too-many, authorised.ended */
  open: async (
    caller: AuthorisedCaller,
    { mailId, readPassword }: { mailId: number; readPassword: string },
  ): Promise<AuthorisedBody> => {
    const found = await locate(deps, caller, mailId)
    const watermark = watermarkOf(caller)
    if (found.kind === 'sender') return showOwn(deps, found.mail, watermark)
    await checkPassword(deps, found.reader, readPassword)
    return readOnce(deps, { hash: found.hash, watermark })
  },

  /** Throws away what can no longer be read. @throws item.not-found, mail.none-selected, authorised.not-ended */
  removeRead: async (caller: AuthorisedCaller, mailIds: readonly number[]) => {
    if (mailIds.length === 0) throw new AppError('mail.none-selected')
    for (const mailId of mailIds) {
      const found = await locate(deps, caller, mailId)
      const isEnded = found.kind === 'reader' && stateOf(found.reader, deps.clock.now()) !== 'open'
      if (!isEnded) throw new AppError('authorised.not-ended')
    }
    const ids = mailIds.map((id) => asId<MessageId>(id))
    return { count: await deps.mailstore.remove(caller.accountId, ids) }
  },
})

/** A photograph leads to the person: a mailbox of several people has nobody who could be asked. */
const watermarkOf = ({ person: { name, address }, boxAddress }: AuthorisedCaller): Watermark => ({
  name,
  address: boxAddress === null ? address : `${address} (${boxAddress})`,
})

/** The right that a message in the caller's mailbox stands for. A mark that belongs to another mailbox opens nothing. */
async function locate(
  { mailstore, database, directory }: AuthorisedDeps,
  caller: AuthorisedCaller,
  mailId: number,
): Promise<Found> {
  const row = await mailstore.find(caller, asId(mailId))
  if (!row) throw new AppError('item.not-found')
  if (row.submissionId !== null) {
    const mail = await ofSubmission(database, caller.accountId, row.submissionId)
    if (mail) return { kind: 'sender', mail }
    throw new AppError('item.not-found')
  }
  const mark = authorisedMark(await mailstore.raw(row))
  if (mark === null) throw new AppError('item.not-found')
  const hash = tokenHash(mark)
  const reader = await readerByToken(database, hash)
  const holder = reader && (await directory.findRecipient(reader.address))
  if (!reader || holder?.accountId !== caller.accountId) throw new AppError('item.not-found')
  return { kind: 'reader', hash, reader }
}

const shared = ({ forbidForward, readLimit, validUntil }: AuthorisedRow) => ({
  forbidForward,
  readLimit,
  validUntil: validUntil.toISOString(),
})

export function stateOf(reader: ReaderRow, now: Date): AuthorisedInfo['state'] {
  if (reader.recalledAt !== null) return 'recalled'
  if (reader.validUntil.getTime() <= now.getTime()) return 'expired'
  return reader.remaining > 0 && reader.sealedKey !== null ? 'open' : 'used-up'
}

/** @throws authorised.password-wrong, authorised.too-many */
export async function checkPassword(
  { sessions, passwords }: AuthorisedDeps,
  { id, address, passwordHash }: ReaderRow,
  given: string,
): Promise<void> {
  if (passwordHash === null) return
  const brakes = [{ key: `authorised password ${id} ${address}`, max: maxGuesses }]
  await sessions.judgedGuess({ brakes, refusal: 'authorised.too-many' }, async () => {
    if (!(await passwords.verify(passwordHash, normalForm(given, 'NFC'))))
      throw new AppError('authorised.password-wrong')
  })
}

interface Reading {
  hash: Buffer
  watermark: Watermark
  /** What must hold of the locked reader beside the common rules. @throws otherwise */
  also?(reader: ReaderRow): void
}

/**
 * The one way to a body: count, note, destroy the key and the notice with the last read, and give out, all in one
 * transaction. Of many at once exactly as many get it as reads were left. @throws authorised.ended
 */
export async function readOnce(
  deps: AuthorisedDeps,
  { hash, watermark, also }: Reading,
): Promise<AuthorisedBody> {
  const { database, mailstore, directory, clock, masterKey } = deps
  const known = await readerByToken(database, hash)
  if (!known || stateOf(known, clock.now()) !== 'open') throw new AppError('authorised.ended')
  // Asked before, since a transaction that waits for a second connection may wait for itself.
  const holder = await directory.findRecipient(known.address)
  if (!known.sealedKey) throw new AppError('authorised.ended')
  // Taken apart before, too: nobody waits for that behind the locks. Nothing of it is given out but below.
  const key = unseal(masterKey, known.sealedKey, about.reader)
  const opened = await mailstore.openRaw(unseal(key, await mailstore.raw(known), about.mail))
  const { body, changes } = await database.transaction(async (tx) => {
    const now = clock.now()
    const reader = await lockReader(tx, hash)
    if (!reader?.sealedKey || stateOf(reader, now) !== 'open')
      throw new AppError('authorised.ended')
    also?.(reader)
    await countRead(tx, hash, now)
    const show = await insertShow(tx, {
      authorisedId: reader.id,
      sealedKey: seal(masterKey, key, about.show),
      until: new Date(now.getTime() + showMs),
    })
    const left = reader.remaining - 1
    return {
      body: asBody(deps, { opened, show, reader, remaining: left, watermark }),
      changes: left > 0 || !holder ? [] : await removeNotices(deps, tx, { reader, holder }),
    }
  })
  mailstore.announce(changes)
  return body
}

/** "Deleted after the last read" (SENDMODES-07): the notice goes from the mailbox of a reader of ours. */
async function removeNotices(
  { mailstore, outbox }: AuthorisedDeps,
  tx: Db,
  { reader, holder }: { reader: ReaderRow; holder: { accountId: AccountId } },
): Promise<Change[]> {
  const { address, submissionId: id } = reader
  const arrived = await outbox.arrivedAtIn(tx, reader.accountId, { id, addresses: [address] })
  if (!arrived) return []
  return mailstore.removeCopiesIn(tx, { accountId: holder.accountId, ...arrived })
}

/** The sender's own look, which counts nothing. */
async function showOwn(
  deps: AuthorisedDeps,
  mail: AuthorisedRow & { sealedKey: Buffer },
  watermark: Watermark,
): Promise<AuthorisedBody> {
  const { database, mailstore, clock, masterKey } = deps
  const key = unseal(masterKey, mail.sealedKey, about.sender)
  const opened = await mailstore.openRaw(unseal(key, await mailstore.raw(mail), about.mail))
  const show = await insertShow(database, {
    authorisedId: mail.id,
    sealedKey: seal(masterKey, key, about.show),
    until: new Date(clock.now().getTime() + showMs),
  })
  return asBody(deps, { opened, show, reader: mail, remaining: 0, watermark })
}

interface Shown {
  opened: OpenedMessage
  show: number
  reader: AuthorisedRow
  remaining: number
  watermark: Watermark
}

function asBody(
  { signer, clock }: AuthorisedDeps,
  { opened, show, reader, remaining, watermark }: Shown,
): AuthorisedBody {
  const { parsed, content } = opened
  const { envelope } = parsed
  const urlOf = (part: { section: string; filename: string; type: string; inline: boolean }) => {
    const { section, filename, type, inline } = part
    const ticket = { kind: 'outside', show, section, name: filename.slice(0, 120), type, inline }
    return `/api/file/letter/${signer.sign(ticket, showMs / 1000)}`
  }
  return {
    mailSubject: envelope.subject,
    mailFrom: person(envelope.from[0] ?? { name: '', address: '' }),
    mailTo: envelope.to.map(person),
    mailCc: envelope.cc.map(person),
    sentTime: envelope.date,
    text: content.text?.toWellFormed() ?? null,
    unsafeHtml: content.html?.toWellFormed() ?? null,
    attachments: content.attachments.map((one) => ({
      fileName: one.filename,
      type: one.type,
      size: one.size,
      inline: one.inline,
      contentId: one.contentId,
      url: urlOf(one),
    })),
    remaining,
    validUntil: reader.validUntil.toISOString(),
    watermark: { ...watermark, time: clock.now().toISOString() },
  }
}

const person = ({ name, address }: Address) => ({ name, address })
