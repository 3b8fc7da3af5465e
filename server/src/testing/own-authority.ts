import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import type { CertifiedKey } from '../protocols/shared/self-signed.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const day = 24 * 3_600_000

/** An authority that nobody knows, which certifies servers. */
export interface OwnAuthority {
  /** PEM. */
  cert: string
  der: Buffer
  /** @param over `ended`: it was valid until yesterday */
  certify(name: string, over?: { ended?: boolean }): Promise<CertifiedKey & { der: Buffer }>
}

export async function createOwnAuthority(): Promise<OwnAuthority> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const now = Date.now()
  const serialNumber = () => `4${randomBytes(8).toString('hex').slice(1)}`
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    keys,
    serialNumber: serialNumber(),
    name: [{ CN: ['Authority of a test'] }],
    notBefore: new Date(now - 3 * day),
    notAfter: new Date(now + 30 * day),
    signingAlgorithm: algorithm,
    extensions: [new x509.BasicConstraintsExtension(true)],
  })
  const cert = `${x509.PemConverter.encode(root.rawData, 'CERTIFICATE')}\n`
  return {
    cert,
    der: Buffer.from(root.rawData),
    certify: async (name, { ended = false } = {}) => {
      const own = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
      const certificate = await x509.X509CertificateGenerator.create({
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        serialNumber: serialNumber(),
        subject: [{ CN: [name] }],
        issuer: root.subjectName.toJSON(),
        notBefore: new Date(now - 2 * day),
        notAfter: new Date(ended ? now - day : now + 20 * day),
        signingAlgorithm: algorithm,
        extensions: [
          new x509.BasicConstraintsExtension(false),
          new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }]),
        ],
      })
      const pem = x509.PemConverter.encode(certificate.rawData, 'CERTIFICATE')
      const key = await crypto.subtle.exportKey('pkcs8', own.privateKey)
      return {
        key: `${x509.PemConverter.encode(key, 'PRIVATE KEY')}\n`,
        cert: `${pem}\n${cert}`,
        der: Buffer.from(certificate.rawData),
      }
    },
  }
}
