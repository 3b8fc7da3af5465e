import type { Bytes } from './cms/bytes.ts'
import type { CertificateFacts } from './cms/certificate.ts'

/** One signer of a mail, as far as mathematics goes. */
export interface SignerFacts {
  /** The signature fits what was signed, by the key of the certificate beside it. */
  intact: boolean
  certificate: CertificateFacts | null
  /** The certificate in DER, and what its program says that it reads (RFC 8551 §2.5.2). */
  der?: Bytes
  capabilities?: readonly string[]
}

export interface SignedFacts {
  /** `part`: something below the root of the mail; words around it are nobody's. */
  scope: 'whole' | 'part'
  signers: readonly SignerFacts[]
  /** Addresses of every From field of the mail as it came. */
  from: readonly string[]
  fromFields: number
  /** Addresses of Sender. */
  sender: readonly string[]
  /** Fingerprints of the certificates that the organisation hands out for the From address. */
  known: readonly string[]
  /** Those that the organisation handed out before. */
  earlier: readonly string[]
  /** `known` is one that the reader took for somebody outside. */
  isPeer: boolean
  now: Date
}

/**
 * `valid`: the person in From signed it. `unknown-signer`: intact, but by somebody the organisation does not know under
 * that address. `other-address`: intact, but by somebody else than From. `expired`: by a certificate out of its time.
 * `accepted`: by a certificate that the reader took. `earlier`: by one that was replaced since. `unclear`: who is meant to have signed cannot be told. `broken`: changed, or no signature at all. `part`: see scope.
 */
export type Verdict =
  | 'valid'
  | 'accepted'
  | 'earlier'
  | 'unknown-signer'
  | 'other-address'
  | 'expired'
  | 'unclear'
  | 'broken'
  | 'part'

/** What may be said of a signature (RFC 8551 §2.3, T36): anything that is not beyond doubt is never `valid`. */
export function judge(facts: SignedFacts): Verdict {
  const { scope, signers, known, earlier, now } = facts
  if (scope === 'part') return 'part'
  if (signers.length === 0 || signers.some((one) => !one.intact)) return 'broken'
  const [signer, another] = signers
  const from = onlyAuthor(facts)
  if (another || from === null) return 'unclear'
  const certificate = signer?.certificate
  if (!certificate) return 'unknown-signer'
  const [address, further] = certificate.addresses
  if (further !== undefined || address !== from) return 'other-address'
  if (earlier.includes(certificate.fingerprint)) return 'earlier'
  if (!known.includes(certificate.fingerprint)) return 'unknown-signer'
  if (now < certificate.from || now > certificate.to) return 'expired'
  return facts.isPeer ? 'accepted' : 'valid'
}

/** The one address that the mail says it is from; null when there are none, several, or another Sender. */
function onlyAuthor({ from, fromFields, sender }: SignedFacts): string | null {
  const [first, second] = from.map((one) => one.toLowerCase())
  if (fromFields !== 1 || !first || second !== undefined) return null
  return sender.every((one) => one.toLowerCase() === first) ? first : null
}
