import type { Address, ParsedMessage } from '@hongyan/mime/types'
import type { StoredBlob } from '../platform/blobs/blobs.ts'
import type { Db } from '../platform/db/pool.ts'
import type {
  AccountId,
  FolderId,
  LabelId,
  MessageId,
  SubmissionId,
  ThreadId,
} from '../platform/ids.ts'

/** RFC 6154 special use of a system folder. */
export type FolderRole = 'inbox' | 'sent' | 'drafts' | 'trash' | 'junk' | 'archive'

/** SPF, DKIM, DMARC and ARC results (RFC 8601 words), as recorded at delivery. */
export interface Authentication {
  spf: string
  dkim: string
  dmarc: string
  arc: string
  domain: string | null
}

/** A message taken apart once, ready to be stored in any number of mailboxes. */
export interface PreparedMessage {
  raw: Buffer
  /** So many of its first bytes are this delivery's alone: what follows them is stored once, however often it comes. */
  head?: number
  parsed: ParsedMessage
  preview: string
  hasAttachment: boolean
  /** Its sender calls it urgent. */
  important: boolean
  /** Some attachment may hold text that search should find: a job reads it after the delivery. */
  hasFilesToRead: boolean
  /** tsvector literal for the search index, with `scopeMark` before each word. */
  tsv: string
}

/** A message whose bytes lie in the blob store already: what a transaction may store, which waits for no disk. */
export interface KeptMessage extends PreparedMessage {
  blob: StoredBlob
}

/**
 * Whose mail is looked at, and what stays out of sight: folders with a password that the caller's login has not
 * opened, and all inside them. Every reading of mail on behalf of a person takes one.
 */
export interface Viewer {
  accountId: AccountId
  hidden: readonly FolderId[]
}

/** For the system's own work (delivery, jobs, commands), which no folder password stops. */
export const wholeAccount = (accountId: AccountId): Viewer => ({ accountId, hidden: [] })

/** One copy to store. */
export interface NewCopy {
  accountId: AccountId
  folder: FolderRole | FolderId
  receivedAt: Date
  seen?: boolean
  draft?: boolean
  starred?: boolean
  answered?: boolean
  forwarded?: boolean
  /** \\Deleted (RFC 9051 §2.3.2). */
  deleted?: boolean
  keywords?: readonly string[]
  authentication?: Authentication | null
  submissionId?: SubmissionId | null
  /** True for mail that is news to the user: makes the push say `mail`. */
  notify?: boolean
  /** Import never exceeds the quota; the system's own copies (bounces, sent mail) may. */
  ignoreQuota?: boolean
  /** Labels that it comes with; those that the account does not have are left out. */
  labels?: readonly LabelId[]
  /**
   * Recognises a retry of a delivery whose answer was lost (P1): (recipient, SHA-256 of the received bytes,
   * envelope sender), 32 bytes. Absent: never a duplicate.
   */
  receipt?: Buffer
  /** Logs the copy in the user's own log, under this actor. */
  log?: { kind: 'receive' | 'send'; client: string; ip: string; member?: string }
  /** What must happen with this copy or not at all, such as passing it on. */
  alongside?: Alongside
}

/** A step in the transaction that stores a copy: never for a duplicate, never without the copy. */
export interface Alongside {
  run(tx: Db, stored: { messageId: MessageId; folderId: FolderId }): Promise<void>
  /** After the commit. */
  done(): void
  /** How the copy is stored when `run` fails: a mail is never lost to it. */
  otherwise: Pick<NewCopy, 'folder' | 'seen' | 'notify'>
}

/** What became of a copy. */
export type CopyOutcome =
  | { kind: 'stored'; messageId: MessageId; folderId: FolderId; uid: number; modseq: number }
  | { kind: 'duplicate' }
  | { kind: 'over-quota' }
  | { kind: 'no-folder' }

/** A row of a list. */
export interface MessageRow {
  id: MessageId
  folderId: FolderId
  uid: number
  modseq: number
  threadId: ThreadId
  receivedAt: Date
  sentAt: Date | null
  size: number
  seen: boolean
  starred: boolean
  answered: boolean
  forwarded: boolean
  draft: boolean
  pinned: boolean
  hasAttachment: boolean
  important: boolean
  /** Flag colour, 0 for none. */
  color: number
  labels: LabelId[]
  /** The address it claims to come from was proven (DMARC), or nobody outside had to prove anything. */
  trusted: boolean
  subject: string
  fromName: string
  fromAddress: string
  recipients: { to: Address[]; more: number }
  preview: string
  submissionId: SubmissionId | null
}

/** What a change to the mailbox did; written to the feed and announced after commit. */
export interface Change {
  accountId: AccountId
  modseq: number
  kind:
    | 'added'
    | 'flags'
    | 'moved'
    | 'removed'
    | 'folders'
    | 'submission'
    | 'todo'
    | 'members'
    | 'approval'
  messageIds: MessageId[]
  detail: ChangeDetail
  /** Attachments of new mail wait to be read; said to this process alone. */
  hasFiles?: boolean
}

export interface ChangeDetail {
  /** What the client that asked for it calls this change. */
  origin?: string
  /** Folders whose counters changed, with their new values. */
  folders?: { folderId: FolderId; mail: number; unread: number }[]
  /** Folders whose messages changed without their counters. */
  places?: FolderId[]
  /** For `added` with news: what the notification shows. */
  news?: {
    messageId: MessageId
    folderId: FolderId
    subject: string
    fromName: string
    fromAddress: string
  }[]
  /** Todo mail that is due: what the reminder shows. */
  reminders?: {
    todoId: number
    messageId: MessageId
    folderId: FolderId
    subject: string
    note: string
    dueAt: string
  }[]
  /** IMAP UIDs that left a folder (RFC 7162 VANISHED). */
  vanished?: { folderId: FolderId; uids: number[] }[]
}
