import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import type { AuthorisedBody } from '@hongyan/contract/authorised'
import { domainOf } from '../../delivery/outbound/bounces.ts'
import { notByPeople } from '../../delivery/outbound/types.ts'
import { unseal } from '../../platform/crypto/seal.ts'
import { tokenHash } from '../../platform/crypto/tokens.ts'
import { AppError } from '../../platform/errors.ts'
import { asId, type MessageId } from '../../platform/ids.ts'
import { type ReaderRow, readerByToken, showById, writeCode } from './authorised.queries.ts'
import type { AuthorisedDeps } from './authorised-deps.ts'
import { codeMail } from './code-mail.ts'
import { checkPassword, readOnce, stateOf } from './reader-side.ts'
import { about } from './sender-side.ts'

const codeMinutes = 10
const maxCodes = 5
const maxGuesses = 5

interface OutsideTicket {
  kind: 'outside'
  show: number
  section: string
  name: string
  type: string
  inline: boolean
}

/**
 * The side of readers without a login: the link says nothing but where the code goes, the code proves that the address
 * is theirs. A link that is over looks like one that never was.
 */
export const outsideSideOf = (deps: AuthorisedDeps) => ({
  /** @throws link.invalid */
  outside: async (token: string) => {
    const reader = await openReader(deps, token)
    return {
      sentTo: masked(reader.address),
      needsPassword: reader.passwordHash !== null,
      validUntil: reader.validUntil.toISOString(),
    }
  },

  /** Sends a fresh code; the one before is good no longer. @throws link.invalid, authorised.too-many */
  sendCode: async (token: string): Promise<void> => {
    const { database, blobs, outbox, clock, sessions } = deps
    const reader = await openReader(deps, token)
    const tries = await sessions.countGuess(`outside code ${reader.id} ${reader.address}`)
    if (tries > maxCodes) throw new AppError('authorised.too-many')
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const now = clock.now()
    const domain = await ownDomain(deps, reader)
    const raw = await codeMail({ to: reader.address, code, domain, minutes: codeMinutes, now })
    const blob = await blobs.put(raw)
    const until = new Date(now.getTime() + codeMinutes * 60_000)
    await database.transaction(async (tx) => {
      await writeCode(tx, tokenHash(token), { hash: codeHash(token, code), until })
      await outbox.submit(tx, {
        accountId: null,
        judged: notByPeople,
        kind: 'bounce',
        sendKey: null,
        // Nobody is told when it does not arrive: the reader asks for another one.
        envelopeFrom: '',
        blob,
        smtputf8: /[^\x20-\x7e]/.test(reader.address),
        holdUntil: null,
        recipients: [{ address: reader.address, name: '', kind: 'to' }],
      })
    })
    outbox.wake()
  },

  /** @throws link.invalid, authorised.code-wrong, authorised.password-wrong, authorised.too-many, authorised.ended */
  openOutside: async (
    token: string,
    { code, readPassword }: { code: string; readPassword: string },
  ): Promise<AuthorisedBody> => {
    const { sessions, clock } = deps
    const hash = tokenHash(token)
    const reader = await openReader(deps, token)
    const given = codeHash(token, code.trim())
    const also = (row: ReaderRow) => {
      const isRight = row.codeHash !== null && timingSafeEqual(row.codeHash, given)
      const isFresh = row.codeUntil !== null && row.codeUntil.getTime() > clock.now().getTime()
      if (!isRight || !isFresh) throw new AppError('authorised.code-wrong')
    }
    const brakes = [{ key: `outside guess ${reader.id} ${reader.address}`, max: maxGuesses }]
    await sessions.judgedGuess({ brakes, refusal: 'authorised.too-many' }, async () => also(reader))
    await checkPassword(deps, reader, readPassword)
    // Looked at again behind the lock: a code opens once.
    return readOnce(deps, { hash, watermark: { name: '', address: reader.address }, also })
  },

  /** A file of a mail that is being read. @throws link.invalid */
  openFile: async (text: string) => {
    const { signer, database, mailstore, clock, masterKey } = deps
    const ticket = signer.read(text)
    if (!isTicket(ticket)) throw new AppError('link.invalid')
    const show = await showById(database, ticket.show, clock.now())
    if (!show) throw new AppError('link.invalid')
    const key = unseal(masterKey, show.sealedKey, about.show)
    const raw = unseal(key, await mailstore.raw(show), about.mail)
    const [bytes] = await mailstore.decode(raw, [ticket.section])
    if (!bytes) throw new AppError('link.invalid')
    return { bytes, name: ticket.name, type: ticket.type, inline: ticket.inline }
  },
})

async function openReader({ database, clock }: AuthorisedDeps, token: string): Promise<ReaderRow> {
  const reader = await readerByToken(database, tokenHash(token))
  if (!reader || stateOf(reader, clock.now()) !== 'open') throw new AppError('link.invalid')
  return reader
}

/** Bound to its link: a code for one mail opens no other. */
const codeHash = (token: string, code: string): Buffer =>
  createHash('sha256').update(`${token} ${code}`).digest()

/** The code comes from the domain of the one who wrote the mail, so that it is signed. */
async function ownDomain(
  { mailstore, outbox }: AuthorisedDeps,
  reader: ReaderRow,
): Promise<string> {
  const status = await outbox.status(reader.accountId, reader.submissionId)
  const ids = status?.messageId === null || !status ? [] : [asId<MessageId>(status.messageId)]
  const [row] = await mailstore.rows({ accountId: reader.accountId, hidden: [] }, ids)
  return domainOf(row?.fromAddress ?? reader.address)
}

/** `p***@other.test`: enough for its owner to know which one. */
function masked(address: string): string {
  const at = address.lastIndexOf('@')
  return `${[...address].at(0) ?? ''}***${address.slice(at)}`
}

const isTicket = (value: unknown): value is OutsideTicket =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'outside'
