import type { AccountId, MessageId, SubmissionId } from '../../platform/ids.ts'

/** What became of a mail from outside for one recipient. */
export type ArrivalOutcome =
  | 'inbox'
  | 'junk'
  /** In another folder, where a rule put it. */
  | 'filed'
  | 'group'
  | 'quarantined'
  /** It was here before: its sender's server did not hear our answer. */
  | 'repeat'
  | 'refused'
  /** Asked to come again. */
  | 'deferred'

/** One recipient of a mail from outside, when it was answered. */
export interface Arrival {
  at: Date
  /** '' for what was turned away before its first byte. */
  mail: string
  sender: string
  recipient: string
  written: string
  recipientAccount: AccountId | null
  messageId: string
  subject: string
  size: number
  outcome: ArrivalOutcome
  /** Our answer, where it was a refusal. */
  said: string
  protocol: string
  ip: string
  helo: string
  tls: string
  copyId: MessageId | null
}

/** What one try to deliver came to for one recipient of a mail of ours. */
export interface Try {
  at: Date
  submissionId: SubmissionId
  address: string
  state: string
  said: string
  nextAt: Date | null
  copyId: MessageId | null
}

/** What delivery tells as it goes: it never waits for it, and never fails by it. */
export interface Hops {
  arrived(rows: readonly Arrival[]): void
  /** A mail is being handed over: its rows are read once they are committed. */
  submitted(id: SubmissionId): void
  tried(rows: readonly Try[]): void
}

/** Where nobody traces. */
export const untraced: Hops = {
  arrived: () => undefined,
  submitted: () => undefined,
  tried: () => undefined,
}
