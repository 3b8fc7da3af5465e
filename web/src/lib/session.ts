import type { CallInput } from '@hongyan/contract/endpoint'
import { session, type TokenPair } from '@hongyan/contract/session'
import { call } from './api.ts'
import { tokensOf } from './renew.ts'
import { finishSession, forgetSession } from './session-end.ts'
import {
  endSession,
  readTokens,
  type SessionEvent,
  storeSwitched,
  storeTokens,
  subscribeSession,
  type Tokens,
} from './tokens.ts'

export type { SessionEvent }

export const isSignedIn = (): boolean => readTokens() !== null

const owedFlag = 'forceChangePwd'
/** The password must be changed before anything else (ROUTES-05); what the server refuses does not hang on this flag. */
export const isPasswordOwed = (): boolean => sessionStorage.getItem(owedFlag) === 'true'
export function markPasswordOwed(owed: boolean): void {
  if (owed) sessionStorage.setItem(owedFlag, 'true')
  else sessionStorage.removeItem(owedFlag)
}

const justLoggedIn = 'justLoggedIn'
/** True until what is asked once after a login was answered. */
export const hasJustLoggedIn = (): boolean => sessionStorage.getItem(justLoggedIn) === 'true'
export const forgetLoginMoment = (): void => sessionStorage.removeItem(justLoggedIn)

/** What somebody signs in with. */
export type LoginWords = CallInput<typeof session.login>['body']

/**
 * Signs in and stores the pair (AUTH-11). A refused login forgets whatever was stored (AUTH-12) and
 * throws the ApiError, whose message belongs at the form. With `secondVerified` nothing is stored (AUTH-10).
 */
export const login = (given: LoginWords): Promise<TokenPair> =>
  enter(() => call(session.login, { body: given }))

/** The same for every way in: `ask` is answered with a pair, or with what more is asked for. */
export async function enter(ask: () => Promise<TokenPair>): Promise<TokenPair> {
  try {
    const pair = await ask()
    if (!pair.secondVerified) {
      store(tokensOf(pair))
      markPasswordOwed(pair.forceChangePwd)
      sessionStorage.setItem(justLoggedIn, 'true')
    }
    return pair
  } catch (error) {
    endSession('signed-out')
    throw error
  }
}

/** Who is signed in already makes place: nothing of theirs is left, and the page begins anew. */
function store(tokens: Tokens): void {
  if (isSignedIn()) {
    forgetSession('signed-out')
    storeSwitched(tokens, false)
  } else storeTokens(tokens)
}

/**
 * Signs out; what is stored here is forgotten even when the server cannot be told (AUTH-15). What was being written is
 * saved first (G118).
 */
export async function logout(): Promise<void> {
  await finishSession()
  try {
    await call(session.logout, {})
  } catch {
    // The tokens die here in any case; the server lets them expire.
  } finally {
    endSession('signed-out')
  }
}

export const subscribe = (listener: (event: SessionEvent) => void): (() => void) =>
  subscribeSession(listener)
