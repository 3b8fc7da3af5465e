import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { der } from '../platform/crypto/der.ts'

const sha256WithRsa = der.sequence(der.oid('1.2.840.113549.1.1.11'), Buffer.from([5, 0]))
const year = 365 * 24 * 3_600_000

export interface CertificateParts {
  /** Names in subjectAltName, as rfc822Name. */
  emails: readonly string[]
  from?: Date
  to?: Date
  bits?: number
  /** Signed with another key than the one it names. */
  forged?: boolean
}

/** A certificate (RFC 5280) in DER, as a browser or a forger would hand it in. */
export const makeCertificate = (parts: CertificateParts): Buffer =>
  makeKeyAndCertificate(parts).certificate

/** The same, with the key that it names. */
export function makeKeyAndCertificate({
  emails,
  from,
  to,
  bits = 2048,
  forged,
}: CertificateParts): { certificate: Buffer; privateKey: KeyObject } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  const signer = forged
    ? generateKeyPairSync('rsa', { modulusLength: bits }).privateKey
    : privateKey
  const name = der.sequence(der.set(der.sequence(der.oid('2.5.4.3'), der.utf8('test'))))
  const names = der.sequence(...emails.map((one) => der.implicit(1, Buffer.from(one, 'latin1'))))
  const now = Date.now()
  const body = der.sequence(
    der.context(0, der.integer(Buffer.from([2]))),
    der.integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    sha256WithRsa,
    name,
    der.sequence(der.time(from ?? new Date(now - 60_000)), der.time(to ?? new Date(now + year))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der.context(3, der.sequence(der.sequence(der.oid('2.5.29.17'), der.octets(names)))),
  )
  const certificate = der.sequence(body, sha256WithRsa, der.bits(sign('sha256', body, signer)))
  return { certificate, privateKey }
}
