import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** Every payload is filled up to this, so that its length tells nothing. Push services take at least 4096 bytes. */
const paddedTo = 2048
const recordSize = 4096

export interface BrowserKeys {
  /** Uncompressed P-256 point, 65 bytes. */
  p256dh: Buffer
  /** 16 bytes. */
  auth: Buffer
}

/** What makes a message unlike the next one; given only by the test with the RFC's example. */
export interface Chance {
  salt: Buffer
  privateKey: Buffer
  padding: number
}

/**
 * Encrypts for one browser (RFC 8291 with the aes128gcm coding of RFC 8188): the push service in between sees
 * neither text nor length.
 * @throws when the text is longer than `paddedTo` bytes or the browser's key is not on the curve
 */
export function encryptFor({ p256dh, auth }: BrowserKeys, text: Buffer, chance?: Chance): Buffer {
  const own = createECDH('prime256v1')
  if (chance) own.setPrivateKey(chance.privateKey)
  else own.generateKeys()
  const salt = chance?.salt ?? randomBytes(16)
  const padding = chance?.padding ?? paddedTo - text.length
  if (padding < 0) throw new Error('the payload is too long')
  const point = own.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, point])
  const secret = derive({ key: own.computeSecret(p256dh), salt: auth, info, length: 32 })
  const key = derive({ key: secret, salt, info: label('aes128gcm'), length: 16 })
  const nonce = derive({ key: secret, salt, info: label('nonce'), length: 12 })
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // 2 marks the end of the last record's text (RFC 8188 §2).
  const record = Buffer.concat([text, Buffer.from([2]), Buffer.alloc(padding)])
  const body = Buffer.concat([cipher.update(record), cipher.final(), cipher.getAuthTag()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordSize)
  return Buffer.concat([salt, size, Buffer.from([point.length]), point, body])
}

const label = (name: string): Buffer => Buffer.from(`Content-Encoding: ${name}\0`)

interface Derivation {
  key: Buffer
  salt: Buffer
  info: Buffer
  length: number
}

const derive = ({ key, salt, info, length }: Derivation): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** True for a point of P-256 as browsers send it. */
export function isBrowserKey(point: Buffer): boolean {
  if (point.length !== 65 || point[0] !== 4) return false
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(point)
    return true
  } catch {
    // Not on the curve.
    return false
  }
}
