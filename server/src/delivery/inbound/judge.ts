import type { Envelope } from '@hongyan/mime/types'
import type { Authentication, PreparedMessage } from '../../mailstore/types.ts'
import { isConnectionLoss } from '../../platform/db/connections.ts'
import type { Log } from '../../platform/log.ts'
import type { AuthenticationReport } from './authenticate.ts'
import type { HeaderScan } from './header-scan.ts'
import type { CopyPlan, InboundMail, Recipient, Reply } from './types.ts'

/** A copy as it would have been delivered. */
export interface KeptCopy {
  message: PreparedMessage
  /** Recognises a repeat of the delivery: to be taken in the transaction that keeps the mail. */
  receipt: Buffer
  at: Date
  authentication: Authentication
}

/** Keeps a copy out of its mailbox; returns after the commit. */
export type Keep = (copy: KeptCopy) => Promise<'kept' | 'duplicate'>

/** What was found about a mail, for all its recipients. */
export interface Judged {
  /** Header fields that say so, each with its line end. */
  trace: string
  /** Names (lower case) of fields that would pass for it: those that came with the mail are taken out. */
  claims: readonly string[]
  /** Where a copy goes, or the reply that refuses it, or who keeps it out of the mailbox. */
  decide(recipient: Recipient, plan: CopyPlan): Promise<CopyPlan | Reply | Keep>
}

/** What is known of a mail by its header. */
export interface Seen {
  scan: HeaderScan
  envelope: Envelope
  report: AuthenticationReport
}

/** Asked once about each mail from outside, before it is taken apart. It is slow at its own risk: nothing else bounds it. */
export type Judge = (mail: InboundMail, about: Seen) => Promise<Judged>

/** Where nobody judges. */
export const unjudged: Judged = { trace: '', claims: [], decide: async (_, plan) => plan }

/** A judge that has a bug keeps no mail out. @throws when the database is away: the sender comes again */
export async function askJudge(
  { judges, log }: { judges: readonly Judge[]; log: Log },
  mail: InboundMail,
  about: Seen,
): Promise<Judged> {
  const [judge] = judges
  if (!judge) return unjudged
  try {
    return await judge(mail, about)
  } catch (thrown) {
    if (isConnectionLoss(thrown)) throw thrown
    log.error({ err: thrown, mail: mail.id }, 'a mail could not be judged; it is delivered without')
    return unjudged
  }
}
