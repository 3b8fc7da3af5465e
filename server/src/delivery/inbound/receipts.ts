import { hash } from 'node:crypto'
import type { InboundMail } from './types.ts'

/**
 * What a second attempt of the same delivery has in common with the first (P1): recipient, content and
 * envelope sender. 32 bytes.
 * @param recipient the mailbox's own address
 */
export function receiptOf(mail: Pick<InboundMail, 'digest' | 'sender'>, recipient: string): Buffer {
  const key = `${recipient.toLowerCase()}\0${mail.digest.toString('hex')}\0${mail.sender}`
  return hash('sha256', key, 'buffer')
}

/** What recognises a second attempt at the report that one recipient refused the mail. */
export const bounceReceiptOf = (
  mail: Pick<InboundMail, 'digest' | 'sender'>,
  recipient: string,
): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from('bounce'), receiptOf(mail, recipient)]), 'buffer')
