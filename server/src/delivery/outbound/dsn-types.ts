import type { Reason } from './reasons.ts'

/** `failed`: it will not be delivered; `delayed`: it is still being tried (RFC 3464 §2.3.3). */
export type DsnAction = 'failed' | 'delayed'

export interface DsnRecipient {
  address: string
  reason: Reason
}

export interface DsnRequest {
  action: DsnAction
  /** Who sent the mail and gets the report. */
  to: string
  recipients: readonly DsnRecipient[]
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
