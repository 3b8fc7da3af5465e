import { createHash, createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { der, derParts } from './der.ts'

interface Signer {
  /** PEM. */
  key: string
  /** PEM: its own certificate first, then those that vouch for it. */
  cert: string
}

const data = der.oid('1.2.840.113549.1.7.1')
const sha256 = der.sequence(der.oid('2.16.840.1.101.3.4.2.1'), der.null())

/**
 * Content with its signature in one (CMS SignedData, RFC 5652 §5), by RSA or ECDSA with SHA-256.
 * @throws where the key is of another kind
 */
export function signedData(content: Buffer, { key, cert }: Signer, at: Date): Buffer {
  const certificates = pemBlocks(cert).map((pem) => new X509Certificate(pem).raw)
  const [own] = certificates
  if (!own) throw new Error('there is no certificate')
  const privateKey = createPrivateKey(key)
  const attributes = der.set(...inOrder(signedAttributes(content, at)))
  const signerInfo = der.sequence(
    der.integer(Buffer.from([1])),
    issuerAndSerial(own),
    sha256,
    retagged(attributes),
    algorithmOf(privateKey),
    der.octets(sign('sha256', attributes, privateKey)),
  )
  const signed = der.sequence(
    der.integer(Buffer.from([1])),
    der.set(sha256),
    der.sequence(data, der.context(0, der.octets(content))),
    der.context(0, Buffer.concat(certificates)),
    der.set(signerInfo),
  )
  return der.sequence(der.oid('1.2.840.113549.1.7.2'), der.context(0, signed))
}

const begin = '-----BEGIN CERTIFICATE-----'
const end = '-----END CERTIFICATE-----'

const pemBlocks = (pem: string): string[] =>
  pem
    .split(begin)
    .slice(1)
    .map((block) => `${begin}${block.slice(0, block.indexOf(end))}${end}`)

/** RFC 5652 §11.1-11.3. */
const signedAttributes = (content: Buffer, at: Date): Buffer[] => [
  der.sequence(der.oid('1.2.840.113549.1.9.3'), der.set(data)),
  der.sequence(der.oid('1.2.840.113549.1.9.5'), der.set(der.utcTime(at))),
  der.sequence(
    der.oid('1.2.840.113549.1.9.4'),
    der.set(der.octets(createHash('sha256').update(content).digest())),
  ),
]

/** The members of a SET OF stand by their bytes (X.690 §11.6). */
const inOrder = (members: Buffer[]): Buffer[] => members.toSorted(Buffer.compare)

/** What is signed is a SET; it stands in the signer's part as [0] (RFC 5652 §5.4). */
function retagged(set: Buffer): Buffer {
  const copy = Buffer.from(set)
  copy.writeUInt8(0xa0, 0)
  return copy
}

/** Certificate → TBSCertificate: version, serial, algorithm, issuer (RFC 5280 §4.1). */
function issuerAndSerial(certificate: Buffer): Buffer {
  const [tbs = Buffer.alloc(0)] = derParts(certificate)
  const parts = derParts(tbs)
  const hasVersion = parts[0]?.readUInt8(0) === 0xa0
  const [serial, , issuer] = parts.slice(hasVersion ? 1 : 0)
  if (!serial || !issuer) throw new Error('the certificate cannot be read')
  return der.sequence(issuer, serial)
}

function algorithmOf({ asymmetricKeyType }: KeyObject): Buffer {
  if (asymmetricKeyType === 'rsa') return der.sequence(der.oid('1.2.840.113549.1.1.11'), der.null())
  if (asymmetricKeyType === 'ec') return der.sequence(der.oid('1.2.840.10045.4.3.2'))
  throw new Error(`keys of ${asymmetricKeyType} sign nothing here`)
}
