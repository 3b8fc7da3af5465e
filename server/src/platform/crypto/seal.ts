import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM: iv, tag, then the text. @param about what it is for: it opens as nothing else */
export function seal(key: Buffer, bytes: Buffer, about: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
  const text = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

/** @throws when it was changed, or sealed with another key or for something else */
export function unseal(key: Buffer, sealed: Buffer, about: string): Buffer {
  const tagEnd = ivBytes + tagBytes
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes))
  decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(ivBytes, tagEnd))
  return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()])
}

export const newKey = (): Buffer => randomBytes(32)
