import type { Address } from '@hongyan/mime/types'
import type {
  Alongside,
  Authentication,
  FolderRole,
  PreparedMessage,
} from '../../mailstore/types.ts'
import type { AccountId, FolderId, LabelId, SubmissionId } from '../../platform/ids.ts'

/** An answer of ours: SMTP code, enhanced status (RFC 3463) and words. */
export interface Reply {
  code: number
  status: string
  text: string
  /** It only asks to come again: the sender's server does, so nobody is told that the mail was not delivered. */
  comesAgain?: true
}

/** Who is on the other end of the connection. */
export interface Peer {
  ip: string
  /** What it called itself; hostile text. */
  helo: string
  protocol: 'SMTP' | 'ESMTP' | 'LMTP'
  /** Cipher and version, e.g. `TLSv1.3 TLS_AES_256_GCM_SHA384`; null without TLS. */
  tls: string | null
}

/** A mailbox that an address reaches. */
export interface Recipient {
  accountId: AccountId
  /** The mailbox's own address. */
  address: string
  disabled?: boolean
  /** Nothing more fits in. */
  full?: boolean
  /** Nobody reads it: what comes is passed on to a mail group. */
  isGroup?: boolean
}

/** What delivery needs to know of the organisation; the directory feature answers. */
export interface Directory {
  isLocalDomain(domain: string): boolean | Promise<boolean>
  findRecipient(address: string): Promise<Recipient | null>
  /** Who reads mail to postmaster (RFC 5321 §4.5.1) when no mailbox or alias has that name. */
  postmaster?(): Promise<Recipient | null>
}

/** A recipient that was accepted at RCPT. */
export interface EnvelopeRecipient {
  /** As the sender wrote it. */
  address: string
  mailbox: Recipient
}

/** One mail as it came over the wire. */
export interface InboundMail {
  /** Ours, for logs and the Received header. */
  id: string
  peer: Peer
  /** '' for bounces. */
  sender: string
  recipients: EnvelopeRecipient[]
  smtpUtf8: boolean
  /** Line ends are CRLF; no bare CR or LF (T25). */
  raw: Buffer
  /** So many bytes before `raw`, in the same memory, are free to be written over. */
  headroom?: number
  /** SHA-256 of the bytes as the peer sent them: the same again for a retry. */
  digest: Buffer
  /** Bytes of the longest line. */
  longestLine: number
}

/** What became of a mail for one recipient of the envelope, in its order. */
export type RecipientResult =
  | { kind: 'delivered'; address: string; duplicate: boolean }
  | { kind: 'failed'; address: string; reply: Reply }

export interface Acceptance {
  results: RecipientResult[]
  /** Somebody vouches for the envelope sender: only then is it told of what some recipients refused. */
  senderProven: boolean
  /** To be acknowledged when the peer surely saw our answer. */
  receipts: Buffer[]
}

/** Where and how a copy is going to be stored; hooks change it. */
export interface CopyPlan {
  folder: FolderRole | FolderId
  seen: boolean
  starred: boolean
  notify: boolean
  labels: readonly LabelId[]
  /** What happens in the transaction that stores the copy, or not at all. */
  alongside?: Alongside
}

/** What a hook sees of a mail. */
export interface HookMail {
  id: string
  /** The same for every copy of one mail, and for a repeat of it. */
  key: Buffer
  /** The mail of ours that it is; null when it came from outside. */
  submissionId: SubmissionId | null
  /** Mailboxes that the envelope of a mail from outside names. */
  envelope: readonly string[]
  /** Null for mail that one mailbox of ours sends to another. */
  peer: Peer | null
  /** True unless one of our own people wrote and sent it just now. */
  foreign: boolean
  /** Envelope sender; '' for bounces. */
  sender: string
  /** Somebody vouches for the envelope sender: only then may a program answer it. */
  senderProven: boolean
  message: PreparedMessage
  authentication: Authentication | null
  from: Address[]
}

/**
 * Runs before a copy is stored: the plan it returns replaces the one it got, a reply refuses the mail
 * for this recipient. Hooks of features are registered by app.ts and run in that order.
 */
export type InboundHook = (
  mail: HookMail,
  recipient: Recipient,
  plan: CopyPlan,
) => Promise<CopyPlan | Reply> | CopyPlan | Reply

/**
 * Asked at RCPT about a mailbox that is there: a reply refuses it for this envelope sender ('' for bounces).
 * @param ip the other end; null over LMTP, where it is the site's own server
 */
export type RcptHook = (
  mailbox: Recipient,
  sender: string,
  ip: string | null,
) => Promise<Reply | null>

/** Tells the sender of an accepted mail that one recipient did not get it (RFC 3464). */
export type Bounce = (failure: {
  envelopeFrom: string
  recipient: string
  reason: Reply
  raw: Buffer
  /** Recognises a repeat: it is reported once. */
  receipt: Buffer
}) => Promise<void>
