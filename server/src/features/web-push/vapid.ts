import { createECDH, createPrivateKey, sign } from 'node:crypto'

/** A token is good for so long; RFC 8292 §2 allows a day. */
const lifeSeconds = 12 * 3600

/** Says to a push service who we are (RFC 8292), so that nobody else can push to our users' browsers. */
export interface Vapid {
  /** Uncompressed P-256 point, base64url. */
  publicKey: string
  /** The `Authorization` header for a push service. @param origin of the endpoint */
  authorization(origin: string, now: Date): string
}

/**
 * @param secret 32 bytes, the same in every process of the installation; the private key
 * @param contact where the operator of a push service can write to, `mailto:` or `https:`
 */
export function createVapid(secret: Buffer, contact: string): Vapid {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  const point = pair.getPublicKey()
  const publicKey = point.toString('base64url')
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: secret.toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  return {
    publicKey,
    authorization: (origin, now) => {
      const exp = Math.floor(now.getTime() / 1000) + lifeSeconds
      const unsigned = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode({ aud: origin, exp, sub: contact })}`
      const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${unsigned}.${signature.toString('base64url')}, k=${publicKey}`
    },
  }
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
