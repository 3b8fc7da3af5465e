import { session, type TokenPair } from '@hongyan/contract/session'
import { ApiError, failedText, lockedCode, offlineError } from './api-error.ts'
import { currentLanguage } from './language.ts'
import {
  emitSession,
  endSession,
  isOwnLogin,
  leavePage,
  readTokens,
  storeReturned,
  storeTokens,
  type Tokens,
} from './tokens.ts'

/** Renew when less than this is left, so that no call travels with a token that dies on the way. */
const margin = 60_000

let running: Promise<string | null> | null = null

/**
 * The access token, renewed first when it is about to expire; null when nobody is signed in. Another mailbox's is not for
 * this page: what is typed here would be saved there.
 * @throws ApiError expired
 */
export async function freshAccessToken(): Promise<string | null> {
  const tokens = ownTokens()
  if (!tokens || !isStale(tokens)) return tokens?.accessToken ?? null
  running ??= renewOnce().finally(() => {
    running = null
  })
  return running
}

/** What login and renewal answer, ready to be stored. */
export const tokensOf = (pair: TokenPair): Tokens => ({
  accessToken: pair.accessToken,
  refreshToken: pair.refreshToken,
  expiresAt: Date.now() + pair.expiresIn * 1000,
})

/** The pair of this page's login; null when nobody is signed in. @throws ApiError expired where it is another's */
function ownTokens(): Tokens | null {
  const tokens = readTokens()
  if (tokens && !isOwnLogin()) throw otherLogin()
  return tokens
}

/** The login of this page is over, and another one stands in its place. */
export function otherLogin(): ApiError {
  if (!isOwnLogin()) leavePage()
  return new ApiError({ status: 401, code: 401, kind: 'expired', message: failedText() })
}

const isStale = (tokens: Tokens): boolean => tokens.expiresAt - Date.now() < margin

/**
 * A refresh token works once and using it twice ends the login, so only one tab may renew: the others
 * wait for the lock and then find the new pair in storage. (Web Locks exist on https and localhost.)
 */
const renewOnce = (): Promise<string | null> => alone(renew)

/** The lock is handed to nobody: work with a parameter of its own would take it for that. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('hongyan-renew', () => work()) : work()

/**
 * Puts another login's pair in the place of the stored one. No tab renews meanwhile: the server knows the old pair no more,
 * and a refusal would end the new login. @param work is given the token for its call, which must ask for none
 */
export const exchangePair = <T>(work: (token: string | null) => Promise<T>): Promise<T> =>
  alone(async () => work(await renew()))

/**
 * In another mailbox, where a call was refused: the right to be there may be over, and its refresh token is the way back.
 * @returns a token to try again with, where it is not @throws ApiError expired
 */
export const renewRefused = (refused: string): Promise<string | null> =>
  alone(() => renew((tokens) => tokens.accessToken === refused || isStale(tokens)))

async function renew(isOld: (tokens: Tokens) => boolean = isStale): Promise<string | null> {
  const tokens = ownTokens()
  if (!tokens || !isOld(tokens)) return tokens?.accessToken ?? null
  let response: Response
  try {
    response = await fetch(`/api/${session.refresh.path}`, {
      method: session.refresh.method,
      headers: { 'content-type': 'application/json', 'accept-language': currentLanguage() },
      body: JSON.stringify({ refreshToken: tokens.refreshToken }),
    })
  } catch {
    return usableOrOffline(tokens)
  }
  const body: { code?: number; message?: string; data?: TokenPair } | null = await response
    .json()
    .catch(() => null)
  // Where there are no locks, or on a sign-out: the answer is of a pair that nobody has any more.
  if (readTokens()?.refreshToken !== tokens.refreshToken) return ownTokens()?.accessToken ?? null
  if (response.ok && body?.data && Number(body.code) === 200) {
    return keepRenewed(body.data)
  }
  if (response.status >= 500 || response.status === 429) return usableOrOffline(tokens)
  if (response.status === 400 && Number(body?.code) === lockedCode) {
    emitSession({ kind: 'locked' })
    throw new ApiError({
      status: 400,
      code: lockedCode,
      kind: 'locked',
      message: body?.message ?? '',
    })
  }
  endSession('expired')
  throw new ApiError({ status: 401, code: 401, kind: 'expired', message: body?.message ?? '' })
}

function keepRenewed(pair: TokenPair): string {
  if (pair.returned) {
    storeReturned(tokensOf(pair))
    throw otherLogin()
  }
  storeTokens(tokensOf(pair))
  return pair.accessToken
}

function usableOrOffline(tokens: Tokens): string {
  if (tokens.expiresAt > Date.now()) return tokens.accessToken
  throw offlineError()
}
