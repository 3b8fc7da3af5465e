import * as asn1js from 'asn1js'
import type { Certificate } from 'pkijs'
import { type Bytes, own } from './bytes.ts'
import { parseCertificate } from './certificate.ts'
import { identifier, octets, sequence, tagged } from './der.ts'
import { oid } from './oids.ts'
import { type Carriage, recipientInfo } from './recipient-info.ts'

const tagBytes = 16

/** Somebody who is to read a mail. */
export interface Recipient {
  /** X.509 in DER. */
  certificate: Bytes
  /** `here`: a program like this one reads it; else what another one says that it reads (RFC 8551 §2.5.2), maybe nothing. */
  reads: 'here' | readonly string[]
}

/**
 * Encrypts a MIME entity. Where everybody reads it AuthEnvelopedData (RFC 5083) with AES-256-GCM; where somebody's program
 * does not say so EnvelopedData (RFC 5652 §6) with AES-256-CBC, which Outlook, Apple Mail and Thunderbird all read. The key
 * is carried by RSAES-OAEP to who reads it, by RSAES-PKCS1-v1_5 to others (RFC 8551 §2.3), by ECDH to elliptic curves.
 * Who reads it sees for which certificates it is.
 * @param recipients the sender among them, who else could not read what was sent
 * @returns ContentInfo in DER
 */
export async function encryptFor(entity: Bytes, recipients: readonly Recipient[]): Promise<Bytes> {
  const isGcm = recipients.every(({ reads }) => reads === 'here' || reads.includes(oid.aes256Gcm))
  const rawKey = crypto.getRandomValues(new Uint8Array(32))
  const sealed = isGcm ? await sealGcm(entity, rawKey) : await sealCbc(entity, rawKey)
  const carried = recipients.map((one) => {
    const certificate = parseCertificate(one.certificate)
    return { certificate, by: carriageFor(certificate, one) }
  })
  const infos = await Promise.all(
    carried.map(({ certificate, by }) => recipientInfo(certificate, rawKey, by)),
  )
  rawKey.fill(0)
  // RFC 5652 §6.1: 2 where a key is agreed; AuthEnvelopedData is always 0.
  const version = !isGcm && carried.some(({ by }) => by === 'ecdh') ? 2 : 0
  const body = sequence(
    new asn1js.Integer({ value: version }),
    new asn1js.Set({ value: infos }),
    sequence(
      identifier(oid.data),
      sealed.algorithm,
      new asn1js.Primitive({
        idBlock: { tagClass: 3, tagNumber: 0 },
        valueHex: sealed.text,
      }),
    ),
    ...(sealed.tag ? [octets(sealed.tag)] : []),
  )
  return own(contentInfo(isGcm ? oid.authEnvelopedData : oid.envelopedData, body).toBER(false))
}

interface Sealed {
  algorithm: asn1js.Sequence
  text: ArrayBuffer
  tag: ArrayBuffer | null
}

/** RFC 5084 §3.2. */
async function sealGcm(entity: Bytes, rawKey: Bytes): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const key = await crypto.subtle.importKey('raw', rawKey, 'AES-GCM', false, ['encrypt'])
  const how = { name: 'AES-GCM', iv, tagLength: tagBytes * 8 }
  const sealed = await crypto.subtle.encrypt(how, key, entity)
  const end = sealed.byteLength - tagBytes
  const parameters = sequence(octets(iv.buffer), new asn1js.Integer({ value: tagBytes }))
  return {
    algorithm: sequence(identifier(oid.aes256Gcm), parameters),
    text: sealed.slice(0, end),
    tag: sealed.slice(end),
  }
}

/** RFC 3565 §4.1. The text inside is signed: a change of it is seen (EFAIL). */
async function sealCbc(entity: Bytes, rawKey: Bytes): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(16))
  const key = await crypto.subtle.importKey('raw', rawKey, 'AES-CBC', false, ['encrypt'])
  const text = await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, key, entity)
  return { algorithm: sequence(identifier(oid.aes256Cbc), octets(iv.buffer)), text, tag: null }
}

function carriageFor(certificate: Certificate, { reads }: Recipient): Carriage {
  const { algorithmId } = certificate.subjectPublicKeyInfo.algorithm
  if (algorithmId === oid.ecPublicKey) return 'ecdh'
  return reads === 'here' || reads.includes(oid.rsaOaep) ? 'oaep' : 'pkcs1'
}

/** RFC 5652 §3. */
const contentInfo = (type: string, content: asn1js.BaseBlock) =>
  sequence(identifier(type), tagged(0, content))
