import { randomUUID } from 'node:crypto'
import { parseAddresses } from '@hongyan/mime/addresses'
import { cleanName } from '@hongyan/mime/clean'
import { getHeader, getHeaders, type HeaderField } from '@hongyan/mime/headers'
import type { Address, Envelope } from '@hongyan/mime/types'
import MimeNode from 'nodemailer/lib/mime-node'
import { flawOf, withCrlf } from '../../delivery/outbound/canonical-bytes.ts'

/** Keyword of RFC 3503: the request was answered, by a receipt or by a no. */
export const answeredKeyword = '$MDNSent'

export interface ReceiptRequest {
  to: Address
  /**
   * RFC 8098 §2.1: sent without a question only to who sent the mail; anybody else is a person to ask about.
   */
  isSender: boolean
}

/** Who asks to be told that a mail was read; null when nobody does, or in a way that is not to be answered. */
export function receiptRequest(fields: HeaderField[]): ReceiptRequest | null {
  const asked = getHeaders(fields, 'disposition-notification-to')
  const [only, ...others] = asked.length === 1 ? parseAddresses(asked[0] ?? '', 3) : []
  if (!only || only.address === '' || others.length > 0) return null
  // §2.1 and RFC 3834: robots and lists get no answer.
  const auto = getHeader(fields, 'auto-submitted')
  if (auto !== null && !/^\s*no\b/i.test(auto)) return null
  if (getHeader(fields, 'list-id') !== null) return null
  const returnPath = parseAddresses(getHeader(fields, 'return-path') ?? '', 1)[0]?.address
  return { to: only, isSender: returnPath?.toLowerCase() === only.address.toLowerCase() }
}

export interface Receipt {
  /** Who read it. */
  reader: Address
  to: Address
  original: Envelope
  /** False: the reader was asked. */
  automatic: boolean
  hostname: string
  now: Date
}

/**
 * A message disposition notification (RFC 8098): words in Chinese and English, and the report for programs. Canonical bytes;
 * its envelope sender is `<>`, so that nothing ever answers it.
 */
export async function buildReceipt(receipt: Receipt): Promise<Buffer> {
  const { reader, to, original, automatic, hostname, now } = receipt
  const domain = reader.address.slice(reader.address.lastIndexOf('@') + 1)
  const root = new MimeNode('multipart/report; report-type=disposition-notification', {
    newline: 'win',
  })
  const subject = cleanName(original.subject).slice(0, 200)
  const id = originalId(original)
  root.setHeader({
    From: person(reader),
    To: person(to),
    Subject: `已读 Read: ${subject}`,
    Date: now.toUTCString().replace('GMT', '+0000'),
    'Message-ID': `<${randomUUID()}@${domain}>`,
    'Auto-Submitted': 'auto-replied',
    ...(id === null ? {} : { 'In-Reply-To': id, References: id }),
  })
  root
    .createChild('text/plain; charset=utf-8')
    .setContent(
      [
        `您发送给 ${reader.address} 的邮件“${subject}”已于 ${now.toISOString()} 在收件人的屏幕上显示。这不保证收件人已经阅读或理解其内容。`,
        `The mail “${subject}” that you sent to ${reader.address} was displayed at ${now.toISOString()}. There is no guarantee that it was read or understood.`,
        '',
      ].join('\r\n\r\n'),
    )
  root
    .createChild('message/disposition-notification')
    .setContent(
      [
        `Reporting-UA: ${ascii(hostname)}; Hongyan`,
        `Final-Recipient: rfc822;${ascii(reader.address)}`,
        ...(id === null ? [] : [`Original-Message-ID: ${id}`]),
        `Disposition: manual-action/MDN-sent-${automatic ? 'automatically' : 'manually'}; displayed`,
        '',
      ].join('\r\n'),
    )
  const raw = withCrlf(await root.build())
  const flaw = flawOf(raw)
  if (flaw) throw new Error(`the receipt has ${flaw}`)
  return raw
}

const person = ({ name, address }: Address): { name: string; address: string } => ({
  name: cleanName(name).slice(0, 200).replaceAll('=?', '= ?'),
  address,
})

function originalId({ messageId }: Envelope): string | null {
  const id = messageId === null ? '' : `<${messageId}>`
  return /^<[!-;=?-~]{3,250}>$/.test(id) ? id : null
}

const ascii = (text: string): string => text.replace(/[^\x21-\x7e]/g, '?')
