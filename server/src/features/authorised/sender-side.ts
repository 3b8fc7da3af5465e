import type { Authorisation } from '@hongyan/contract/compose-content'
import { limits } from '@hongyan/contract/limits'
import { normalForm } from '@hongyan/contract/normal-form'
import type { Revoked } from '../../delivery/outbound/recall.ts'
import { releaseBlobs, retainBlobs } from '../../platform/blobs/blobs.queries.ts'
import type { StoredBlob } from '../../platform/blobs/blobs.ts'
import { newKey, seal, unseal } from '../../platform/crypto/seal.ts'
import { newToken, tokenHash } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, SubmissionId } from '../../platform/ids.ts'
import {
  deleteAuthorised,
  insertAuthorised,
  insertReaders,
  lockReaders,
  ofSubmission,
  readerByToken,
  revokeReaders,
} from './authorised.queries.ts'
import type { AuthorisedDeps } from './authorised-deps.ts'

const day = 24 * 3_600_000

/** An original on its way into the safe; `tokens` go into the notices, one for each reader. */
export interface SealedMail {
  blob: StoredBlob
  key: Buffer
  terms: Authorisation
  passwordHash: string | null
  validUntil: Date
  tokens: Map<string, string>
}

/** What a key is sealed for. */
export const about = { sender: 'sender', reader: 'reader', show: 'show', mail: 'mail' } as const

/** @throws authorised.count, authorised.days, authorised.password-long */
export function checkTerms({ readCount, validDays, readPassword }: Authorisation): void {
  const within = (value: number, max: number) =>
    Number.isInteger(value) && value >= 1 && value <= max
  if (!within(readCount, limits.authorisedReads)) throw new AppError('authorised.count')
  if (!within(validDays, limits.authorisedDays)) throw new AppError('authorised.days')
  if ([...normalForm(readPassword, 'NFC')].length > limits.authorisedPassword)
    throw new AppError('authorised.password-long')
}

/** The side of the sender: seal, hand over, take back. */
export const senderSideOf = ({
  database,
  blobs,
  mailstore,
  passwords,
  clock,
  masterKey,
}: AuthorisedDeps) => ({
  /**
   * Encrypts an original and keeps it apart from the mail store.
   * @param leavesAt the days of reading count from then
   */
  seal: async (
    raw: Buffer,
    {
      terms,
      addresses,
      leavesAt,
    }: { terms: Authorisation; addresses: readonly string[]; leavesAt: Date },
  ): Promise<SealedMail> => {
    checkTerms(terms)
    const key = newKey()
    const password = normalForm(terms.readPassword, 'NFC')
    return {
      key,
      terms,
      blob: await blobs.put(seal(key, raw, about.mail)),
      passwordHash: password === '' ? null : await passwords.hash(password),
      validUntil: new Date(leavesAt.getTime() + terms.validDays * day),
      tokens: new Map(addresses.map((address) => [address.toLowerCase(), newToken()])),
    }
  },

  keepIn: async (
    tx: Db,
    {
      accountId,
      submissionId,
      mail,
    }: { accountId: AccountId; submissionId: SubmissionId; mail: SealedMail },
  ): Promise<void> => {
    const { blob, key, terms, passwordHash, validUntil } = mail
    await retainBlobs(tx, [blob])
    const id = await insertAuthorised(tx, {
      accountId,
      submissionId,
      blob: blob.hash,
      size: blob.size,
      sealedKey: seal(masterKey, key, about.sender),
      readLimit: terms.readCount,
      validUntil,
      passwordHash,
      forbidForward: terms.forbidForward,
      now: clock.now(),
    })
    const readers = [...mail.tokens].map(([address, token]) => ({
      address,
      tokenHash: tokenHash(token),
      sealedKey: seal(masterKey, key, about.reader),
      remaining: terms.readCount,
    }))
    await insertReaders(tx, id, readers)
  },

  /** A mail that was taken back before it left. */
  forgetIn: async (tx: Db, submissionId: SubmissionId): Promise<void> =>
    releaseBlobs(tx, await deleteAuthorised(tx, submissionId)),

  /** Takes the original from readers of whom none has read it. */
  revokeIn: async (
    tx: Db,
    submissionId: SubmissionId,
    addresses: readonly string[],
  ): Promise<Revoked> => {
    const lower = addresses.map((one) => one.toLowerCase())
    const rows = await lockReaders(tx, submissionId, lower)
    const [first] = rows
    if (!first) return 'none'
    if (rows.some((row) => row.lastReadAt !== null)) return 'read'
    await revokeReaders(tx, first.id, { addresses: lower, now: clock.now() })
    return 'revoked'
  },

  /** The bytes its sender wrote; null when they are gone. */
  original: async (accountId: AccountId, submissionId: SubmissionId): Promise<Buffer | null> => {
    const mail = await ofSubmission(database, accountId, submissionId)
    if (!mail) return null
    const key = unseal(masterKey, mail.sealedKey, about.sender)
    return unseal(key, await mailstore.raw(mail), about.mail)
  },

  /** By the mark of a notice in a mailbox of one's own. @returns false for any other mail */
  mayForward: async (
    accountId: AccountId,
    { mark, submissionId }: { mark: string | null; submissionId: SubmissionId | null },
  ): Promise<boolean> => {
    if (mark === null) return true
    const found =
      submissionId === null
        ? await readerByToken(database, tokenHash(mark))
        : await ofSubmission(database, accountId, submissionId)
    return !found?.forbidForward
  },
})
