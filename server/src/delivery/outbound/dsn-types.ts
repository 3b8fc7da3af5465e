import type { Reason } from './reasons.ts'
import type { DsnAction, MailWishes } from './report-wishes.ts'

export interface DsnRecipient {
  address: string
  /** Null of what went well without words. */
  reason: Reason | null
  /** As the sender gave it, `type;address`. */
  orcpt?: string | null
}

export interface DsnRequest {
  action: DsnAction
  /** Who sent the mail and gets the report. */
  to: string
  recipients: readonly DsnRecipient[]
  wishes?: MailWishes
  /** The mail, or as much of it as is known. */
  original: Buffer
  subject: string
  /** When the mail was handed to us. */
  arrived: Date
  now: Date
  /** Our host name. */
  hostname: string
  /** Domain of the report's From: one of ours, so that it is signed. */
  domain: string
}
