import * as asn1js from 'asn1js'
import type { Certificate } from 'pkijs'
import { type Bytes, joined, own } from './bytes.ts'
import { bits, identifier, octets, sequence, tagged } from './der.ts'
import { oid } from './oids.ts'
import { encryptPkcs1 } from './rsa-pkcs1.ts'

/** How the content key reaches somebody. */
export type Carriage = 'oaep' | 'pkcs1' | 'ecdh'

/** The content key for one recipient, named by issuer and serial number. */
export function recipientInfo(
  certificate: Certificate,
  rawKey: Bytes,
  by: Carriage,
): Promise<asn1js.BaseBlock> {
  return by === 'ecdh' ? agreed(certificate, rawKey) : transported(certificate, rawKey, by)
}

/** KeyTransRecipientInfo (RFC 5652 §6.2.1), version 0. */
async function transported(
  certificate: Certificate,
  rawKey: Bytes,
  by: 'oaep' | 'pkcs1',
): Promise<asn1js.BaseBlock> {
  const spki = own(certificate.subjectPublicKeyInfo.toSchema().toBER(false))
  const isOaep = by === 'oaep'
  const sealed = isOaep ? await sealOaep(spki, rawKey) : await encryptPkcs1(spki, rawKey)
  return sequence(
    new asn1js.Integer({ value: 0 }),
    sequence(certificate.issuer.toSchema(), certificate.serialNumber),
    isOaep
      ? sequence(identifier(oid.rsaOaep), oaepParameters())
      : sequence(identifier(oid.rsaEncryption), new asn1js.Null()),
    octets(sealed.buffer),
  )
}

async function sealOaep(spki: Bytes, rawKey: Bytes): Promise<Bytes> {
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('spki', spki, algorithm, false, ['encrypt'])
  return own(await crypto.subtle.encrypt(algorithm, key, rawKey))
}

/** RFC 4055 §4.1: SHA-256 for the hash and for MGF1. */
function oaepParameters() {
  const sha256 = () => sequence(identifier(oid.sha256), new asn1js.Null())
  return sequence(tagged(0, sha256()), tagged(1, sequence(identifier(oid.mgf1), sha256())))
}

const curves: Readonly<Record<string, { name: string; bits: number }>> = {
  '1.2.840.10045.3.1.7': { name: 'P-256', bits: 256 },
  '1.3.132.0.34': { name: 'P-384', bits: 384 },
  '1.3.132.0.35': { name: 'P-521', bits: 528 },
}

/** KeyAgreeRecipientInfo (RFC 5652 §6.2.2), version 3, with a key of one use (RFC 5753 §3.1) and AES-256 key wrap. */
async function agreed(certificate: Certificate, rawKey: Bytes): Promise<asn1js.BaseBlock> {
  const info = certificate.subjectPublicKeyInfo
  const parameters: unknown = info.algorithm.algorithmParams
  const curve =
    parameters instanceof asn1js.ObjectIdentifier
      ? curves[parameters.valueBlock.toString()]
      : undefined
  if (!curve) throw new Error('an elliptic curve that is not known')
  const how = { name: 'ECDH', namedCurve: curve.name }
  const spki = own(info.toSchema().toBER(false))
  const theirs = await crypto.subtle.importKey('spki', spki, how, false, [])
  const once = await crypto.subtle.generateKey(how, true, ['deriveBits'])
  const shared = await crypto.subtle.deriveBits(
    { name: 'ECDH', public: theirs },
    once.privateKey,
    curve.bits,
  )
  const wrapped = await wrap(own(shared), rawKey)
  const point = await crypto.subtle.exportKey('raw', once.publicKey)
  return tagged(
    1,
    new asn1js.Integer({ value: 3 }),
    tagged(
      0,
      tagged(1, sequence(identifier(oid.ecPublicKey), parameters as asn1js.BaseBlock), bits(point)),
    ),
    sequence(identifier(oid.ecdhSha256), sequence(identifier(oid.aes256Wrap))),
    sequence(
      sequence(
        sequence(certificate.issuer.toSchema(), certificate.serialNumber),
        octets(wrapped.buffer),
      ),
    ),
  )
}

/** The key that wraps: X9.63 with SHA-256 over ECC-CMS-SharedInfo (RFC 5753 §7.2), one round for 256 bits. */
async function wrap(shared: Bytes, rawKey: Bytes): Promise<Bytes> {
  const info = sequence(
    sequence(identifier(oid.aes256Wrap)),
    tagged(2, octets(new Uint8Array([0, 0, 1, 0]).buffer)),
  ).toBER(false)
  const round = joined(shared, new Uint8Array([0, 0, 0, 1]), own(info))
  const secret = await crypto.subtle.digest('SHA-256', round)
  const wrapping = await crypto.subtle.importKey('raw', secret, 'AES-KW', false, ['wrapKey'])
  const content = await crypto.subtle.importKey('raw', rawKey, 'AES-GCM', true, ['encrypt'])
  return own(await crypto.subtle.wrapKey('raw', content, wrapping, 'AES-KW'))
}
