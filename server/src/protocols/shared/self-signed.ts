import { randomBytes } from 'node:crypto'

/** PEM texts, as node:tls takes them. */
export interface CertifiedKey {
  key: string
  cert: string
}

const tenYears = 10 * 365 * 24 * 3600 * 1000
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/**
 * A new P-256 key with a certificate for `hostname` that it signed itself (RFC 5280): enough for
 * opportunistic STARTTLS, where nobody checks names.
 */
export async function createSelfSigned(hostname: string, at: Date): Promise<CertifiedKey> {
  const x509 = await library()
  const pem = (bytes: ArrayBuffer, label: string) => `${x509.PemConverter.encode(bytes, label)}\n`
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      keys,
      serialNumber: serialNumber(),
      // At most 64 characters (ub-common-name); the whole name stands in the extension.
      name: [{ CN: [hostname.slice(0, 64)] }],
      notBefore: new Date(at.getTime() - 3_600_000),
      notAfter: new Date(at.getTime() + tenYears),
      signingAlgorithm: algorithm,
      extensions: [
        // No authority for others.
        new x509.BasicConstraintsExtension(false),
        new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: hostname }]),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      ],
    },
    crypto,
  )
  return {
    key: pem(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY'),
    cert: pem(certificate.rawData, 'CERTIFICATE'),
  }
}

/** Loaded for the one certificate that an installation makes: it takes a third of a second. */
async function library(): Promise<typeof import('@peculiar/x509')> {
  await import('reflect-metadata')
  return import('@peculiar/x509')
}

/** Positive and without leading zeros, as RFC 5280 §4.1.2.2 asks. */
function serialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes.toString('hex')
}
