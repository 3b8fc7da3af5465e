import type { CheckSignal } from '@hongyan/contract/assistant-wire'

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
