import type { HeaderField } from '@hongyan/mime/headers'
import type { HookMail, Recipient } from '../../delivery/inbound/types.ts'
import type { Alongside } from '../../mailstore/types.ts'

/** Something that is done in the transaction which stores the copy. */
export type Step = Alongside['run']

/** A mail for one mailbox, with what steps need to know of it. */
export interface IncomingMail {
  mail: HookMail
  recipient: Recipient
  fields: readonly HeaderField[]
  /** Every address of the mailbox, lower case; its own name first. */
  own: ReadonlySet<string>
}
