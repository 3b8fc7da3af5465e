import { verify, X509Certificate } from 'node:crypto'
import { possessionText } from '@hongyan/contract/key-possession'
import { AppError } from '../../platform/errors.ts'

const day = 24 * 3_600_000
/** Clocks of browsers may be wrong by so much. */
const skew = day
const longestLife = 20 * 366 * day

interface Expected {
  address: string
  now: Date
  /** The browser showed that it has the key; otherwise the certificate must show it by its own signature. */
  isPossessed: boolean
}

/**
 * Reads a certificate that a browser brings for its owner. Whoever brings it has its key; and it names the own address and
 * nothing else, so nobody can speak for a colleague with it.
 * @throws keys.bad-certificate
 */
export function checkCertificate(der: Buffer, { address, now, isPossessed }: Expected): void {
  const one = readCertificate(der)
  const { asymmetricKeyType, asymmetricKeyDetails } = one.publicKey
  const bits = asymmetricKeyDetails?.modulusLength ?? 0
  if (asymmetricKeyType !== 'rsa' || bits < 2048 || bits > 4096) throw refused('RSA 2048-4096')
  if (!isPossessed && !isSelfSigned(one)) throw refused('signature')
  if (one.subjectAltName?.toLowerCase() !== `email:${address.toLowerCase()}`)
    throw refused('address')
  const [from, to] = [Date.parse(one.validFrom), Date.parse(one.validTo)]
  const time = now.getTime()
  if (!(from <= time + skew && to > time && to - from <= longestLife)) throw refused('validity')
}

/** True where the signature under the random code is by the key of that certificate. */
export function isPossessed(
  der: Buffer,
  { address, randomCode, signature }: { address: string; randomCode: string; signature: Buffer },
): boolean {
  const { publicKey } = readCertificate(der)
  if (publicKey.asymmetricKeyType !== 'rsa') return false
  return verify('sha256', Buffer.from(possessionText(address, randomCode)), publicKey, signature)
}

const curves: ReadonlySet<string | undefined> = new Set(['prime256v1', 'secp384r1', 'secp521r1'])

/** Reads a certificate that its owner brings for somebody outside. @throws keys.bad-certificate */
export function checkPeerCertificate(
  der: Buffer,
  { address, now }: { address: string; now: Date },
): void {
  const one = readCertificate(der)
  const { asymmetricKeyType, asymmetricKeyDetails } = one.publicKey
  const bits = asymmetricKeyDetails?.modulusLength ?? 0
  const isRsa = asymmetricKeyType === 'rsa' && bits >= 2048 && bits <= 8192
  const isCurve = asymmetricKeyType === 'ec' && curves.has(asymmetricKeyDetails?.namedCurve)
  if (!isRsa && !isCurve) throw refused('RSA 2048-8192, P-256, P-384, P-521')
  // A name cannot pass for two: Node writes one with a comma in it in quotes, and the comma as \u002c.
  const names = (one.subjectAltName ?? '').toLowerCase().split(', ')
  if (!names.includes(`email:${address}`)) throw refused('address')
  if (Date.parse(one.validTo) <= now.getTime()) throw refused('validity')
}

/** @throws keys.bad-certificate */
function readCertificate(der: Buffer): X509Certificate {
  try {
    const one = new X509Certificate(der)
    if (one.raw.equals(der)) return one
  } catch {
    throw refused('X.509')
  }
  throw refused('encoding')
}

function isSelfSigned(one: X509Certificate): boolean {
  try {
    return one.verify(one.publicKey)
  } catch {
    return false
  }
}

const refused = (detail: string): AppError => new AppError('keys.bad-certificate', { detail })
