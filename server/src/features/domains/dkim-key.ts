import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

const makeKeyPair = promisify(generateKeyPair)

/** A fresh DKIM key (RSA 2048, RFC 6376), PKCS #8 in PEM. */
export async function newDkimKey(): Promise<string> {
  const { privateKey } = await makeKeyPair('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return privateKey
}

/** A selector that the domain never had: a record that a cache still holds is not taken for the new one. */
export const newSelector = (now: Date): string =>
  `hongyan${now.toISOString().slice(0, 10).replaceAll('-', '')}${randomBytes(2).toString('hex')}`
