import * as asn1js from 'asn1js'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  GeneralName,
  GeneralNames,
} from 'pkijs'
import { type Bytes, own } from './cms/bytes.ts'
import { oid } from './cms/oids.ts'

export interface NewKeyPair {
  /** Self-signed X.509 in DER. */
  certificate: Bytes
  /** Private key, PKCS#8 in DER. */
  pkcs8: Bytes
}

const bits = 3072
const years = 5
const skew = 10 * 60_000

/**
 * A fresh RSA key (3072 bits) and a certificate for one address that it signs itself: colleagues trust it because
 * the organisation's server hands it out for that address.
 */
export async function makeKeyPair(address: string, now = new Date()): Promise<NewKeyPair> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: bits,
    publicExponent: new Uint8Array([1, 0, 1]),
  }
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await makeCertificate(address, pair, now)
  const pkcs8 = own(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
  return { certificate, pkcs8 }
}

async function makeCertificate(address: string, pair: CryptoKeyPair, now: Date): Promise<Bytes> {
  const one = new Certificate()
  one.version = 2
  one.serialNumber = new asn1js.Integer({ valueHex: serialNumber().buffer })
  for (const name of [one.issuer, one.subject]) {
    const value = new asn1js.Utf8String({ value: address.slice(0, 64) })
    name.typesAndValues.push(new AttributeTypeAndValue({ type: oid.commonName, value }))
  }
  one.notBefore.value = new Date(now.getTime() - skew)
  const end = new Date(now)
  end.setFullYear(end.getFullYear() + years)
  one.notAfter.value = end
  one.extensions = extensionsFor(address)
  await one.subjectPublicKeyInfo.importKey(pair.publicKey)
  await one.sign(pair.privateKey, 'SHA-256')
  return own(one.toSchema(true).toBER(false))
}

/** Positive and without a leading zero, as RFC 5280 §4.1.2.2 asks. */
function serialNumber(): Bytes {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes
}

function extensionsFor(address: string): Extension[] {
  const names = new GeneralNames({ names: [new GeneralName({ type: 1, value: address })] })
  const use = new ExtKeyUsage({ keyPurposes: [oid.emailProtection] })
  // digitalSignature and keyEncipherment.
  const usage = new asn1js.BitString({ valueHex: new Uint8Array([0xa0]).buffer, unusedBits: 5 })
  return [
    extension(oid.basicConstraints, new BasicConstraints({ cA: false }).toSchema(), true),
    extension(oid.keyUsage, usage, true),
    extension(oid.extendedKeyUsage, use.toSchema()),
    extension(oid.subjectAltName, names.toSchema()),
  ]
}

const extension = (
  extnID: string,
  value: { toBER(sizeOnly: boolean): ArrayBuffer },
  critical = false,
): Extension => new Extension({ extnID, critical, extnValue: value.toBER(false) })
