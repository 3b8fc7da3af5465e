import type { Reply } from '@hongyan/contract/endpoint'
import { type OldKey, type OwnKey, type PeopleCertificate, smime } from '@hongyan/contract/smime'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'
import { isSignedIn, subscribe } from '../../lib/session.ts'
import { fromBase64 } from './cms/bytes.ts'
import { keysOfPin } from './pin.ts'
import { type UnlockedKey, unlock } from './unlocked-key.ts'

export type OwnKeys = Reply<typeof smime.own>

export const ownKeyQuery = {
  queryKey: ['smime', 'own'],
  queryFn: (): Promise<OwnKeys> => call(smime.own, { query: {} }),
}

/** In this page alone, in no storage: it is gone with the page, and with the login. */
let unlocked: UnlockedKey | null = null
/** Keys that were replaced and whose PIN was given, by their number. */
const unlockedOld = new Map<number, UnlockedKey>()

/** The own key, once the PIN was given in this session. */
export const unlockedKey = (): UnlockedKey | null => unlocked

export const forgetKey = (): void => {
  unlocked = null
  unlockedOld.clear()
}

let isWatching = false
function watch(): void {
  if (!isWatching) subscribe(forgetKey)
  isWatching = true
}

/** @throws ApiError keys.none, keys.pin-wrong, keys.pin-many */
export async function unlockOwnKey(pin: string): Promise<UnlockedKey> {
  const { key } = await queryClient.fetchQuery({ ...ownKeyQuery, staleTime: 0 })
  unlocked = await unlockKey(key, pin)
  return unlocked
}

/** A key that was replaced, by the PIN it had. @throws ApiError keys.pin-wrong, keys.pin-many */
export async function unlockOldKey(key: OldKey, pin: string): Promise<UnlockedKey> {
  const opened = await unlockKey(key, pin)
  unlockedOld.set(key.keyId, opened)
  return opened
}

/** Without keeping it. @param own null: without a key the server says so, in the words of the catalogue */
export async function unlockKey(own: OwnKey | OldKey | null, pin: string): Promise<UnlockedKey> {
  const derivation = own && { salt: fromBase64(own.salt), iterations: own.iterations }
  const pinKeys = derivation ? await keysOfPin(pin, derivation) : null
  const proof = pinKeys?.proof ?? 'AAAA'
  const body = own && 'keyId' in own ? { proof, keyId: own.keyId } : { proof }
  const { sealedKey } = await call(smime.keyPinVerify, { body })
  if (!own || !pinKeys) throw new Error('a key appeared between two calls')
  watch()
  return unlock(pinKeys.sealKey, {
    certificate: fromBase64(own.certificate),
    sealedKey: fromBase64(sealedKey),
  })
}

/** A key that was replaced, and what opens by it where its PIN was given. */
export interface OldOpener {
  key: OldKey
  certificate: Uint8Array<ArrayBuffer>
  opener: UnlockedKey | null
}

/** The keys that were replaced; none for somebody who is not signed in. */
export async function oldOpeners(): Promise<OldOpener[]> {
  if (!isSignedIn()) return []
  const { old } = await queryClient.fetchQuery({ ...ownKeyQuery, staleTime: 60_000 })
  return old.map((key) => ({
    key,
    certificate: fromBase64(key.certificate),
    opener: unlockedOld.get(key.keyId) ?? null,
  }))
}

/** What is known of an address; to somebody who is not signed in nothing is handed out. */
export async function certificatesOf(address: string): Promise<PeopleCertificate | null> {
  if (!isSignedIn()) return null
  const { list } = await call(smime.getKeyByEmail, { body: { emails: [address] } })
  return list[0] ?? null
}
