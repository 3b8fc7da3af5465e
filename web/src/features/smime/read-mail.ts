import { limits } from '@hongyan/contract/limits'
import { parseAddresses } from '@hongyan/mime/addresses'
import { decodeBody } from '@hongyan/mime/content'
import { getHeaders, readHeaders } from '@hongyan/mime/headers'
import { parseMessage } from '@hongyan/mime/parse'
import { smimeFormOf } from '@hongyan/mime/smime-form'
import type { ParsedMessage, Part } from '@hongyan/mime/types'
import * as asn1js from 'asn1js'
import { ContentInfo } from 'pkijs'
import { type Bytes, own } from './cms/bytes.ts'
import { readCertificate } from './cms/certificate.ts'
import { ClosedError, type Opener, openEnvelope, recipientsOf } from './cms/cms-decrypt.ts'
import { checkSignatures } from './cms/cms-verify.ts'
import { oid } from './cms/oids.ts'
import { judge, type SignedFacts, type SignerFacts, type Verdict } from './judge.ts'
import type { OldOpener } from './own-key.ts'

/** A mail that is S/MIME, looked at. */
export interface SmimeMail {
  isEncrypted: boolean
  /** Null: not signed. */
  verdict: Verdict | null
  /** Who signed, by the certificate. */
  signer: string | null
  /** The MIME entity that may be shown as the mail; null where the mail itself is it. */
  shown: Bytes | null
  /** Of an intact signature by From, whose certificate nobody here knows. */
  offered: Offered | null
}

/** What is known of an address, in DER. */
export interface Known {
  certificates: readonly Bytes[]
  /** Handed out before, and replaced since. */
  earlier: readonly Bytes[]
  /** Taken by the reader for somebody outside, not handed out by the organisation. */
  isPeer: boolean
}

/** A certificate that the reader may take. */
export interface Offered {
  email: string
  certificate: Bytes
  capabilities: readonly string[]
}

export interface ReadOptions {
  /** Null: the PIN was not given; a mail that needs it is not opened. */
  opener: Opener | null
  /** Certificates that the organisation hands out for an address, DER. */
  certificatesOf: (address: string) => Promise<Known>
  /** Keys that were replaced: old mail is opened with nothing else. */
  oldKeys?: () => Promise<readonly OldOpener[]>
  now?: Date
}

/** What a mail is before any key: `locked` needs one. */
export type Looked =
  | { kind: 'plain' }
  /** `old`: it was encrypted for a key that was replaced. */
  | { kind: 'locked'; old?: OldOpener }
  | { kind: 'read'; mail: SmimeMail }

/**
 * Reads a mail whose whole body is S/MIME (RFC 8551). An encrypted thing inside something else is never opened, and
 * what is shown is what was decrypted or signed, alone (EFAIL, T36).
 * @throws ClosedError
 */
export async function readSmime(raw: Bytes, options: ReadOptions): Promise<Looked> {
  const parsed = parseMessage(raw)
  const form = smimeFormOf(parsed.root)
  if (form === null) return { kind: 'plain' }
  if (form === 'part') return { kind: 'read', mail: { ...nothing, verdict: 'part' } }
  const outer = { raw, options }
  if (form === 'signed') {
    const { verdict, signer, offered } = await readSigned(outer, raw, parsed)
    return { kind: 'read', mail: { ...nothing, verdict, signer, offered } }
  }
  const body = own(decodeBody(raw, parsed.root))
  const info = readContentInfo(body)
  if (info.contentType === oid.signedData)
    return { kind: 'read', mail: await readOpaque(outer, info.content) }
  if (info.contentType !== oid.envelopedData && info.contentType !== oid.authEnvelopedData)
    throw new ClosedError('cipher')
  const old = await oldKeyFor(options, body)
  if (old && !old.opener) return { kind: 'locked', old }
  const opener = old?.opener ?? options.opener
  if (!opener) return { kind: 'locked' }
  const entity = await openEnvelope(info.contentType, info.content, opener)
  return { kind: 'read', mail: { ...(await readInner(outer, entity)), isEncrypted: true } }
}

/** The key that was replaced and that a mail is for; undefined where it is for the one in use, or for nobody here. */
async function oldKeyFor(
  { opener, oldKeys }: ReadOptions,
  body: Bytes,
): Promise<OldOpener | undefined> {
  const old = (await oldKeys?.()) ?? []
  if (old.length === 0) return undefined
  // The library takes apart what it reads: each reading needs a tree of its own.
  const { contentType, content } = readContentInfo(body)
  const isFor = recipientsOf(contentType, content)
  if (opener && isFor(opener.certificate)) return undefined
  return old.find(({ certificate }) => isFor(certificate))
}

const nothing: SmimeMail = {
  isEncrypted: false,
  verdict: null,
  signer: null,
  shown: null,
  offered: null,
}

interface Outer {
  /** The mail as it came: only its header says who wrote it. */
  raw: Bytes
  options: ReadOptions
}

/** What was inside the envelope: signed, or shown as it is. */
async function readInner(outer: Outer, entity: Bytes): Promise<SmimeMail> {
  const parsed = parseMessage(entity)
  const form = smimeFormOf(parsed.root)
  if (form === 'signed') return readSigned(outer, entity, parsed)
  if (form === 'opaque' || form === 'encrypted') {
    const info = readContentInfo(own(decodeBody(entity, parsed.root)))
    // Envelopes inside each other are nobody's mail, and many of them a bomb.
    if (info.contentType !== oid.signedData) throw new ClosedError('malformed')
    return readOpaque(outer, info.content)
  }
  return { ...nothing, verdict: form === 'part' ? 'part' : null, shown: entity }
}

async function readOpaque(outer: Outer, content: asn1js.BaseBlock): Promise<SmimeMail> {
  const checked = await unlessUnreadable(checkSignatures(content, null))
  const judged = await judgeSigners(outer, checked?.signers ?? [])
  return { ...nothing, ...judged, shown: checked?.content ?? new Uint8Array() }
}

/** multipart/signed: exactly the signed part and its signature (RFC 1847 §2.1); anything beside them is unsigned. */
async function readSigned(outer: Outer, bytes: Bytes, parsed: ParsedMessage): Promise<SmimeMail> {
  const [signed, signature, ...further] = parsed.root.parts
  const shown = signed ? entityOf(bytes, signed) : new Uint8Array()
  const isWhole =
    signature !== undefined &&
    further.length === 0 &&
    parsed.limits.length === 0 &&
    isSignature(signature)
  if (!isWhole) return { ...nothing, verdict: 'broken', shown }
  const check = async () => {
    const info = readContentInfo(own(decodeBody(bytes, signature)))
    if (info.contentType !== oid.signedData) return null
    return checkSignatures(info.content, withCrlf(shown))
  }
  const checked = await unlessUnreadable(check())
  return { ...nothing, ...(await judgeSigners(outer, checked?.signers ?? [])), shown }
}

const entityOf = (bytes: Bytes, part: Part): Bytes => bytes.slice(part.headerStart, part.bodyEnd)

const isSignature = ({ type, subtype }: Part): boolean =>
  type === 'application' && /^(?:x-)?pkcs7-signature$/.test(subtype)

/** A signature that cannot be read is one that is broken. */
async function unlessUnreadable<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch {
    return null
  }
}

async function judgeSigners(
  { raw, options }: Outer,
  signers: readonly SignerFacts[],
): Promise<Pick<SmimeMail, 'verdict' | 'signer' | 'offered'>> {
  const headers = readHeaders(raw)
  const fields = getHeaders(headers, 'from')
  const from = fields.flatMap((one) => parseAddresses(one)).map((one) => one.address)
  const sender = getHeaders(headers, 'sender')
    .flatMap((one) => parseAddresses(one))
    .map((one) => one.address)
  const [address = ''] = from
  const known = address === '' ? nobody : await fingerprintsOf(options, address)
  const [first] = signers
  const now = options.now ?? new Date()
  const facts = { scope: 'whole', signers, from, fromFields: fields.length, sender, now } as const
  const verdict = judge({ ...facts, ...(known ?? nobody) })
  const isUnknown = known !== null && verdict === 'unknown-signer'
  return {
    offered: isUnknown && first ? offeredBy(first, now) : null,
    // Whom the organisation knows could not be asked: then it is not said that it knows nobody.
    verdict: known === null && verdict === 'unknown-signer' ? 'unclear' : verdict,
    signer: first?.certificate?.addresses[0] ?? null,
  }
}

type Fingerprints = Pick<SignedFacts, 'known' | 'earlier' | 'isPeer'>
const nobody: Fingerprints = { known: [], earlier: [], isPeer: false }

/** By its one address, which the judge found to be that of From; not one that is over. */
function offeredBy({ certificate, der, capabilities }: SignerFacts, now: Date): Offered | null {
  const [email] = certificate?.addresses ?? []
  if (!certificate || !der || !email || certificate.to < now) return null
  return { email, certificate: der, capabilities: capabilities ?? [] }
}

/** Null: they cannot be had just now; the mail is read all the same. */
async function fingerprintsOf(
  { certificatesOf }: ReadOptions,
  address: string,
): Promise<Fingerprints | null> {
  const prints = (ders: readonly Bytes[]) =>
    Promise.all(ders.map(async (der) => (await readCertificate(der)).fingerprint))
  try {
    const { certificates, earlier, isPeer } = await certificatesOf(address)
    return { known: await prints(certificates), earlier: await prints(earlier), isPeer }
  } catch {
    return null
  }
}

/** As large as a mail may be; what is streamed (BER) comes in many small pieces. */
const parserLimits = { maxContentLength: limits.message, maxNodes: 200_000, copyInput: false }

/** @throws ClosedError */
function readContentInfo(bytes: Bytes): { contentType: string; content: asn1js.BaseBlock } {
  try {
    const { result, offset } = asn1js.fromBER(bytes, parserLimits)
    if (offset === -1) throw new ClosedError('malformed')
    const { contentType, content } = new ContentInfo({ schema: result })
    return { contentType, content }
  } catch {
    throw new ClosedError('malformed')
  }
}

/** RFC 8551 §3.1.1: signed text has CRLF for its line ends, whatever a store made of them. */
function withCrlf(bytes: Bytes): Bytes {
  let bare = 0
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 10 && bytes[at - 1] !== 13) bare++
  if (bare === 0) return bytes
  const text = new Uint8Array(bytes.length + bare)
  let end = 0
  for (let at = 0; at < bytes.length; at++) {
    const one = bytes[at] ?? 0
    if (one === 10 && bytes[at - 1] !== 13) text[end++] = 13
    text[end++] = one
  }
  return text
}
