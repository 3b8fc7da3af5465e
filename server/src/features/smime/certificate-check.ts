import { X509Certificate } from 'node:crypto'
import { AppError } from '../../platform/errors.ts'

const day = 24 * 3_600_000
/** Clocks of browsers may be wrong by so much. */
const skew = day
const longestLife = 20 * 366 * day

/**
 * Reads a certificate that a browser made. It is signed with the key it names, so whoever made it has that key; and it
 * names the own address and nothing else, so nobody can speak for a colleague with it.
 * @throws keys.bad-certificate
 */
export function checkCertificate(
  der: Buffer,
  { address, now }: { address: string; now: Date },
): void {
  const one = read(der)
  if (!one.raw.equals(der)) throw refused('encoding')
  const { asymmetricKeyType, asymmetricKeyDetails } = one.publicKey
  const bits = asymmetricKeyDetails?.modulusLength ?? 0
  if (asymmetricKeyType !== 'rsa' || bits < 2048 || bits > 4096) throw refused('RSA 2048-4096')
  if (!isSelfSigned(one)) throw refused('signature')
  if (one.subjectAltName !== `email:${address}`) throw refused('address')
  const [from, to] = [Date.parse(one.validFrom), Date.parse(one.validTo)]
  const time = now.getTime()
  if (!(from <= time + skew && to > time && to - from <= longestLife)) throw refused('validity')
}

function read(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der)
  } catch {
    throw refused('X.509')
  }
}

function isSelfSigned(one: X509Certificate): boolean {
  try {
    return one.verify(one.publicKey)
  } catch {
    return false
  }
}

const refused = (detail: string): AppError => new AppError('keys.bad-certificate', { detail })
