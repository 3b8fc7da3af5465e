import type { Authentication } from '../../mailstore/types.ts'
import type { StoredBlob } from '../../platform/blobs/blobs.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { AccountId, MessageId, SubmissionId } from '../../platform/ids.ts'
import type { MailWishes, RecipientWishes } from './report-wishes.ts'
import type { RecipientState, SubmissionState } from './submission-machine.ts'

/** What the outbox asks of the directory. */
export interface OutboundDirectory {
  findRecipient(address: string): Promise<{ accountId: AccountId; isGroup?: boolean } | null>
  isLocalDomain(domain: string): Promise<boolean>
  dkimKeyFor(domain: string): Promise<DkimKey | null>
}

export interface DkimKey {
  selector: string
  /** PEM. */
  privateKey: string
}

/** Where all mail for outside goes; without it each domain's own servers are looked up. */
export interface Relay {
  host: string
  port: number
  /** `starttls`: required and verified; `opportunistic`: used when offered; `tls`: from the first byte, verified. */
  tls: TlsUse
  user: string | null
  password: string | null
}

export type TlsUse = 'starttls' | 'opportunistic' | 'tls' | 'none'

/** One recipient of the envelope. */
export interface EnvelopeRecipient {
  address: string
  name: string
  kind: 'to' | 'cc' | 'bcc'
  /** Absent: the sender said nothing of reports. */
  wishes?: RecipientWishes
}

/** A recipient of a mail that is handed over. */
export interface NewRecipient extends EnvelopeRecipient {
  /** Bytes for this one alone, in place of the submission's; put into the blob store before. */
  blob?: StoredBlob
}

/**
 * What the gate before the outbox said of a mail (ADR 34): without having asked it nobody hands one over. One that must
 * be approved waits, and why is written in the transaction that hands it over.
 */
export interface Judged {
  readonly holdIn: ((tx: Db, id: SubmissionId) => Promise<void>) | null
  /** What else is written in that transaction. */
  readonly alsoIn?: (tx: Db) => Promise<void>
  /** The last step of that transaction: refuses what is too much together with what others hand over at that moment. */
  readonly limitIn?: (tx: Db) => Promise<void>
  /** What leaves in place of what was handed over. */
  readonly raw?: Buffer
  /** Addresses, in lower case, that it does not go to. */
  readonly removed?: readonly string[]
  /** Addresses outside, in lower case, to which groups may pass it on; absent: whoever is in them. */
  readonly reach?: readonly string[]
}

/** Reports, codes and receipts, which programs of ours write by themselves. */
export const notByPeople: Judged = { holdIn: null }

/** A mail handed to the outbox. */
export interface NewSubmission {
  /** Null for bounces, which belong to nobody. */
  accountId: AccountId | null
  /** `forward`: a foreign mail passed on as it is, never signed as ours. */
  /** The person who wrote it, from whichever mailbox; absent for what a program of ours writes. */
  handedBy?: AccountId
  judged: Judged
  kind: 'mail' | 'bounce' | 'forward'
  sendKey: string | null
  /** '' for the null sender of a bounce. */
  envelopeFrom: string
  /** Put into the blob store before; see retainBlobs. */
  blob: StoredBlob
  smtputf8: boolean
  /** When it leaves; null: at once. */
  holdUntil: Date | null
  /** Its sender chose the time, rather than the undo time. */
  scheduled?: boolean
  /** Each recipient gets a mail that names no other. */
  separate?: boolean
  /** The group whose people outside each get a link to leave it by. */
  leaveGroup?: number | null
  wishes?: MailWishes
  /** What is known of who wrote it, of a foreign mail that is passed on. */
  authentication?: Authentication | null
  recipients: readonly NewRecipient[]
}

export interface SubmissionRow extends MailWishes {
  id: SubmissionId
  accountId: AccountId | null
  messageId: MessageId | null
  kind: 'mail' | 'bounce' | 'forward'
  envelopeFrom: string
  blob: Buffer
  size: number
  smtputf8: boolean
  separate: boolean
  leaveGroup: number | null
  /** Of a foreign mail that is passed on. */
  authentication: Authentication | null
  /** When it began to leave, for the last time. */
  dueAt: Date
}

export interface RecipientRow extends RecipientWishes {
  address: string
  name: string
  kind: 'to' | 'cc' | 'bcc'
  domain: string
  state: RecipientState
  reason: string
  attempts: number
  updatedAt: Date
  /** The server that was sent the whole mail and did not answer: it may have it, and is asked first. */
  unansweredBy: string | null
  /** Bytes for this one alone. */
  blob: Buffer | null
  /** An administrator gave it up: nothing more is tried. */
  removed: boolean
}

/** A submission whose due recipients this process may work on until the lease runs out. */
export interface LeasedSubmission extends SubmissionRow {
  /** The time that its sender chose has come: it is asked about before it leaves. */
  isScheduled: boolean
  /** Fences: only the holder of the newest lease may record outcomes. */
  lease: string
  recipients: RecipientRow[]
}

export interface SubmissionStatus {
  id: SubmissionId
  state: SubmissionState
  messageId: MessageId | null
  holdUntil: Date | null
  /** When it leaves, or left. */
  dueAt: Date
  createdAt: Date
}
