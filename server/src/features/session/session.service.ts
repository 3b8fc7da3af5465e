import type { TokenPair } from '@hongyan/contract/auth'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Passwords } from '../../platform/crypto/passwords.ts'
import { newToken, tokenHash } from '../../platform/crypto/tokens.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { Events } from '../../platform/events/events.ts'
import type { AccountId, FolderId, SessionId } from '../../platform/ids.ts'
import type { Directory } from '../directory/directory.public.ts'
import {
  addFolderKey,
  type CallerRow,
  callerByAccess,
  countFailure,
  credentialOf,
  dropFolderKeyEverywhere,
  dropFolderKeys,
  type FolderKeys,
  failuresOf,
  folderKeysOf,
  forgetFailures,
  insertRefreshToken,
  insertSession,
  livingSessions,
  lockRefreshToken,
  replaceAccess,
  revokeSession,
  revokeSessionsOf,
  sweepSessions,
  useRefreshToken,
} from './session.queries.ts'

/** A stolen access token is worth ten minutes (security §5); a login lives half a day. */
const accessSeconds = 600
const lifeSeconds = 12 * 3600
/** Wrong passwords in 15 minutes, per account and per network, before logins are refused (P7). */
const maxFailures = 20
const maxNetworkFailures = 100

/** Topic of the announcement that logins ended: their sockets close in every process. */
export const sessionEndedTopic = 'session.ended'

export interface LoginAttempt {
  username: string
  password: string
  network: string
  ip: string
  userAgent: string
}

/** A login that is alive. */
export type LoggedIn = Pick<CallerRow, 'sessionId' | 'accountId'>

export type Sessions = ReturnType<typeof createSessions>

interface Options {
  database: Database
  directory: Directory
  passwords: Passwords
  events: Events
  /** Writes the user's own log. */
  mailstore: Pick<Mailstore, 'record'>
}

export function createSessions({ database, directory, passwords, events, mailstore }: Options) {
  const ended = (ids: readonly SessionId[]) => {
    if (ids.length > 0) events.announce(sessionEndedTopic, { sessionIds: ids })
  }

  return {
    /** @throws login.failed, login.too-many */
    logIn: async (attempt: LoginAttempt): Promise<TokenPair> => {
      const address = await fullAddress(directory, attempt.username)
      const accountKey = `account ${address.slice(0, 320)}`
      const networkKey = `network ${attempt.network}`
      if ((await failuresOf(database, [accountKey])) >= maxFailures)
        throw new AppError('login.too-many')
      if ((await failuresOf(database, [networkKey])) >= maxNetworkFailures)
        throw new AppError('login.too-many')
      const recipient = await directory.findRecipient(address)
      const known = recipient ? await credentialOf(database, recipient.accountId) : null
      const right = await passwords.verify(known?.passwordHash ?? null, attempt.password)
      if (!known || !right || known.disabled) {
        // One commit, whether the account exists or not: the time tells nothing (P7).
        await database.transaction(async (tx) => {
          await countFailure(tx, [accountKey, networkKey])
          if (known) await mailstore.record(tx, { ...known, kind: 'login-failed' })
        })
        throw new AppError('login.failed')
      }
      await forgetFailures(database, accountKey)
      const tokens = newPair()
      await database.transaction(async (tx) => {
        const { userId, accountId } = known
        const { ip, userAgent } = attempt
        const accessHash = tokenHash(tokens.accessToken)
        const sessionId = await insertSession(tx, {
          userId,
          accountId,
          accessHash,
          accessSeconds,
          lifeSeconds,
          ip,
          userAgent,
        })
        await insertRefreshToken(tx, tokenHash(tokens.refreshToken), sessionId)
        await mailstore.record(tx, { accountId, kind: 'login' })
      })
      return tokens
    },

    /** One use each: a token that comes twice ends the login it belongs to. @throws session.expired */
    refresh: async (refreshToken: string): Promise<TokenPair> => {
      const tokens = newPair()
      const hash = tokenHash(refreshToken)
      const outcome = await database.transaction(async (tx) => {
        const row = await lockRefreshToken(tx, hash)
        if (!row?.alive) return { kind: 'unknown' as const }
        if (row.used) {
          await revokeSession(tx, row.sessionId, 'refresh token used twice')
          return { kind: 'reused' as const, sessionId: row.sessionId }
        }
        await useRefreshToken(tx, hash)
        await replaceAccess(tx, row.sessionId, {
          hash: tokenHash(tokens.accessToken),
          seconds: accessSeconds,
        })
        await insertRefreshToken(tx, tokenHash(tokens.refreshToken), row.sessionId)
        return { kind: 'fresh' as const }
      })
      if (outcome.kind === 'reused') ended([outcome.sessionId])
      if (outcome.kind !== 'fresh') throw new AppError('session.expired')
      return tokens
    },

    logOut: async ({ sessionId, accountId }: LoggedIn): Promise<void> => {
      await database.transaction(async (tx) => {
        await revokeSession(tx, sessionId, 'logout')
        await mailstore.record(tx, { accountId, kind: 'logout' })
      })
      ended([sessionId])
    },
    /** Ends every login of an account (password change, disabling). */
    endAll: async (accountId: AccountId, reason: string): Promise<void> => {
      ended(await revokeSessionsOf(database, accountId, reason))
    },
    /** Looked up at each call: a revoked token is dead at once, in every process. */
    callerOf: (accessToken: string): Promise<CallerRow | null> =>
      callerByAccess(database, tokenHash(accessToken)),
    /** Those of some logins that nobody has ended: what was opened with the others has to go. */
    living: (ids: readonly SessionId[]) => livingSessions(database, ids),
    sweep: () => sweepSessions(database),
    ...folderKeysIn(database),
    ...guessesIn(database),
  }
}

/** The password folders that a login has opened (G78). */
const folderKeysIn = (database: Database) => ({
  /** Read at once from the row: null when the login has ended. */
  folderKeys: (id: SessionId): Promise<FolderKeys | null> => folderKeysOf(database, id),
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
  /** Counts an attempt before it is judged, so that many at once cannot pass together. @returns attempts so far */
  countGuess: (keys: readonly string[]): Promise<number> => countFailure(database, keys),
  forgetGuesses: (key: string) => forgetFailures(database, key),
})

const newPair = (): TokenPair => ({
  accessToken: newToken(),
  refreshToken: newToken(),
  expiresIn: accessSeconds,
  secondVerified: false,
  forceChangePwd: false,
})

/** People type `zhangwei` as well as `zhangwei@…`: without a domain the organisation's first one is meant. */
async function fullAddress(directory: Directory, username: string): Promise<string> {
  const typed = username.trim().toLowerCase()
  if (typed.includes('@')) return typed
  const [domain] = await directory.domains()
  return `${typed}@${domain ?? 'localhost'}`
}
