import { randomUUID } from 'node:crypto'
import MimeNode from 'nodemailer/lib/mime-node'
import { flawOf, headerBlock, isSevenBit, withCrlf } from './canonical-bytes.ts'
import type { DsnRequest } from './dsn-types.ts'
import { explain } from './dsn-words.ts'
import { oneLine, type Reason, statusOf } from './reasons.ts'
import type { DsnAction } from './report-wishes.ts'

const maxHeaders = 32 * 1024

/**
 * A delivery status notification (RFC 3464, in a multipart/report of RFC 6522): a text in Chinese and English,
 * the report for programs, the header of the mail. Canonical bytes; its envelope sender is `<>`.
 */
export async function buildDsn(request: DsnRequest): Promise<Buffer> {
  const { action, to, domain, now } = request
  const root = new MimeNode('multipart/report; report-type=delivery-status', { newline: 'win' })
  const words = explain(request)
  root.setHeader({
    From: { name: words.from, address: `mailer-daemon@${domain}` },
    To: to,
    Subject: words.subject,
    Date: now.toUTCString().replace('GMT', '+0000'),
    'Message-ID': `<${randomUUID()}@${domain}>`,
    // RFC 3834 §3.1.7: keeps vacation notices and other robots from answering.
    'Auto-Submitted': 'auto-replied',
    ...referenceTo(request.original),
  })
  root.createChild('text/plain; charset=utf-8').setContent(words.text)
  root.createChild('message/delivery-status').setContent(statusPart(request))
  if (mustReturnAll(request)) wholeOriginal(root, request.original)
  else originalHeaders(root, request.original)
  const raw = withCrlf(await root.build())
  const flaw = flawOf(raw)
  if (flaw) throw new Error(`the report of action ${action} has ${flaw}`)
  return raw
}

/** RFC 3464 §2.2 and §2.3. Everything that came from outside is one printable ASCII line here (T26). */
function statusPart({ action, recipients, arrived, now, hostname, wishes }: DsnRequest): string {
  const message = [
    ...(wishes?.envid ? [`Original-Envelope-Id: ${ascii(wishes.envid)}`] : []),
    `Reporting-MTA: dns; ${ascii(hostname)}`,
    `Arrival-Date: ${dateOf(arrived)}`,
  ]
  const groups = recipients.map(({ address, reason, orcpt }) =>
    [
      ...(orcpt ? [`Original-Recipient: ${ascii(orcpt.replace(';', '; '))}`] : []),
      `Final-Recipient: ${addressField(address)}`,
      `Action: ${action}`,
      `Status: ${reason && !isGood(action) ? statusOf(reason, action === 'failed') : '2.0.0'}`,
      ...diagnostic(reason),
      `Last-Attempt-Date: ${dateOf(now)}`,
    ].join('\r\n'),
  )
  return `${[message.join('\r\n'), ...groups].join('\r\n\r\n')}\r\n`
}

const isGood = (action: DsnAction): boolean => action === 'delivered' || action === 'relayed'

const diagnostic = (reason: Reason | null): string[] =>
  reason && /^\d{3}[ -]/.test(reason.words) ? [`Diagnostic-Code: smtp; ${ascii(reason.words)}`] : []

/** RFC 6533 §3: an address with other letters in the form that needs no 8-bit transport. */
const addressField = (address: string): string =>
  /^[\x20-\x7e]*$/.test(address)
    ? `rfc822; ${address}`
    : `utf-8; ${[...oneLine(address)].map(unitext).join('')}`

const unitext = (char: string): string =>
  /^[\x21-\x7e]$/.test(char) && !'\\+='.includes(char)
    ? char
    : `\\x{${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`

const ascii = (text: string): string => oneLine(text).replace(/[^\x20-\x7e]/g, '?')

const dateOf = (date: Date): string => date.toUTCString().replace('GMT', '+0000')

/** RFC 3461 §4.3: the whole mail comes back of what failed alone, and where it is not large: it may fail at many domains. */
export const mustReturnAll = ({
  action,
  original,
  wishes,
}: Pick<DsnRequest, 'action' | 'original' | 'wishes'>): boolean =>
  action === 'failed' && wishes?.ret === 'FULL' && original.length <= maxReturned

const maxReturned = 64 * 1024

/** As it is where it is 7 bits (RFC 2046 §5.2.1 allows message/rfc822 no other encoding); else as RFC 6533 §4 has it. */
function wholeOriginal(root: MimeNode, original: Buffer): void {
  const whole = withCrlf(original)
  const isPlain = isSevenBit(whole) && !flawOf(whole)
  const node = root.createChild(isPlain ? 'message/rfc822' : 'message/global')
  node.setHeader('Content-Transfer-Encoding', isPlain ? '7bit' : 'base64')
  node.setContent(whole)
}

function originalHeaders(root: MimeNode, original: Buffer): void {
  const block = withCrlf(headerBlock(withCrlf(original.subarray(0, maxHeaders))))
  const node = root.createChild('text/rfc822-headers')
  node.setHeader('Content-Transfer-Encoding', isSevenBit(block) ? '7bit' : 'base64')
  node.setContent(block)
}

/** Lets the report stand in the thread of the mail it is about. */
function referenceTo(original: Buffer): Record<string, string> {
  const header = headerBlock(original.subarray(0, maxHeaders)).toString('latin1')
  const id = /^message-id:[ \t]*(?:\r\n[ \t]+)?(<[!-;=?-~]{3,250}>)/im.exec(header)?.[1]
  return id ? { 'In-Reply-To': id, References: id } : {}
}
