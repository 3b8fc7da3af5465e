import { type OwnKey, smime } from '@hongyan/contract/smime'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'
import { isSignedIn, subscribe } from '../../lib/session.ts'
import { fromBase64 } from './cms/bytes.ts'
import { keysOfPin } from './pin.ts'
import { type UnlockedKey, unlock } from './unlocked-key.ts'

export const ownKeyQuery = {
  queryKey: ['smime', 'own'],
  queryFn: async (): Promise<OwnKey | null> => (await call(smime.own, { query: {} })).key,
}

/** In this page alone, in no storage: it is gone with the page, and with the login. */
let unlocked: UnlockedKey | null = null

/** The own key, once the PIN was given in this session. */
export const unlockedKey = (): UnlockedKey | null => unlocked

export const forgetKey = (): void => {
  unlocked = null
}

let isWatching = false

/** @throws ApiError smime.none, smime.pin-wrong, smime.pin-many */
export async function unlockOwnKey(pin: string): Promise<UnlockedKey> {
  const own = await queryClient.fetchQuery({ ...ownKeyQuery, staleTime: 0 })
  const derivation = own && { salt: fromBase64(own.salt), iterations: own.iterations }
  // Without a key the server says so, in the words of the catalogue.
  const pinKeys = derivation ? await keysOfPin(pin, derivation) : null
  const proof = pinKeys?.proof ?? 'AAAA'
  const { sealedKey } = await call(smime.keyPinVerify, { body: { proof } })
  if (!own || !pinKeys) throw new Error('a key appeared between two calls')
  const key = await unlock(pinKeys.sealKey, {
    certificate: fromBase64(own.certificate),
    sealedKey: fromBase64(sealedKey),
  })
  if (!isWatching) subscribe(forgetKey)
  isWatching = true
  unlocked = key
  return key
}

/** Certificates that the organisation hands out for an address; to somebody who is not signed in it hands out none. */
export async function certificatesOf(address: string): Promise<Uint8Array<ArrayBuffer>[]> {
  if (!isSignedIn()) return []
  const { list } = await call(smime.getKeyByEmail, { body: { emails: [address] } })
  return list.map(({ certificate }) => fromBase64(certificate))
}
