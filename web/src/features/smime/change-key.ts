import { type OwnKey, smime } from '@hongyan/contract/smime'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'
import { fromBase64, toBase64 } from './cms/bytes.ts'
import { forgetKey, ownKeyQuery, unlockOwnKey } from './own-key.ts'
import { keysOfPin, newDerivation, seal } from './pin.ts'

/** Makes a key for the own address, seals it with the PIN and hands it in. */
export async function makeOwnKey(address: string, pin: string): Promise<void> {
  const { makeKeyPair } = await import('./key-pair.ts')
  const { certificate, pkcs8 } = await makeKeyPair(address)
  const derivation = newDerivation()
  const { sealKey, proof } = await keysOfPin(pin, derivation)
  const sealedKey = toBase64(await seal(sealKey, pkcs8))
  pkcs8.fill(0)
  await call(smime.save, {
    body: {
      certificate: toBase64(certificate),
      sealedKey,
      salt: toBase64(derivation.salt),
      iterations: derivation.iterations,
      proof,
    },
  })
  await queryClient.invalidateQueries({ queryKey: ownKeyQuery.queryKey })
}

/** Seals the same key with another PIN. @throws ApiError smime.pin-wrong, smime.pin-many */
export async function changePin(own: OwnKey, before: string, after: string): Promise<void> {
  const old = { salt: fromBase64(own.salt), iterations: own.iterations }
  const key = await unlockOwnKey(before)
  const { proof: oldProof } = await keysOfPin(before, old)
  const derivation = newDerivation()
  const { sealKey, proof } = await keysOfPin(after, derivation)
  const sealed = await key.withPrivateKey((pkcs8) => seal(sealKey, pkcs8))
  await call(smime.save, {
    body: {
      certificate: own.certificate,
      sealedKey: toBase64(sealed),
      salt: toBase64(derivation.salt),
      iterations: derivation.iterations,
      proof,
      oldProof,
    },
  })
  forgetKey()
  await queryClient.invalidateQueries({ queryKey: ownKeyQuery.queryKey })
}
