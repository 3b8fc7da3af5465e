import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { authorsIn } from '@hongyan/mime/head'
import { readHeaders } from '@hongyan/mime/headers'
import DKIM from 'nodemailer/lib/dkim'
import { joinInTurns } from '../../../platform/in-turns.ts'
import { fieldsOf } from '../canonical-bytes.ts'
import type { DkimKey } from '../types.ts'

/** Bytes given to the signer before other work of the process gets its turn. */
const slice = 64 * 1024

/** RFC 6376 §5.4.1, and what a one-click link must be covered with (RFC 8058 §4). */
const signedFields = [
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding:Content-ID',
  'Content-Description:Resent-Date:Resent-From:Resent-Sender:Resent-To:Resent-Cc:Resent-Message-ID:In-Reply-To:References',
  'List-Id:List-Help:List-Unsubscribe:List-Unsubscribe-Post:List-Subscribe:List-Post:List-Owner:List-Archive:OTP-Token',
].join(':')

/** The domain whose key signs a mail: that of its From, which is what DMARC aligns with (RFC 7489 §3.1). */
export function signingDomain(raw: Buffer): string | null {
  const from = authorsIn(readHeaders(fieldsOf(raw)), 1)[0]?.address ?? ''
  return from.includes('@') ? from.slice(from.lastIndexOf('@') + 1) : null
}

/**
 * Puts a DKIM-Signature (RFC 6376: rsa-sha256, relaxed/relaxed) in front of a mail.
 * @param raw canonical bytes, see flawOf; they stay as they are behind the new header
 */
export async function signDkim(raw: Buffer, domain: string, key: DkimKey): Promise<Buffer> {
  const signer = new DKIM({
    domainName: domain,
    keySelector: key.selector,
    privateKey: key.privateKey,
    headerFieldNames: signedFields,
  })
  const chunks: Buffer[] = []
  for await (const chunk of signer.sign(inSlices(raw))) chunks.push(chunk as Buffer)
  const signed = await joinInTurns(chunks)
  // The signer re-frames what it reads; whatever it would change must not leave under a broken signature.
  const header = signed.subarray(0, signed.length - raw.length)
  if (
    !signed.subarray(header.length).equals(raw) ||
    !header.toString('latin1').startsWith('DKIM-')
  ) {
    throw new Error('the DKIM signer changed the message')
  }
  return signed
}

/** A stream that lets other work of the process run between slices of a big message. */
export function inSlices(raw: Buffer): Readable {
  return Readable.from(slices(raw), { objectMode: false, highWaterMark: slice })
}

async function* slices(raw: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < raw.length; at += slice) {
    if (at > 0) await turn()
    yield raw.subarray(at, at + slice)
  }
}
