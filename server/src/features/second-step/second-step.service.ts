import { createHash, randomInt } from 'node:crypto'
import type { TokenPair } from '@hongyan/contract/session'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Clock } from '../../platform/clock.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import { newToken, tokenHash } from '../../platform/crypto/tokens.ts'
import { base32, newTotpSecret, otpauthUrl, totpStep } from '../../platform/crypto/totp.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Codes } from '../codes/codes.public.ts'
import type { Entering, Sessions } from '../session/session.public.ts'
import {
  beginTotp,
  confirmTotp,
  type Factors,
  factorsOf,
  forgetBrowsers,
  type HalfLogin,
  halfLogin,
  insertHalfLogin,
  isTrusted,
  removeTotp,
  replaceRecoveryCodes,
  setByPasskey,
  setByPhone,
  spendHalfLogin,
  spendRecoveryCode,
  sweepHalfLogins,
  trustBrowser,
  useTotpStep,
} from './second-step.queries.ts'

/** From the password to the code. */
const halfSeconds = 600
const trustDays = 30
/** Wrong codes of an account in 15 minutes, whoever tries: of a million. */
const mostGuesses = 10
/** The same of all browsers together that were in this account before; each has its own count too. */
const mostOfKnown = 30
const recoveryCodes = 10

/** Whose ticket it is; the cookie of the browser of its first step goes nowhere else. */
type Holder = Factors & HalfLogin

interface Owner {
  userId: UserId
}

/** Where a ticket is given: a login goes on in the network where it began, or in its browser by what that keeps. */
interface TicketPlace {
  network: string
  half: string
}

/** By what a browser is known to have begun. */
export const ticketLogin = (ticket: string): string => `ticket ${tokenHash(ticket).toString('hex')}`

interface Options {
  database: Database
  clock: Clock
  sessions: Pick<Sessions, 'judgedGuess' | 'browserOf' | 'isHalfMark'>
  codes: Pick<Codes, 'send' | 'check' | 'hasGateway'>
  mailstore: Pick<Mailstore, 'record'>
  /** Seals the secrets of authenticators. */
  key: Buffer
  issuer(): Promise<string>
}

/** What a login is asked for after the password; without a ticket of that password none of it can be tried. */
export type SecondStep = ReturnType<typeof createSecondStep>

export function createSecondStep(options: Options) {
  const { database, sessions, codes, clock, key } = options
  const known = async (userId: UserId): Promise<Factors> => {
    const row = await factorsOf(database, userId)
    if (!row) throw new AppError('session.expired')
    return row
  }
  const holderOf = async (ticket: string, from: TicketPlace): Promise<Holder> => {
    const half = await halfLogin(database, tokenHash(ticket), halfSeconds)
    const isAtHome =
      half?.network === from.network ||
      sessions.isHalfMark(from.half, half ? ticketLogin(ticket) : '')
    if (half === null || !isAtHome) throw new AppError('session.expired')
    return { ...(await known(half.userId)), ...half }
  }
  /** What was wrong stands in the log of the account; how often it can be is what the brakes say. */
  const judged = <T>(holder: Holder, judge: () => Promise<T>): Promise<T> =>
    sessions.judgedGuess(
      { brakes: brakesOf(sessions, holder), refusal: 'code.too-many' },
      async () => {
        try {
          return await judge()
        } catch (thrown) {
          const { accountId } = holder
          await options.mailstore.record(database, { accountId, kind: 'second-failed' })
          throw thrown
        }
      },
    )
  const isTotp = async ({ userId, totpSecret }: Factors, code: string): Promise<boolean> => {
    if (!totpSecret) return false
    const step = totpStep(unseal(key, totpSecret, `totp ${userId}`), code, clock.now())
    return step !== null && (await useTotpStep(database, userId, step)) === 1
  }

  return {
    /**
     * The answer to a right first step where more is asked for; null where it is enough. Who came by phone is asked for the
     * authenticator, for the same phone is no second step.
     */
    askedOf: async (
      { userId, accountId, asOf, bySso = false }: Entering,
      { marks, network, byPhone }: { marks: string; network: string; byPhone: boolean },
    ): Promise<TokenPair | null> => {
      const row = await known(userId)
      const ways = waysOf(row, { gateway: codes.hasGateway, byPhone })
      if (ways.length === 0) return null
      const browserId = sessions.browserOf(marks, accountId)
      const trust = { userId, days: trustDays }
      if (browserId !== null && (await isTrusted(database, { ...trust, browserId }))) return null
      const ticket = newToken()
      const begun = await insertHalfLogin(database, {
        hash: tokenHash(ticket),
        userId,
        asOf,
        marks,
        network,
        byPhone,
        bySso,
        seconds: halfSeconds,
      })
      if (begun === 0) throw new AppError('session.expired')
      return { ...noTokens, second: { ticket, ways, phone: hidden(row.phone) } }
    },
    trust: async ({ userId, accountId }: Entering, marks: string): Promise<void> => {
      const browserId = sessions.browserOf(marks, accountId)
      if (browserId !== null) await trustBrowser(database, { browserId, userId, days: trustDays })
    },
    forgetBrowsersIn: (tx: Db, userId: UserId) => forgetBrowsers(tx, userId),
    sweep: () => sweepHalfLogins(database),
    ...stepsIn(options, { holderOf, judged, isTotp }),
    ...settingsIn(options, { known, isTotp }),
  }
}

interface Steps {
  holderOf(ticket: string, from: TicketPlace): Promise<Holder>
  judged<T>(holder: Holder, judge: () => Promise<T>): Promise<T>
  isTotp(row: Factors, code: string): Promise<boolean>
}

/** What is done with a ticket, from where it was given. */
function stepsIn({ database, codes }: Options, { holderOf, judged, isTotp }: Steps) {
  const spent = async (ticket: string, { marks, ...row }: Holder) => {
    if ((await spendHalfLogin(database, tokenHash(ticket))) === 0)
      throw new AppError('session.expired')
    const { userId, accountId, asOf, bySso } = row
    return { who: { userId, accountId, owing: row.owing && !bySso, asOf, bySso }, marks }
  }

  return {
    /** Whose login a ticket goes on with. @throws session.expired */
    addressOf: async (ticket: string, from: TicketPlace): Promise<string> =>
      (await holderOf(ticket, from)).address,
    /** Sends the code for the phone step. @throws session.expired, code.too-often */
    sendCode: async (ticket: string, from: TicketPlace) => {
      const row = await holderOf(ticket, from)
      if (row.phone === null || !row.byPhone || row.cameByPhone)
        throw new AppError('session.expired')
      return codes.send({ purpose: 'second', subject: String(row.userId), phone: row.phone })
    },
    /** @throws session.expired, code.wrong, code.too-many */
    enterByPhone: async (
      given: { ticket: string; codeId: string; code: string },
      from: TicketPlace,
    ) => {
      const row = await holderOf(given.ticket, from)
      if (row.cameByPhone) throw new AppError('session.expired')
      await judged(row, async () => {
        if ((await codes.check('second', given, from.network)) !== String(row.userId))
          throw new AppError('code.wrong')
      })
      return spent(given.ticket, row)
    },
    /** Whose ticket that is, for the options of a passkey. @throws session.expired */
    ownerOf: async (ticket: string, from: TicketPlace): Promise<UserId> => {
      const row = await holderOf(ticket, from)
      if (row.passkeys === 0) throw new AppError('session.expired')
      return row.userId
    },
    /** @param judge throws where the passkey was not the owner's @throws session.expired, code.too-many, what `judge` throws */
    enterByPasskey: async (
      ticket: string,
      from: TicketPlace,
      judge: (userId: UserId) => Promise<void>,
    ) => {
      const row = await holderOf(ticket, from)
      await judged(row, () => judge(row.userId))
      return spent(ticket, row)
    },
    /** @throws session.expired, code.wrong, code.too-many */
    enter: async (
      { ticket, way, code }: { ticket: string; way: 'totp' | 'recovery'; code: string },
      from: TicketPlace,
    ) => {
      const row = await holderOf(ticket, from)
      await judged(row, async () => {
        const right =
          way === 'totp'
            ? row.totpOn && (await isTotp(row, code))
            : (await spendRecoveryCode(database, row.userId, recoveryHash(row.userId, code))) === 1
        if (!right) throw new AppError('code.wrong')
      })
      return spent(ticket, row)
    },
  }
}

/**
 * Counted by account: a ticket more does not give a try more. A browser that was in before has a count of its own, so
 * that whoever has only the password cannot keep the owner out (P7).
 */
function brakesOf(sessions: Pick<Sessions, 'browserOf'>, { userId, accountId, marks }: Holder) {
  const browserId = sessions.browserOf(marks, accountId)
  if (browserId === null) return [{ key: `second step ${userId}`, max: mostGuesses }]
  return [
    { key: `second step in browser ${browserId}`, max: mostGuesses },
    { key: `second step in known browsers ${userId}`, max: mostOfKnown },
  ]
}

interface Ground {
  known(userId: UserId): Promise<Factors>
  isTotp(row: Factors, code: string): Promise<boolean>
}

/** What the owner sets up. */
function settingsIn({ database, key, issuer, mailstore, sessions }: Options, ground: Ground) {
  const { known, isTotp } = ground
  const noted = async (userId: UserId, work: (tx: Db) => Promise<unknown>): Promise<void> => {
    const { accountId } = await known(userId)
    await database.transaction(async (tx) => {
      await work(tx)
      await mailstore.record(tx, { accountId, kind: 'second-step' })
    })
  }
  const renew = async (userId: UserId, more: (tx: Db) => Promise<unknown>): Promise<string[]> => {
    const fresh = Array.from({ length: recoveryCodes }, newRecoveryCode)
    await noted(userId, async (tx) => {
      await more(tx)
      await replaceRecoveryCodes(
        tx,
        userId,
        fresh.map((one) => recoveryHash(userId, one)),
      )
    })
    return fresh
  }
  return {
    state: async ({ userId }: Owner) => {
      const row = await known(userId)
      return {
        totp: flag(row.totpOn),
        byPhone: flag(row.byPhone),
        byPasskey: flag(row.byPasskey),
        recoveryLeft: row.recoveryLeft,
        trustedBrowsers: row.trustedBrowsers,
      }
    },
    beginTotp: async ({ userId }: Owner) => {
      const { address } = await known(userId)
      const secret = newTotpSecret()
      const sealed = seal(key, secret, `totp ${userId}`)
      if ((await beginTotp(database, userId, sealed)) === 0) throw new AppError('second.is-on')
      const url = otpauthUrl(secret, { issuer: await issuer(), account: address })
      return { secret: base32(secret), url }
    },
    /** Once: new recovery codes later need the password. @throws second.is-on, code.wrong, code.too-many */
    confirmTotp: async ({ userId }: Owner, code: string): Promise<string[]> => {
      const row = await known(userId)
      if (row.totpOn) throw new AppError('second.is-on')
      const brakes = [{ key: `new authenticator of ${userId}`, max: mostGuesses }]
      await sessions.judgedGuess({ brakes, refusal: 'code.too-many' }, async () => {
        if (!(await isTotp(row, code))) throw new AppError('code.wrong')
      })
      return renew(userId, async (tx) => {
        if ((await confirmTotp(tx, userId, row.totpSecret)) === 0) throw new AppError('code.wrong')
      })
    },
    /** A code of the authenticator again, from who is signed in. @throws code.wrong, code.too-many */
    proveTotp: async ({ userId }: Owner, code: string): Promise<void> => {
      const row = await known(userId)
      const brakes = [{ key: `authenticator again of ${userId}`, max: mostGuesses }]
      await sessions.judgedGuess({ brakes, refusal: 'code.too-many' }, async () => {
        if (!row.totpOn || !(await isTotp(row, code))) throw new AppError('code.wrong')
      })
    },
    removeTotp: ({ userId }: Owner) =>
      noted(userId, async (tx) => {
        await removeTotp(tx, userId)
        await forgetBrowsers(tx, userId)
      }),
    newRecoveryCodes: ({ userId }: Owner) => renew(userId, async () => undefined),
    /** @throws phone.none */
    setByPhone: ({ userId }: Owner, on: boolean) =>
      noted(userId, async (tx) => {
        if ((await setByPhone(tx, userId, on)) === 0) throw new AppError('phone.none')
      }),
    /** @throws passkey.none */
    setByPasskey: ({ userId }: Owner, on: boolean) =>
      noted(userId, async (tx) => {
        if ((await setByPasskey(tx, userId, on)) === 0) throw new AppError('passkey.none')
      }),
    forgetBrowsers: ({ userId }: Owner) => forgetBrowsers(database, userId),
  }
}

const flag = (on: boolean): 0 | 1 => (on ? 1 : 0)

/** No token exists before the second step (AUTH-10). */
const noTokens: TokenPair = {
  accessToken: '',
  refreshToken: '',
  expiresIn: 0,
  secondVerified: true,
  forceChangePwd: false,
}

type Way = NonNullable<TokenPair['second']>['ways'][number]

function waysOf(
  { totpOn, phone, recoveryLeft, ...row }: Factors,
  { gateway, byPhone }: { gateway: boolean; byPhone: boolean },
): Way[] {
  const ways: Way[] = []
  if (row.byPasskey && row.passkeys > 0) ways.push('passkey')
  if (totpOn) ways.push('totp')
  const isSms = row.byPhone && !byPhone && phone !== null && (gateway || ways.length === 0)
  if (isSms) ways.push('sms')
  // Nobody can be talked out of a passkey: where any step is asked for, it is one.
  if (ways.length > 0 && row.passkeys > 0 && !row.byPasskey) ways.push('passkey')
  return ways.length > 0 && recoveryLeft > 0 ? [...ways, 'recovery'] : ways
}

/** `138****8000`. */
export const hidden = (phone: string | null): string =>
  phone === null ? '' : `${phone.slice(0, 3)}****${phone.slice(-4)}`

/** Ten letters and digits that nobody mistakes for others: fifty bits, so that their hash tells nothing. */
const newRecoveryCode = (): string => {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  const all = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')
  return `${all.slice(0, 5)}-${all.slice(5)}`
}

const recoveryHash = (userId: UserId, code: string): Buffer =>
  createHash('sha256')
    .update(`${userId} ${code.toUpperCase().replace(/[^A-Z\d]/g, '')}`)
    .digest()
