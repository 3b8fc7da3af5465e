import { createHash, type X509Certificate } from 'node:crypto'

/** What a TLSA record says of a certificate (RFC 6698 §2.1). */
export interface Tlsa {
  /** 2: a certificate above the server's own (DANE-TA); 3: the server's own (DANE-EE). */
  usage: 2 | 3
  /** 0: the whole certificate; 1: its public key. */
  selector: 0 | 1
  /** 0: as it is; 1: SHA-256; 2: SHA-512. */
  matching: 0 | 1 | 2
  data: Buffer
}

const lengths: Record<number, number | undefined> = { 1: 32, 2: 64 }

/** @returns null for what says nothing about mail: other usages (RFC 7672 §3.1.3) and what is unknown */
export function readTlsa(bytes: Buffer): Tlsa | null {
  const [usage, selector, matching] = bytes
  const data = bytes.subarray(3)
  if (usage !== 2 && usage !== 3) return null
  if (selector !== 0 && selector !== 1) return null
  if (matching !== 0 && matching !== 1 && matching !== 2) return null
  if (data.length === 0 || (lengths[matching] ?? data.length) !== data.length) return null
  return { usage, selector, matching, data }
}

interface Shown {
  /** The server's own certificate first, then those above it, as it sent them. */
  chain: readonly X509Certificate[]
  /** Any of them is right for the server (RFC 7672 §3.2.2). */
  names: readonly string[]
  now: Date
}

/** Whether what a server showed is what its domain says it shows (RFC 7672 §3.1). */
export function isWhatTlsaSays(records: readonly Tlsa[], { chain, names, now }: Shown): boolean {
  const [own] = chain
  if (!own) return false
  // A record of the server's own certificate binds it by itself: neither name nor date counts (§3.1.1).
  if (records.some((one) => one.usage === 3 && isOf(one, own))) return true
  const above = records.filter((one) => one.usage === 2)
  if (above.length === 0 || !names.some((name) => own.checkHost(name) !== undefined)) return false
  return chain.some(
    (one, index) =>
      index > 0 &&
      above.some((record) => isOf(record, one)) &&
      isPath(chain.slice(0, index + 1), now),
  )
}

function isOf({ selector, matching, data }: Tlsa, certificate: X509Certificate): boolean {
  const bytes =
    selector === 0 ? certificate.raw : certificate.publicKey.export({ type: 'spki', format: 'der' })
  if (matching === 0) return bytes.equals(data)
  return createHash(matching === 1 ? 'sha256' : 'sha512')
    .update(bytes)
    .digest()
    .equals(data)
}

/** Each signed by the next, which may sign, and none out of date. */
function isPath(path: readonly X509Certificate[], now: Date): boolean {
  return path.every((one, index) => {
    const above = path[index + 1]
    if (now < one.validFromDate || now > one.validToDate) return false
    return !above || (above.ca && one.checkIssued(above) && one.verify(above.publicKey))
  })
}
