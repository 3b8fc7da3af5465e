import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { der } from './der.ts'

/** PEM texts, as node:tls takes them. */
export interface CertifiedKey {
  key: string
  cert: string
}

const ecdsaWithSha256 = der.sequence(der.oid('1.2.840.10045.4.3.2'))
const tenYears = 10 * 365 * 24 * 3600 * 1000

/**
 * A new P-256 key with a certificate for `hostname` that it signed itself (RFC 5280): enough for
 * opportunistic STARTTLS, where nobody checks names.
 */
export function createSelfSigned(hostname: string, at: Date): CertifiedKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = commonName(hostname)
  const certificate = der.sequence(
    der.context(0, der.integer(Buffer.from([2]))),
    der.integer(serialNumber()),
    ecdsaWithSha256,
    name,
    der.sequence(
      der.time(new Date(at.getTime() - 3_600_000)),
      der.time(new Date(at.getTime() + tenYears)),
    ),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der.context(3, extensions(hostname)),
  )
  const signature = sign('sha256', certificate, privateKey)
  const signed = der.sequence(certificate, ecdsaWithSha256, der.bits(signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem('CERTIFICATE', signed),
  }
}

/** Positive, as RFC 5280 §4.1.2.2 asks. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes
}

/** At most 64 characters (ub-common-name); the whole name stands in the extension. */
const commonName = (hostname: string): Buffer =>
  der.sequence(der.set(der.sequence(der.oid('2.5.4.3'), der.utf8(hostname.slice(0, 64)))))

const extensions = (hostname: string): Buffer =>
  der.sequence(
    // basicConstraints: no authority for others. subjectAltName: dNSName. extKeyUsage: serverAuth.
    extension('2.5.29.19', der.sequence()),
    extension('2.5.29.17', der.sequence(der.implicit(2, Buffer.from(hostname, 'latin1')))),
    extension('2.5.29.37', der.sequence(der.oid('1.3.6.1.5.5.7.3.1'))),
  )

const extension = (oid: string, value: Buffer): Buffer =>
  der.sequence(der.oid(oid), der.octets(value))

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
