import type { EnvelopeRecipient } from '../../delivery/outbound/types.ts'
import type { AccountId } from '../../platform/ids.ts'

/** A mail that somebody, or a rule of somebody's, wants to leave. */
export interface Handed {
  /** The mailbox it is from, and the mailbox of the person who wrote it. */
  accountId: AccountId
  writerId: AccountId
  recipients: readonly EnvelopeRecipient[]
  subject: string
  hasFiles: boolean
  /** The mail as its readers will have it. */
  raw: Buffer
  /** Under which a browser sends it: its sender can choose an approver, confirm it and give reasons. Null: nobody can be asked. */
  sendKey: string | null
  /** When its sender wants it to leave; null: at once. */
  scheduledAt: Date | null
  /** Writes it anew without some of its recipients (lower case); absent: it cannot be, and only its envelope loses them. */
  rewrite?(removed: readonly string[]): Promise<Pick<Handed, 'raw' | 'recipients'>>
}
