import { createHash, createHmac, pbkdf2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(pbkdf2)
const hashBytes = 32

/**
 * One salt and the fewest rounds for all: the secrets are random (75 bits), so nobody tries them all, prepared or not, and a
 * salt of each would tell which accounts there are.
 */
export const scramSalt = createHash('sha256').update('authorisation codes').digest().subarray(0, 16)
export const scramRounds = 4_096

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const hash = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** What is kept of a secret for SCRAM-SHA-256 (RFC 5802 §3, RFC 7677): StoredKey and ServerKey. */
export async function scramKeys(secret: string): Promise<Buffer> {
  const salted = await derive(secret, scramSalt, scramRounds, hashBytes, 'sha256')
  return Buffer.concat([hash(hmac(salted, 'Client Key')), hmac(salted, 'Server Key')])
}

/** Keys of several secrets, one of which is known to who made the proof: those. @returns null where none is */
export function provedKeys(several: Buffer, authMessage: string, proof: Buffer): Buffer | null {
  for (let at = 0; at < several.length; at += 2 * hashBytes) {
    const keys = several.subarray(at, at + 2 * hashBytes)
    if (isProof(keys, authMessage, proof)) return keys
  }
  return null
}

function isProof(keys: Buffer, authMessage: string, proof: Buffer): boolean {
  const stored = keys.subarray(0, hashBytes)
  const signature = hmac(stored, authMessage)
  if (proof.length !== hashBytes) return false
  const clientKey = Buffer.from(proof.map((byte, at) => byte ^ (signature[at] ?? 0)))
  return timingSafeEqual(hash(clientKey), stored)
}

/** Shows the program that we know its secret's key too. */
export const scramSignature = (keys: Buffer, authMessage: string): Buffer =>
  hmac(keys.subarray(hashBytes), authMessage)
