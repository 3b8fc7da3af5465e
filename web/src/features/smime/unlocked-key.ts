import type { Bytes } from './cms/bytes.ts'
import type { Opener } from './cms/cms-decrypt.ts'
import type { Signer } from './cms/cms-sign.ts'
import { unseal } from './pin.ts'

/** A private key in use: it signs by a key that cannot be taken out, and is unsealed anew for every mail it opens. */
export interface UnlockedKey extends Opener, Signer {}

/** @throws when the seal does not open: another PIN, or changed bytes */
export async function unlock(
  sealKey: CryptoKey,
  { certificate, sealedKey }: { certificate: Bytes; sealedKey: Bytes },
): Promise<UnlockedKey> {
  const withPrivateKey = async <T>(use: (pkcs8: Bytes) => Promise<T>): Promise<T> => {
    const pkcs8 = await unseal(sealKey, sealedKey)
    try {
      return await use(pkcs8)
    } finally {
      pkcs8.fill(0)
    }
  }
  const how = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const signKey = await withPrivateKey((pkcs8) =>
    crypto.subtle.importKey('pkcs8', pkcs8, how, false, ['sign']),
  )
  return { certificate, signKey, withPrivateKey }
}
