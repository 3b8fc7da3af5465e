import { limits } from '@hongyan/contract/limits'
import { asciiBytes, type Bytes, joined, own, toBase64 } from './cms/bytes.ts'

/** How a PIN becomes a key. */
export interface Derivation {
  /** 16 random bytes. */
  salt: Bytes
  /** Rounds of PBKDF2-SHA256. */
  iterations: number
}

export interface PinKeys {
  /** AES-256-GCM; cannot be taken out of the browser's keeping. */
  sealKey: CryptoKey
  /** Shows the server that the PIN is known, and opens nothing: base64 of 32 bytes. */
  proof: string
}

const ivBytes = 12

export const newDerivation = (): Derivation => ({
  salt: crypto.getRandomValues(new Uint8Array(16)),
  iterations: limits.pinIterations,
})

/** Characters of a PIN, as people count them. */
export const pinLength = (pin: string): number => [...pin.normalize('NFC')].length

/**
 * One slow derivation (PBKDF2-SHA256), and from it two keys that tell nothing of each other (HKDF, RFC 5869): the one
 * seals and stays here, the other goes to the server.
 */
export async function keysOfPin(pin: string, { salt, iterations }: Derivation): Promise<PinKeys> {
  const words = own(new TextEncoder().encode(pin.normalize('NFC')))
  const typed = await crypto.subtle.importKey('raw', words, 'PBKDF2', false, ['deriveBits'])
  const slow = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  const root = await crypto.subtle.deriveBits(slow, typed, 256)
  const spread = await crypto.subtle.importKey('raw', root, 'HKDF', false, [
    'deriveBits',
    'deriveKey',
  ])
  const of = (info: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: asciiBytes(info),
  })
  const aes = { name: 'AES-GCM', length: 256 }
  const sealKey = await crypto.subtle.deriveKey(of('hongyan key seal'), spread, aes, false, [
    'encrypt',
    'decrypt',
  ])
  const proof = await crypto.subtle.deriveBits(of('hongyan key proof'), spread, 256)
  return { sealKey, proof: toBase64(own(proof)) }
}

/** @returns 12 bytes iv, then the text with its tag */
export async function seal(sealKey: CryptoKey, bytes: Bytes): Promise<Bytes> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, sealKey, bytes)
  return joined(iv, own(sealed))
}

/** @throws when it was changed or sealed with another key */
export async function unseal(sealKey: CryptoKey, sealed: Bytes): Promise<Bytes> {
  const iv = sealed.slice(0, ivBytes)
  return own(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, sealKey, sealed.slice(ivBytes)))
}
