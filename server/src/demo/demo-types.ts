import type { DemoWriter } from './demo-contacts.ts'
import type { DemoFile } from './demo-mime.ts'

/** One message of the demo, ready for delivery. */
export interface DemoMessage {
  /** Envelope sender; empty for a delivery report (RFC 5321 section 4.5.5). */
  from: string
  /** Envelope recipients, all inside the demo domain. */
  to: string[]
  /** Complete RFC 5322 message with CRLF line ends. */
  raw: Uint8Array
  sentAt: Date
  /** Set when the copy belongs in another folder than the inbox. */
  folderRole?: 'sent' | 'archive'
  seen: boolean
  starred?: boolean
}

/** A conversation, from which `writeThread` makes its mails. */
export interface ThreadPlan {
  /** Stable key; part of the Message-IDs. */
  key: string
  subject: string
  /** When the first mail was written: days before now and office time. */
  days: number
  time: string
  /** Instead of `days` and `time`: minutes before now. */
  minutes?: number
  steps: ThreadStep[]
  starred?: boolean
  archived?: boolean
}

export interface ThreadStep {
  by: DemoWriter
  /** Left out: everyone else in the thread, the last writer in To and the others in Cc. */
  to?: DemoWriter[]
  cc?: DemoWriter[]
  /** Hours after the mail before. */
  hours?: number
  /** Body in the small markup of demo-markup.ts, with {+3} style dates. */
  text: string
  files?: () => DemoFile[]
  /** Sends the mail before on to `to`, instead of answering it. */
  isForward?: boolean
}
