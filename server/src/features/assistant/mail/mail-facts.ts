import type { CheckSignal } from '@hongyan/contract/assistant-wire'
import type { FolderId, LabelId, MessageId } from '../../../platform/ids.ts'
import type { Point } from '../engine/points.ts'

/** A fact about a mail, without words for it. */
export interface Fact {
  code: string
  weight: CheckSignal['weight']
  /** What in the mail shows it. */
  evidence: string
}

/** What the assistant knows of a mail: only what its reader would see, and facts. */
export interface MailFacts {
  from: string
  senderName: string
  subject: string
  text: string
  /** Sentences of it that matter, in its order. */
  summary: string[]
  signals: Fact[]
}

/** What a check finds in a mail of the store, for whoever a person shows it to. */
export interface LookedAt {
  text: string
  facts: Fact[]
  print: string
}

/** One of several mails that are read for one answer. */
export interface ReadAlong {
  mailId: MessageId
  mailboxId: FolderId
  from: string
  address: string
  to: string[]
  at: Date
  subject: string
  text: string
  points: Point[]
  /** It went out to many. */
  isList: boolean
  labels: readonly LabelId[]
}
