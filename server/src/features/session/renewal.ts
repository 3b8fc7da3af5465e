import type { TokenPair } from '@hongyan/contract/session'
import type { Signer } from '../../platform/crypto/signer.ts'
import { newToken, tokenHash } from '../../platform/crypto/tokens.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import { AppError } from '../../platform/errors.ts'
import type { SessionId } from '../../platform/ids.ts'
import {
  forgetRefreshTokens,
  isAway,
  lockLogin,
  loginBehind,
  revokeBranches,
} from './branches.queries.ts'
import {
  type CallerRow,
  callerBySession,
  insertRefreshToken,
  lockRefreshToken,
  type RefreshRow,
  refreshRow,
  replaceAccess,
  revokeSession,
  useRefreshToken,
} from './session.queries.ts'

/** A stolen access token is worth ten minutes (security §5). */
export const accessSeconds = 600

export const newPair = (owing: boolean): TokenPair => ({
  accessToken: newToken(),
  refreshToken: newToken(),
  expiresIn: accessSeconds,
  secondVerified: false,
  forceChangePwd: owing,
})

interface Options {
  database: Database
  signer: Pick<Signer, 'sign' | 'read'>
}

/** New tokens for a login that lives. */
export function renewalIn(options: Options, ended: (ids: readonly SessionId[]) => void) {
  const renewed = async (refreshToken: string): Promise<TokenPair> => {
    const tokens = newPair(false)
    const outcome = await replaced(options.database, refreshToken, tokens)
    if (outcome.kind === 'reused' || outcome.kind === 'home') ended(outcome.over)
    if (outcome.kind === 'locked') throw new AppError('session.locked')
    if (outcome.kind === 'unknown' || outcome.kind === 'reused')
      throw new AppError('session.expired')
    const returned = outcome.kind === 'home' && { returned: true as const }
    return { ...tokens, forceChangePwd: outcome.owing, ...returned }
  }
  return {
    /** One use each: a token that comes twice ends the login it belongs to. @throws session.expired, session.locked */
    refresh: async (refreshToken: string): Promise<TokenPair> => {
      try {
        return await renewed(refreshToken)
      } catch (thrown) {
        const pass = isDiskFull(thrown) ? await passFor(options, refreshToken) : null
        if (!pass) throw thrown
        return pass
      }
    },
  }
}

const replaced = (database: Database, refreshToken: string, tokens: TokenPair) =>
  database.transaction(async (tx) => {
    const hash = tokenHash(refreshToken)
    const row = await lockRefreshToken(tx, hash)
    const caller = row && (await callerBySession(tx, row.sessionId))
    if (!row) return { kind: 'unknown' as const }
    if (!caller) return returnedHome(tx, row, tokens)
    const { sessionId, owing, person } = caller
    if (row.used) {
      const over = await revokeSession(tx, person.loginId, 'refresh token used twice')
      return { kind: 'reused' as const, over }
    }
    if (caller.locked) return { kind: 'locked' as const }
    await useRefreshToken(tx, hash)
    const access = { hash: tokenHash(tokens.accessToken), seconds: accessSeconds }
    await replaceAccess(tx, sessionId, access)
    await insertRefreshToken(tx, tokenHash(tokens.refreshToken), sessionId)
    return { kind: 'fresh' as const, owing }
  })

/**
 * A session in another mailbox whose membership is over, of a login that lives: its refresh token, once, is the way back to
 * the own mailbox. It proves no less than the call that goes back (`leaveMailbox`) and opens nothing else.
 */
async function returnedHome(tx: Db, { sessionId, used }: RefreshRow, tokens: TokenPair) {
  const loginId = await loginBehind(tx, sessionId)
  const login = loginId && (await callerBySession(tx, loginId))
  if (!login) return { kind: 'unknown' as const }
  await lockLogin(tx, login.sessionId)
  if (used) {
    const over = await revokeSession(tx, login.sessionId, 'refresh token used twice')
    return { kind: 'reused' as const, over }
  }
  if (login.locked) return { kind: 'locked' as const }
  const over = await revokeBranches(tx, login.sessionId)
  const access = { hash: tokenHash(tokens.accessToken), seconds: accessSeconds }
  await replaceAccess(tx, login.sessionId, access)
  await forgetRefreshTokens(tx, login.sessionId)
  await insertRefreshToken(tx, tokenHash(tokens.refreshToken), login.sessionId)
  return { kind: 'home' as const, over, owing: login.owing }
}

/**
 * While the disk of the database is full nothing can be written down, not even a new token; who is logged in goes on
 * reading (P4). A pass stands nowhere: its signature says whose login it is, and whether that lives is asked at each
 * call. The refresh token is not used up. @returns null when that is none that lives
 */
async function passFor(
  { database, signer }: Options,
  refreshToken: string,
): Promise<TokenPair | null> {
  const row = await refreshRow(database, tokenHash(refreshToken))
  const caller = row && !row.used ? await callerBySession(database, row.sessionId) : null
  if (!caller || caller.locked) return null
  const ticket = signer.sign({ kind: 'pass', session: caller.sessionId }, accessSeconds)
  const accessToken = Buffer.from(ticket).toString('base64url')
  return { ...newPair(caller.owing), accessToken, refreshToken }
}

/** The caller behind a pass, as long as the login lives and has not gone to another mailbox: a pass is not taken away. */
export async function callerByPass(
  { database, signer }: Options,
  accessToken: string,
): Promise<CallerRow | null> {
  const payload = signer.read(Buffer.from(accessToken, 'base64url').toString('latin1'))
  if (!isPass(payload) || (await isAway(database, payload.session))) return null
  return callerBySession(database, payload.session)
}

const isPass = (payload: object | null): payload is { kind: 'pass'; session: SessionId } =>
  payload !== null && 'kind' in payload && payload.kind === 'pass'
