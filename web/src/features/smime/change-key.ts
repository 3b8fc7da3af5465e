import { possessionText } from '@hongyan/contract/key-possession'
import { type OldKey, type OwnKey, smime } from '@hongyan/contract/smime'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'
import type { Confirmation } from '../second-step/owner-confirm.public.tsx'
import { asciiBytes, fromBase64, own, toBase64 } from './cms/bytes.ts'
import type { NewKeyPair } from './key-pair.ts'
import { forgetKey, type OwnKeys, ownKeyQuery, unlockKey, unlockOwnKey } from './own-key.ts'
import { keysOfPin, newDerivation, seal } from './pin.ts'
import type { UnlockedKey } from './unlocked-key.ts'

/** What the owner of a new key gives. */
export interface NewKeyGiven {
  pin: string
  confirm: Confirmation
  /** Of the key that is replaced; '': forgotten, or there is none. */
  oldPin: string
  /** A key of one's own out of a file; null: one is made. */
  pair: NewKeyPair | null
}

/**
 * Makes a key for the own address, or takes one out of a file, seals it with the PIN and hands it in: as the first, or in
 * place of the one there is. Whose PIN is known are sealed with the new one, so that old mail opens by it too.
 * @returns whether the key that was replaced opens by the new PIN, where its own was given
 * @throws ApiError keys.pin-wrong before anything was changed
 */
export async function keepNewKey(
  address: string,
  before: OwnKeys,
  { pin, confirm, oldPin, pair }: NewKeyGiven,
): Promise<boolean> {
  const opened = before.key && oldPin !== '' ? await unlockOwnKey(oldPin) : null
  const fresh = pair ?? (await (await import('./key-pair.ts')).makeKeyPair(address))
  const body = {
    certificate: toBase64(fresh.certificate),
    ...(await sealedWith(pin, (use) => use(fresh.pkcs8))),
    possession: await possessionOf(address, fresh),
    confirm: confirm.codeId === '' ? { ...confirm, codeId: undefined } : confirm,
  }
  if (!pair) fresh.pkcs8.fill(0)
  try {
    await call(before.key ? smime.resetKey : smime.save, { body })
    return await sealAll(before, opened, { pin, oldPin })
  } finally {
    // Whatever came of it, an answer that got lost too: the key may be another one now.
    forgetKey()
    await queryClient.invalidateQueries({ queryKey: ownKeyQuery.queryKey })
  }
}

/** The new key is kept by now. One that cannot be sealed keeps the PIN it has. */
async function sealAll(before: OwnKeys, opened: UnlockedKey | null, pins: Pins): Promise<boolean> {
  if (!before.key || !opened) return true
  const isSealed = await sealOld(before.key, opened, pins).then(
    () => true,
    () => false,
  )
  for (const one of before.old) await sealOldest(one, pins)
  return isSealed
}

/** Seals the same key with another PIN. @throws ApiError keys.pin-wrong, keys.pin-many */
export async function changePin(key: OwnKey, oldPin: string, pin: string): Promise<void> {
  await sealOld(key, await unlockOwnKey(oldPin), { pin, oldPin })
  forgetKey()
  await queryClient.invalidateQueries({ queryKey: ownKeyQuery.queryKey })
}

interface Pins {
  pin: string
  oldPin: string
}

async function sealOld(key: OwnKey, opened: UnlockedKey, { pin, oldPin }: Pins): Promise<void> {
  const derivation = { salt: fromBase64(key.salt), iterations: key.iterations }
  const { proof: oldProof } = await keysOfPin(oldPin, derivation)
  const sealed = await sealedWith(pin, (use) => opened.withPrivateKey(use))
  await call(smime.save, { body: { certificate: key.certificate, ...sealed, oldProof } })
}

/** One that was replaced before. It may have another PIN: then it keeps that one. */
async function sealOldest(key: OldKey, pins: Pins): Promise<void> {
  try {
    await sealOld(key, await unlockKey(key, pins.oldPin), pins)
  } catch {
    // The reader asks for its own PIN when a mail needs it.
  }
}

/** What the server keeps of a private key. */
async function sealedWith(
  pin: string,
  withKey: (
    use: (pkcs8: NewKeyPair['pkcs8']) => Promise<NewKeyPair['pkcs8']>,
  ) => Promise<NewKeyPair['pkcs8']>,
) {
  const derivation = newDerivation()
  const { sealKey, proof } = await keysOfPin(pin, derivation)
  const sealed = await withKey((pkcs8) => seal(sealKey, pkcs8))
  return {
    sealedKey: toBase64(sealed),
    salt: toBase64(derivation.salt),
    iterations: derivation.iterations,
    proof,
  }
}

/** Shows the server that the key of the certificate is here: an authority's signature shows nothing of that. */
async function possessionOf(address: string, { pkcs8 }: NewKeyPair) {
  const { randomCode } = await call(smime.getRandomCode, { query: {} })
  const how = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, how, false, ['sign'])
  const signed = asciiBytes(possessionText(address, randomCode))
  return { randomCode, signature: toBase64(own(await crypto.subtle.sign(how.name, key, signed))) }
}
