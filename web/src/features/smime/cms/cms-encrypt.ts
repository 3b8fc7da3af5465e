import * as asn1js from 'asn1js'
import type { Certificate } from 'pkijs'
import { type Bytes, own } from './bytes.ts'
import { parseCertificate } from './certificate.ts'
import { oid } from './oids.ts'

const tagBytes = 16

/**
 * Encrypts a MIME entity for the holders of certificates: AuthEnvelopedData (RFC 5083) with AES-256-GCM (RFC 5084), the
 * key carried by RSAES-OAEP with SHA-256 (RFC 3560). Who reads it sees for which certificates it is.
 * @param certificates X.509 in DER; the sender's own among them, who else could not read what was sent
 * @returns ContentInfo in DER
 */
export async function encryptFor(entity: Bytes, certificates: readonly Bytes[]): Promise<Bytes> {
  const rawKey = crypto.getRandomValues(new Uint8Array(32))
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const key = await crypto.subtle.importKey('raw', rawKey, 'AES-GCM', false, ['encrypt'])
  const cipher = { name: 'AES-GCM', iv: nonce, tagLength: tagBytes * 8 }
  const sealed = await crypto.subtle.encrypt(cipher, key, entity)
  const end = sealed.byteLength - tagBytes
  const recipients = await Promise.all(
    certificates.map((der) => recipientInfo(parseCertificate(der), rawKey)),
  )
  rawKey.fill(0)
  const body = sequence(
    new asn1js.Integer({ value: 0 }),
    new asn1js.Set({ value: recipients }),
    sequence(
      identifier(oid.data),
      sequence(
        identifier(oid.aes256Gcm),
        sequence(octets(nonce.buffer), new asn1js.Integer({ value: tagBytes })),
      ),
      new asn1js.Primitive({
        idBlock: { tagClass: 3, tagNumber: 0 },
        valueHex: sealed.slice(0, end),
      }),
    ),
    octets(sealed.slice(end)),
  )
  return own(contentInfo(oid.authEnvelopedData, body).toBER(false))
}

/** KeyTransRecipientInfo (RFC 5652 §6.2.1), version 0: the certificate by issuer and serial number. */
async function recipientInfo(certificate: Certificate, rawKey: Bytes) {
  const spki = certificate.subjectPublicKeyInfo.toSchema().toBER(false)
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('spki', spki, algorithm, false, ['encrypt'])
  return sequence(
    new asn1js.Integer({ value: 0 }),
    sequence(certificate.issuer.toSchema(), certificate.serialNumber),
    sequence(identifier(oid.rsaOaep), oaepParameters()),
    octets(await crypto.subtle.encrypt(algorithm, key, rawKey)),
  )
}

/** RFC 4055 §4.1: SHA-256 for the hash and for MGF1. */
function oaepParameters() {
  const sha256 = () => sequence(identifier(oid.sha256), new asn1js.Null())
  return sequence(tagged(0, sha256()), tagged(1, sequence(identifier(oid.mgf1), sha256())))
}

/** RFC 5652 §3. */
const contentInfo = (type: string, content: asn1js.BaseBlock) =>
  sequence(identifier(type), tagged(0, content))

const sequence = (...value: asn1js.BaseBlock[]) => new asn1js.Sequence({ value })
const identifier = (value: string) => new asn1js.ObjectIdentifier({ value })
const octets = (valueHex: ArrayBuffer) => new asn1js.OctetString({ valueHex })
const tagged = (tagNumber: number, value: asn1js.BaseBlock) =>
  new asn1js.Constructed({ idBlock: { tagClass: 3, tagNumber }, value: [value] })
