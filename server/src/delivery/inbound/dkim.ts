import { Readable } from 'node:stream'
import type { HeaderField } from '@hongyan/mime/headers'
import type { ARCData } from 'mailauth'
import { arc } from 'mailauth/lib/arc/index.js'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { joinInTurns } from '../../platform/in-turns.ts'
import type { DnsResolver } from '../dns/resolver.ts'
import { withoutFields } from './forged-results.ts'
import type { HeaderScan } from './header-scan.ts'
import { mailauthResolver } from './mailauth-resolver.ts'

export interface Signature {
  /** RFC 8601 word. */
  result: string
  domain: string
  selector: string
  /** First characters of the signature, to tell several apart (RFC 6008). */
  prefix: string
  comment: string
  /** Bytes of the body that the signature leaves out (l=). */
  underSized?: number
}

export interface SignatureResults {
  signatures: Signature[]
  arc: string
}

export interface SignedMail {
  raw: Buffer
  scan: HeaderScan
  longestLine: number
  resolver: DnsResolver
}

/** Signatures looked at: each costs a key lookup and a hash of the body. */
const maxSignatures = 10
const maxSignaturesOfLarge = 3
const large = 1024 * 1024
/** RFC 8617 allows 50 sets; no real path comes near this. */
const maxArcSets = 15
const maxLine = 64 * 1024
const maxHeader = 256 * 1024
const maxField = 64 * 1024
const maxFrom = 8 * 1024
/** Lines of one field; a mail to a thousand people has about as many. */
const maxFolds = 2_000
/** Pieces given to the verifier in one turn of the loop. */
const pieceSize = 64 * 1024

const arcFields = new Set(['arc-seal', 'arc-message-signature', 'arc-authentication-results'])

/** DKIM (RFC 6376) and ARC (RFC 8617). A mail without signatures costs nothing; garbage gives a result, never a throw. */
export async function checkSignatures(mail: SignedMail): Promise<SignatureResults> {
  const signed = mail.scan.fields.filter((field) => field.name === 'dkim-signature')
  const sets = mail.scan.fields.filter((field) => field.name === 'arc-seal').length
  if (signed.length === 0 && sets === 0) return { signatures: [], arc: 'none' }
  const why = tooComplex(mail)
  if (why !== null) {
    return {
      signatures: signed.length > 0 ? [{ ...unread, result: 'neutral', comment: why }] : [],
      arc: sets > 0 ? 'fail' : 'none',
    }
  }
  try {
    return await verify(mail, { signed, sets })
  } catch {
    // The verifier choked on hostile text: that is no valid signature.
    const comment = 'the signature could not be read'
    return {
      signatures: [{ ...unread, result: 'neutral', comment }],
      arc: sets > 0 ? 'fail' : 'none',
    }
  }
}

/** What would keep the verifier busy for seconds: its cost grows with the square of these (T31, T35). */
function tooComplex({ raw, scan, longestLine }: SignedMail): string | null {
  if (longestLine > maxLine) return 'a line is too long'
  if ((scan.fields.at(-1)?.end ?? 0) > maxHeader) return 'the header is too long'
  const isLong = scan.fields.some((field) => {
    const size = field.end - field.start
    if (size > (field.name === 'from' ? maxFrom : maxField)) return true
    return size > maxFolds * 3 && countLines(raw.subarray(field.start, field.end)) > maxFolds
  })
  return isLong ? 'a header field is too long' : null
}

function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) count++
  return count
}

const unread: Signature = { result: 'neutral', domain: '', selector: '', prefix: '', comment: '' }

async function verify(
  mail: SignedMail,
  { signed, sets }: { signed: HeaderField[]; sets: number },
): Promise<SignatureResults> {
  const limit = mail.raw.length > large ? maxSignaturesOfLarge : maxSignatures
  const tooManySets = sets > maxArcSets
  const looked = new Set(signed.slice(0, limit))
  const ignored = mail.scan.fields.filter(
    (field) =>
      (field.name === 'dkim-signature' && !looked.has(field)) ||
      (tooManySets && arcFields.has(field.name)),
  )
  const resolver = mailauthResolver(mail.resolver)
  const message = await joinInTurns(withoutFields(mail.raw, ignored))
  const found = await dkimVerify(Readable.from(inTurns(message)), {
    resolver,
    strict: true,
    // Without it the Return-Path of the sender would be read; it takes no part in the result.
    sender: 'unused@invalid',
  })
  // The types disagree about a chain that is absent; arc() takes what dkimVerify() leaves.
  const data = found.arc as ARCData | undefined
  const chain =
    tooManySets || sets === 0 || !data ? null : await arc(data, { resolver, strict: true })
  return {
    signatures: signed.length === 0 ? [] : (found.results ?? []).map(toSignature),
    arc: tooManySets ? 'fail' : (chain?.status?.result ?? 'none'),
  }
}

type Verified = NonNullable<Awaited<ReturnType<typeof dkimVerify>>['results']>[number]

function toSignature(one: Verified): Signature {
  const { status } = one
  const underSized =
    'underSized' in status && typeof status.underSized === 'number' ? status.underSized : 0
  return {
    result: status.result,
    domain: one.signingDomain ?? '',
    selector: one.selector ?? '',
    prefix: (one.signature ?? '').slice(0, 8),
    comment: typeof status.comment === 'string' ? status.comment : '',
    ...(underSized > 0 ? { underSized } : {}),
  }
}

/** A large message is hashed a piece at a time, other work in between. */
async function* inTurns(message: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < message.length; at += pieceSize) {
    if (at > 0) await new Promise((resolve) => setImmediate(resolve))
    yield message.subarray(at, at + pieceSize)
  }
}
