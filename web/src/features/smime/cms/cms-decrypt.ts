import * as asn1js from 'asn1js'
import {
  EncryptedContentInfo,
  IssuerAndSerialNumber,
  KeyTransRecipientInfo,
  RSAESOAEPParams,
} from 'pkijs'
import { type Bytes, joined, own } from './bytes.ts'
import { parseCertificate } from './certificate.ts'
import { contentCiphers, digestNames, oid } from './oids.ts'
import { decryptPkcs1 } from './rsa-pkcs1.ts'

/** Why an encrypted mail stays closed; the reader is told in words. */
export type ClosedReason = 'malformed' | 'not-for-you' | 'cipher' | 'damaged'

export class ClosedError extends Error {
  readonly reason: ClosedReason
  constructor(reason: ClosedReason) {
    super(reason)
    this.reason = reason
  }
}

/** Whoever reads: a certificate, and its private key for a moment. */
export interface Opener {
  certificate: Bytes
  /** Hands the key (PKCS#8 in DER) to `use` and forgets it. */
  withPrivateKey<T>(use: (pkcs8: Bytes) => Promise<T>): Promise<T>
}

/**
 * Opens EnvelopedData (RFC 5652 §6) and AuthEnvelopedData (RFC 5083): AES-CBC and AES-GCM, the key by RSAES-OAEP or
 * RSAES-PKCS1-v1_5.
 * @param content what the ContentInfo holds
 * @throws ClosedError
 */
export async function openEnvelope(
  type: string,
  content: asn1js.BaseBlock,
  opener: Opener,
): Promise<Bytes> {
  const envelope = readEnvelope(type, content)
  const recipient = recipientFor(envelope.recipients, opener.certificate)
  if (!recipient) throw new ClosedError('not-for-you')
  const { contentEncryptionAlgorithm: algorithm } = envelope.encrypted
  const cipher = contentCiphers[algorithm.algorithmId]
  if (!cipher) throw new ClosedError('cipher')
  // The tag of AES-GCM stands apart (RFC 5083 §2.1); an envelope without one must not use it.
  const isGcm = cipher.name === 'AES-GCM'
  if (isGcm !== (envelope.tag !== null)) throw new ClosedError('malformed')
  const iv = ivOf(algorithm.algorithmParams)
  const text = joined(
    own(envelope.encrypted.getEncryptedContent()),
    envelope.tag ?? own(new ArrayBuffer(0)),
  )
  const rawKey = await contentKey(recipient, opener, cipher.bytes)
  try {
    const key = await crypto.subtle.importKey('raw', rawKey, cipher.name, false, ['decrypt'])
    const tagLength = (envelope.tag?.length ?? 0) * 8
    const how = isGcm ? { name: cipher.name, iv, tagLength } : { name: cipher.name, iv }
    return own(await crypto.subtle.decrypt(how, key, text))
  } catch {
    throw new ClosedError('damaged')
  }
}

/** Tells whether an envelope is for the holder of a certificate. @throws ClosedError */
export function recipientsOf(
  type: string,
  content: asn1js.BaseBlock,
): (certificate: Bytes) => boolean {
  const { recipients } = readEnvelope(type, content)
  return (certificate) => recipientFor(recipients, certificate) !== undefined
}

interface Envelope {
  recipients: KeyTransRecipientInfo[]
  encrypted: EncryptedContentInfo
  tag: Bytes | null
}

/** @throws ClosedError */
function readEnvelope(type: string, content: asn1js.BaseBlock): Envelope {
  try {
    const fields = valuesOf(content)
    const infos = fields.find((one) => one instanceof asn1js.Set)
    const encrypted = fields.find((one) => one instanceof asn1js.Sequence)
    const tag = fields.find((one) => one instanceof asn1js.OctetString)
    if (!infos || !encrypted || (type === oid.authEnvelopedData) !== (tag !== undefined))
      throw new ClosedError('malformed')
    // Attributes that are authenticated are further input of the cipher (RFC 5083 §2.2); nobody sends them.
    if (tag && fields.some((one) => isTagged(one, 1))) throw new ClosedError('cipher')
    const recipients = valuesOf(infos)
      .filter((one) => one instanceof asn1js.Sequence)
      .map((schema) => new KeyTransRecipientInfo({ schema }))
    return {
      recipients,
      encrypted: new EncryptedContentInfo({ schema: encrypted }),
      tag: tag ? own(tag.getValue()) : null,
    }
  } catch (error) {
    throw error instanceof ClosedError ? error : new ClosedError('malformed')
  }
}

const isTagged = ({ idBlock }: asn1js.BaseBlock, number: number): boolean =>
  idBlock.tagClass === 3 && idBlock.tagNumber === number

function valuesOf(block: asn1js.BaseBlock): asn1js.BaseBlock[] {
  if (!(block instanceof asn1js.Constructed)) throw new ClosedError('malformed')
  return block.valueBlock.value as asn1js.BaseBlock[]
}

function recipientFor(
  recipients: readonly KeyTransRecipientInfo[],
  der: Bytes,
): KeyTransRecipientInfo | undefined {
  const { issuer, serialNumber, extensions = [] } = parseCertificate(der)
  const keyId = extensions.find((one) => one.extnID === '2.5.29.14')?.parsedValue
  return recipients.find(({ rid }) => {
    if (rid instanceof IssuerAndSerialNumber)
      return rid.issuer.isEqual(issuer) && rid.serialNumber.isEqual(serialNumber)
    return (
      keyId instanceof asn1js.OctetString && rid instanceof asn1js.OctetString && keyId.isEqual(rid)
    )
  })
}

async function contentKey(
  { keyEncryptionAlgorithm: algorithm, encryptedKey }: KeyTransRecipientInfo,
  opener: Opener,
  bytes: number,
): Promise<Bytes> {
  const sealed = own(encryptedKey.getValue())
  if (algorithm.algorithmId === oid.rsaEncryption)
    return opener.withPrivateKey((pkcs8) => decryptPkcs1(pkcs8, sealed, bytes))
  if (algorithm.algorithmId !== oid.rsaOaep) throw new ClosedError('cipher')
  const hash = oaepHash(algorithm.algorithmParams)
  const how = { name: 'RSA-OAEP', hash }
  try {
    return await opener.withPrivateKey(async (pkcs8) => {
      const key = await crypto.subtle.importKey('pkcs8', pkcs8, how, false, ['decrypt'])
      return own(await crypto.subtle.decrypt(how, key, sealed))
    })
  } catch {
    throw new ClosedError('damaged')
  }
}

/** WebCrypto has one hash for both places. @throws ClosedError */
function oaepHash(schema: unknown): string {
  if (!(schema instanceof asn1js.Sequence)) return 'SHA-1'
  const parameters = new RSAESOAEPParams({ schema })
  const name = digestNames[parameters.hashAlgorithm.algorithmId]
  const mask: unknown = parameters.maskGenAlgorithm.algorithmParams
  const [maskHash] = mask instanceof asn1js.Sequence ? mask.valueBlock.value : []
  const maskName =
    maskHash instanceof asn1js.ObjectIdentifier
      ? digestNames[maskHash.valueBlock.toString()]
      : 'SHA-1'
  if (!name || name !== maskName) throw new ClosedError('cipher')
  return name
}

function ivOf(parameters: unknown): Bytes {
  const first = parameters instanceof asn1js.Sequence ? parameters.valueBlock.value[0] : parameters
  if (!(first instanceof asn1js.OctetString)) throw new ClosedError('malformed')
  return own(first.getValue())
}
