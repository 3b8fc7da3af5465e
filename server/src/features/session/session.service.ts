import type { TokenPair } from '@hongyan/contract/session'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Passwords } from '../../platform/crypto/passwords.ts'
import type { Signer } from '../../platform/crypto/signer.ts'
import { tokenHash } from '../../platform/crypto/tokens.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { Events } from '../../platform/events/events.ts'
import { gather } from '../../platform/gather.ts'
import type { AccountId, FolderId, SessionId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { type Directory, oneSpelling } from '../directory/directory.public.ts'
import type { Ldap } from '../ldap/ldap.public.ts'
import { branchesIn } from './branches.ts'
import { mostNotices, noteDevice } from './device-notice.ts'
import { type Guess, judgedGuess } from './guesses.ts'
import { halfMarksIn, owingLogin } from './half-marks.ts'
import { createLoginBrakes, most as mostWrong } from './login-brakes.ts'
import { hasLoggedIn, newDevicesToday } from './own-logins.queries.ts'
import { ownLoginsIn } from './own-logins.ts'
import { accessSeconds, callerByPass, newPair, renewalIn } from './renewal.ts'
import { screenLocksIn } from './screen-locks.ts'
import {
  addFolderKey,
  type CallerRow,
  type Credential,
  callerBySession,
  callersByAccess,
  countFailures,
  credentialOf,
  dropFolderKeyEverywhere,
  dropFolderKeys,
  folderKeysOf,
  forgetFailures,
  insertRefreshToken,
  insertSession,
  isFreshSignOn,
  isOver,
  livingSessions,
  revokeSession,
  revokeSessionsOf,
  stillEnters,
  sweepFailures,
  sweepSessions,
} from './session.queries.ts'

/** A login lives half a day. */
const lifeSeconds = 12 * 3600
/** A login from the sign-on provider is fresh for so long. */
const freshSeconds = 600

/** Topic of the announcement that logins ended: their sockets close in every process. */
export const sessionEndedTopic = 'session.ended'

export interface LoginAttempt {
  username: string
  password: string
  network: string
  /** What the browser was given at earlier logins, '' for none. */
  marks: string
  /** A captcha was solved for it. */
  passed: boolean
  ip: string
  userAgent: string
}

/** Where a login comes from. */
export type Place = Pick<LoginAttempt, 'ip' | 'userAgent' | 'marks'>

/** Somebody who is let in. */
export type Entering = Pick<Credential, 'userId' | 'accountId' | 'owing' | 'asOf'> & {
  /** The sign-on provider said who it is. */
  bySso?: boolean
  /** The session there, '' where it names none. */
  ssoSid?: string
}

/** A new login, and what the browser is to keep. */
interface LoggedInNow {
  tokens: TokenPair
  marks: string
  /** What the browser keeps of a login that owes a new password. */
  half: string | null
}

/** A login that is alive. */
export type LoggedIn = Pick<CallerRow, 'sessionId' | 'person'>

export type Sessions = ReturnType<typeof createSessions>

interface Options {
  database: Database
  directory: Directory
  passwords: Passwords
  signer: Pick<Signer, 'sign' | 'read'>
  events: Events
  /** Writes the user's own log. */
  mailstore: Pick<Mailstore, 'record'>
  ldap: Pick<Ldap, 'isOn' | 'judge' | 'isThere'>
  jobs: Pick<Jobs, 'enqueue'>
  clock: Clock
  /** `deviceNotices`: an owner gets a mail about a login from a device that was never seen. */
  config: { captcha: 'auto' | 'always' | 'off'; deviceNotices: boolean }
}

export function createSessions(options: Options) {
  const { database, events, mailstore, ldap, config } = options
  const brakes = createLoginBrakes({ ...options, captcha: config.captcha })
  const halfMarks = halfMarksIn(options.signer)
  const callerByHash = gather((hashes) => callersByAccess(database, hashes))
  const ended = (ids: readonly SessionId[]) => {
    if (ids.length > 0) events.announce(sessionEndedTopic, { sessionIds: ids })
  }

  return {
    /**
     * A new login of somebody who has proved to be that.
     * @throws session.expired when the password was changed meanwhile, login.mailbox-over, login.directory-gone, login.directory-away
     */
    open: async (
      { userId, accountId, owing, asOf, bySso = false, ssoSid }: Entering,
      from: Place,
    ): Promise<LoggedInNow> => {
      const { ip, userAgent, marks } = from
      const tokens = newPair(owing)
      // A passkey or a phone says nothing about the directory; who sent somebody here by a ticket does.
      if (!bySso && !(await ldap.isThere(accountId))) throw new AppError('login.directory-gone')
      const loginId = await database.transaction(async (tx) => {
        if (!(await stillEnters(tx, userId, asOf))) throw new AppError('session.expired')
        // Every way in ends here, and only who has proved to be the owner hears of it.
        if (await isOver(tx, accountId)) throw new AppError('login.mailbox-over')
        const accessHash = tokenHash(tokens.accessToken)
        const isNewDevice = !brakes.isKnown(marks, accountId) && (await hasLoggedIn(tx, userId))
        const sessionId = await insertSession(tx, {
          userId,
          accountId,
          accessHash,
          accessSeconds,
          lifeSeconds,
          ip,
          userAgent,
          bySso,
          ssoSid: ssoSid ?? null,
          isNewDevice,
        })
        await insertRefreshToken(tx, tokenHash(tokens.refreshToken), sessionId)
        await mailstore.record(tx, { accountId, kind: 'login' })
        if (!isNewDevice) return sessionId
        await mailstore.record(tx, { accountId, kind: 'new-device' })
        const today = await newDevicesToday(tx, userId)
        if (!config.deviceNotices || today > mostNotices) return sessionId
        await noteDevice(options.jobs, tx, {
          userId,
          accountId,
          ip,
          userAgent,
          at: options.clock.now().toISOString(),
          isLast: today === mostNotices,
        })
        return sessionId
      })
      const half = owing ? halfMarks.halfMark(owingLogin(loginId)) : null
      return { tokens, marks: brakes.marksWith(marks, accountId), half }
    },
    /** As good a proof of the owner as the password, for who has none. */
    isFreshSignOn: (id: SessionId) => isFreshSignOn(database, id, freshSeconds),
    ...halfMarks,
    /** What a browser is known by to an account; null where it is not. */
    browserOf: brakes.browserOf,

    /** The whole login, from whichever mailbox. */
    logOut: async ({ person: { loginId, accountId } }: LoggedIn): Promise<void> => {
      const over = await database.transaction(async (tx) => {
        await mailstore.record(tx, { accountId, kind: 'logout' })
        return revokeSession(tx, loginId, 'logout')
      })
      ended(over)
    },
    /** Looked up at each call: a revoked token is dead at once, in every process. */
    callerOf: async (accessToken: string): Promise<CallerRow | null> => {
      const row = await callerByHash(tokenHash(accessToken).toString('hex'))
      // Requests that come together share the look-up, and each has an answer of its own.
      return row ? { ...row } : callerByPass(options, accessToken)
    },
    /** Those of some logins that nobody has ended, locked or not: what was opened with the others has to go. */
    living: (ids: readonly SessionId[]) => livingSessions(database, ids),
    callerOfSession: (id: SessionId): Promise<CallerRow | null> => callerBySession(database, id),
    ...renewalIn(options, ended),
    ...judgingIn(options, brakes),
    ...folderKeysIn(database),
    ...guessesIn(database),
    ...screenLocksIn(database, events),
    ...branchesIn({ database, ended }),
    ...ownLoginsIn(database, ended),
    ...endingsIn(database, ended),
    asksCaptcha: brakes.asksCaptcha,
  }
}

/** Ends logins from elsewhere. @param ended told of those that are over */
const endingsIn = (database: Database, ended: (ids: readonly SessionId[]) => void) => ({
  /** Ends one login. */
  end: async (id: SessionId, reason: string): Promise<void> => {
    ended(await revokeSession(database, id, reason))
  },
  /** Ends every login of an account (password change, disabling). */
  endAll: async (accountId: AccountId, reason: string): Promise<void> => {
    ended(await revokeSessionsOf(database, accountId, { except: null, reason }))
  },
  /** The same in a transaction, `except` lives on. @returns what tells the other processes, for after the commit */
  endAllIn: async (
    tx: Db,
    accountId: AccountId,
    which: { except: SessionId | null; reason: string },
  ): Promise<() => void> => {
    const ids = await revokeSessionsOf(tx, accountId, which)
    return () => ended(ids)
  },
  /** In every process, after the commit that ended them. */
  tellEnded: ended,
  sweep: async (): Promise<void> => {
    await sweepSessions(database)
    await sweepFailures(database)
  },
})

const judgingIn = (options: Options, brakes: ReturnType<typeof createLoginBrakes>) => {
  const { database, directory, mailstore, ldap } = options
  const whoIs = async (username: string) => {
    const address = await directory.fullAddress(username)
    const recipient = await directory.findRecipient(address)
    const known = recipient ? await credentialOf(database, recipient.accountId) : null
    const tried = known ? { accountId: known.accountId } : { nobody: oneSpelling(address) }
    return { address, known, tried }
  }
  /** One commit, whether the account exists or not: the time tells nothing (P7). */
  const refuse = async (
    known: Credential | null,
    network: string,
    kind: 'login-failed' | 'login-refused' = 'login-failed',
  ): Promise<never> => {
    await database.transaction(async (tx) => {
      await brakes.touchIn(tx, network)
      if (known) await mailstore.record(tx, { ...known, kind })
    })
    throw new AppError('login.failed')
  }
  return {
    /** Whose name and password these are. @throws login.failed, login.too-many, captcha.needed */
    judgePassword: async (attempt: LoginAttempt): Promise<Entering> => {
      const { network, marks, passed } = attempt
      const { address, known, tried } = await whoIs(attempt.username)
      return brakes.judged({ tried, network, marks, passed }, async () => {
        const who = await enteringBy(options, { ...attempt, address, known })
        // Who knows the password of a shut account hears the same as others; the log says which it was.
        return who && !who.disabled
          ? who
          : refuse(known, network, who ? 'login-refused' : 'login-failed')
      })
    },
    /**
     * Whether the code of a mail program is right; `judge` answers null where it is not, and is asked of people who may
     * come in alone. @throws login.failed, login.too-many, login.directory-away
     */
    judgeProgram: async <T>(
      { username, network }: Pick<LoginAttempt, 'username' | 'network'>,
      judge: (accountId: AccountId | null) => Promise<T | null>,
    ): Promise<T> => {
      const { known, tried } = await whoIs(username)
      const mayEnter = known && !known.disabled && !known.owing
      return brakes.judgedProgram({ tried, network }, async () => {
        const result = await judge(mayEnter ? known.accountId : null)
        const isIn = result !== null && known !== null && (await ldap.isThere(known.accountId))
        return isIn ? result : refuse(known, network)
      })
    },
  }
}

/** The password folders that a login has opened (G78). */
const folderKeysIn = (database: Database) => ({
  /** Read at once from the row: null when the login has ended. */
  folderKeys: (id: SessionId) => folderKeysOf(database, id),
  addFolderKey: (id: SessionId, folderId: FolderId) => addFolderKey(database, id, folderId),
  /** For the lock screen: every folder of the login is locked again; with `folderId` only that one. */
  dropFolderKeys: (id: SessionId, folderId: FolderId | null = null) =>
    dropFolderKeys(database, id, folderId),
  /** In the transaction that changes a folder's password. */
  dropFolderKeyEverywhereIn: (tx: Db, accountId: AccountId, folderId: FolderId) =>
    dropFolderKeyEverywhere(tx, accountId, folderId),
})

/** Other secrets than login passwords that somebody may try to guess, counted like those (P7). */
const guessesIn = (database: Database) => ({
  /** Judges an attempt under its brakes, counted first. @throws the refusal when there were too many */
  judgedGuess: <T>(guess: Guess, judge: (left: number) => Promise<T>): Promise<T> =>
    judgedGuess(database, guess, judge),
  /** Counts a deed that may be done so often. @returns how often it was done */
  countGuess: async (key: string): Promise<number> =>
    (await countFailures(database, [key])).get(key) ?? 0,
  forgetGuesses: (key: string) => forgetFailures(database, key),
})

interface Known extends LoginAttempt {
  address: string
  known: Credential | null
}

/** By our own password, else by the directory's: who has one here gets in while the directory is away. */
async function enteringBy(
  { database, passwords, ldap }: Options,
  { known, ...attempt }: Known,
): Promise<Credential | null> {
  const own = known && known.loginBy !== 'directory' ? known.passwordHash : null
  if (await passwords.verify(own, attempt.password)) return known
  if (!ldap.isOn) return null
  const accountId = await ldap.judge(attempt, {
    decoy: known?.loginBy === 'own',
    counted: (entry, judge) =>
      known ? judge() : entryGuess(database, { entry, network: attempt.network }, judge),
  })
  return accountId === null ? null : credentialOf(database, accountId)
}

/** One entry of the directory may have names that are no address here; its tries are counted all the same. */
async function entryGuess<T>(
  database: Database,
  { entry, network }: { entry: string; network: string },
  judge: () => Promise<T | null>,
): Promise<T | null> {
  const brakes = [
    { key: `login entry ${entry.slice(0, 320)} from ${network}`, max: mostWrong.pair },
    { key: `login entry ${entry.slice(0, 320)}`, max: mostWrong.account },
  ]
  return judgedGuess(database, { brakes, refusal: 'login.too-many' }, async () => {
    const right = await judge()
    if (right === null) throw new AppError('login.failed')
    return right
  }).catch((thrown: unknown) => {
    if (thrown instanceof AppError && thrown.code === 'login.failed') return null
    throw thrown
  })
}
