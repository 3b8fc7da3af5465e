import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/**
 * SHA-256 (FIPS 180-4) of bytes as they come. The browser's own hashing wants a file whole in memory, and is missing
 * on plain http.
 */
export interface Sha256 {
  update(bytes: Uint8Array): void
  /** The hash in hexadecimal; nothing may be added afterwards. */
  hex(): string
}

export function createSha256(): Sha256 {
  const sum = sha256.create()
  return {
    update: (bytes) => void sum.update(bytes),
    hex: () => bytesToHex(sum.digest()),
  }
}
