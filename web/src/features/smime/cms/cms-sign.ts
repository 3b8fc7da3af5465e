import * as asn1js from 'asn1js'
import {
  Attribute,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { asciiBytes, type Bytes, joined, own, toBase64, toHex } from './bytes.ts'
import { parseCertificate } from './certificate.ts'
import { oid } from './oids.ts'

export interface Signer {
  /** X.509 in DER. */
  certificate: Bytes
  /** RSASSA-PKCS1-v1_5 with SHA-256. */
  signKey: CryptoKey
}

/** A MIME entity as multipart/signed (RFC 8551 §3.5.3): the entity byte for byte, and its signature. */
export async function signEntity(entity: Bytes, signer: Signer, now = new Date()): Promise<Bytes> {
  const signature = await detachedSignature(entity, signer, now)
  const boundary = `signed-${toHex(crypto.getRandomValues(new Uint8Array(16)))}`
  const lines = toBase64(signature).match(/.{1,76}/g) ?? []
  return joined(
    asciiBytes(
      [
        'Content-Type: multipart/signed; protocol="application/pkcs7-signature";',
        ` micalg=sha-256; boundary="${boundary}"`,
        '',
        `--${boundary}`,
        '',
      ].join('\r\n'),
    ),
    entity,
    asciiBytes(
      [
        '',
        `--${boundary}`,
        'Content-Type: application/pkcs7-signature; name=smime.p7s',
        'Content-Transfer-Encoding: base64',
        'Content-Disposition: attachment; filename=smime.p7s',
        '',
        ...lines,
        `--${boundary}--`,
        '',
      ].join('\r\n'),
    ),
  )
}

/** SignedData (RFC 5652 §5) without its content, the signer's certificate in it. */
async function detachedSignature(
  entity: Bytes,
  { certificate: der, signKey }: Signer,
  now: Date,
): Promise<Bytes> {
  const certificate = parseCertificate(der)
  const digest = await crypto.subtle.digest('SHA-256', entity)
  const signedAttrs = new SignedAndUnsignedAttributes({
    type: 0,
    attributes: [
      attribute(oid.contentType, new asn1js.ObjectIdentifier({ value: oid.data })),
      attribute(oid.signingTime, new asn1js.UTCTime({ valueDate: now })),
      attribute(oid.capabilities, ownCapabilities()),
      attribute(oid.messageDigest, new asn1js.OctetString({ valueHex: digest })),
    ],
  })
  const sid = new IssuerAndSerialNumber({
    issuer: certificate.issuer,
    serialNumber: certificate.serialNumber,
  })
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.data }),
    signerInfos: [new SignerInfo({ version: 1, sid, signedAttrs })],
    certificates: [certificate],
  })
  await signed.sign(signKey, 0, 'SHA-256')
  const content = signed.toSchema(true)
  return own(new ContentInfo({ contentType: oid.signedData, content }).toSchema().toBER(false))
}

/** What is read here, the best first (RFC 8551 §2.5.2): so a program that answers need not guess. */
const ownCapabilities = () =>
  new asn1js.Sequence({
    value: [oid.aes256Gcm, oid.aes256Cbc, oid.rsaOaep].map(
      (value) => new asn1js.Sequence({ value: [new asn1js.ObjectIdentifier({ value })] }),
    ),
  })

const attribute = (type: string, value: asn1js.BaseBlock): Attribute =>
  new Attribute({ type, values: [value] })
