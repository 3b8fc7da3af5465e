import { passkeys } from '@hongyan/contract/passkeys'
import type { TokenPair } from '@hongyan/contract/session'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { call } from '../../lib/api.ts'
import { translate } from '../../lib/i18n.ts'

/** Passkeys are for one host: elsewhere, as at a bare IP address, the browser has none. */
const isHere = (options: Record<string, unknown>): boolean => options.rpId === location.hostname

export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window

export type Challenge = Record<string, unknown>

/** The first challenge, where a login by passkey can be begun on this page; else null. */
export async function firstChallenge(): Promise<Challenge | null> {
  if (!hasPasskeys()) return null
  try {
    const { options } = await call(passkeys.ask, { body: {} })
    return isHere(options) ? options : null
  } catch {
    // Off, or the server is away: then the form says so when it is used.
    return null
  }
}

interface PasskeyAsked {
  /** Only where it is picked among the suggestions of the name's field. */
  quietly: boolean
  /** One that nobody has answered; null: another is asked for. */
  challenge: Challenge | null
  /** Nobody waits for it any more. */
  signal?: AbortSignal
}

/** Signs in by a passkey alone. */
export async function byPasskey({
  quietly,
  challenge,
  signal,
}: PasskeyAsked): Promise<() => Promise<TokenPair>> {
  const how = signal ? { signal } : {}
  const options = challenge ?? (await call(passkeys.ask, { body: {} }, how)).options
  // A ceremony ends the one before it: a late one would end that of another screen.
  signal?.throwIfAborted()
  const response = await answer(options, quietly)
  return () => call(passkeys.logIn, { body: { response } })
}

/** The second step by a passkey. */
export async function bySecondPasskey(ticket: string, trust: boolean): Promise<TokenPair> {
  const { options } = await call(passkeys.askSecond, { body: { ticket } })
  const response = await answer(options, false)
  return call(passkeys.verify, { body: { ticket, response, trust } })
}

/** Makes a passkey and keeps it under a name. */
export async function addPasskey(name: string, password: string): Promise<void> {
  const { options } = await call(passkeys.begin, { body: { password } })
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const response = await inWords(startRegistration({ optionsJSON }))
  await call(passkeys.finish, { body: { name, response: { ...response, type: 'public-key' } } })
}

/** Ends what waits for a passkey. */
export const stopWaiting = (): void => WebAuthnAbortService.cancelCeremony()

async function answer(options: object, quietly: boolean) {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  // Firefox draws its suggestions without a mark at the field; ours is one field that is always there.
  const how = { useBrowserAutofill: quietly, verifyBrowserAutofillInput: false }
  const response = await inWords(startAuthentication({ optionsJSON, ...how }))
  return { ...response, type: 'public-key' as const }
}

/** Browsers say little of why there was no passkey, and in English. */
async function inWords<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony
  } catch (error) {
    const isThere =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw new Error(translate(isThere ? 'passkeys:there' : 'passkeys:noAnswer'), { cause: error })
  }
}
