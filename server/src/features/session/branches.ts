import type { TokenPair } from '@hongyan/contract/session'
import { newToken, tokenHash } from '../../platform/crypto/tokens.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, SessionId } from '../../platform/ids.ts'
import { forgetRefreshTokens, insertBranch, lockLogin, revokeBranches } from './branches.queries.ts'
import { accessSeconds, newPair } from './renewal.ts'
import {
  type CallerRow,
  callerBySession,
  insertRefreshToken,
  replaceAccess,
} from './session.queries.ts'

/** Who goes from one mailbox to another. */
export type Switching = Pick<CallerRow, 'sessionId' | 'person'>

interface Options {
  database: Database
  /** Told of sessions that are over: their sockets close in every process. */
  ended(ids: readonly SessionId[]): void
}

/**
 * A login works in one mailbox at a time. While it is in another one it has no tokens of its own: nothing that was kept of
 * them leads back, and no tab goes on in the one mailbox beside one in the other.
 */
export const branchesIn = ({ database, ended }: Options) => ({
  /**
   * A session of this login in another mailbox, in place of the present one. What the person may is looked at here, as at
   * each call; never what the mailbox might. @throws publicbox.not-yours
   */
  enterMailbox: async (
    { person: { loginId } }: Switching,
    accountId: AccountId,
    note: (tx: Db) => Promise<unknown>,
  ): Promise<TokenPair> => {
    const tokens = newPair(false)
    const over = await database.transaction(async (tx) => {
      await lockLogin(tx, loginId)
      const left = await revokeBranches(tx, loginId)
      const accessHash = tokenHash(tokens.accessToken)
      const id = await insertBranch(tx, loginId, { accountId, accessHash, accessSeconds })
      if (!(await callerBySession(tx, id))) throw new AppError('publicbox.not-yours')
      await insertRefreshToken(tx, tokenHash(tokens.refreshToken), id)
      await replaceAccess(tx, loginId, { hash: tokenHash(newToken()), seconds: 0 })
      await forgetRefreshTokens(tx, loginId)
      await note(tx)
      return left
    })
    // Sockets of the login itself hear of the own mailbox: they close, though the login lives.
    ended([...over, loginId])
    return tokens
  },
  /** Back to the own mailbox, with tokens that are new. @throws publicbox.not-away */
  leaveMailbox: async ({ sessionId, person: { loginId } }: Switching): Promise<TokenPair> => {
    if (sessionId === loginId) throw new AppError('publicbox.not-away')
    const { over, tokens } = await database.transaction(async (tx) => {
      await lockLogin(tx, loginId)
      const left = await revokeBranches(tx, loginId)
      // Somebody was quicker: this session has ended, and its login has tokens that are not ours to take away.
      if (!left.includes(sessionId)) throw new AppError('session.expired')
      const login = await callerBySession(tx, loginId)
      if (!login) throw new AppError('session.expired')
      const pair = newPair(login.owing)
      const access = { hash: tokenHash(pair.accessToken), seconds: accessSeconds }
      await replaceAccess(tx, loginId, access)
      await forgetRefreshTokens(tx, loginId)
      await insertRefreshToken(tx, tokenHash(pair.refreshToken), loginId)
      return { over: left, tokens: pair }
    })
    ended(over)
    return tokens
  },
})
