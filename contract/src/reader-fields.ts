import { z } from 'zod'
import { person } from './fields.ts'
import { shownSensitivity } from './sensitivity-fields.ts'

/**
 * One thing a person should know before believing a mail, worked out by the server when it is read.
 * Texts are the browser's; what is named here comes from the mail or from the directory.
 */
export const senderWarning = z.discriminatedUnion('kind', [
  /** DMARC or every other check of the sending server failed. */
  z.object({ kind: z.literal('auth-failed') }),
  /** The address says our own organisation, but the mail came from outside and nothing vouches for it. */
  z.object({ kind: z.literal('claims-inside') }),
  /** From names several people, and only the first of them stands in lists. `addresses` are the others, with commas. */
  z.object({ kind: z.literal('several-authors'), addresses: z.string() }),
  /** Nobody of that address wrote to or was written to from this mailbox before. */
  z.object({ kind: z.literal('first-contact') }),
  /** The display name is that of a colleague, the address is not. `address` is the colleague's own. */
  z.object({ kind: z.literal('colleague-name'), name: z.string(), address: z.string() }),
  /** The display name looks like a colleague's. */
  z.object({ kind: z.literal('lookalike-name'), name: z.string(), address: z.string() }),
  /** The sender's domain looks like `domain`, which is ours. */
  z.object({ kind: z.literal('lookalike-domain'), domain: z.string() }),
  /** The display name is another address. */
  z.object({ kind: z.literal('name-is-address'), address: z.string() }),
  /** An answer would go to another organisation. */
  z.object({ kind: z.literal('reply-elsewhere'), address: z.string() }),
  /** A link says one site and leads to another. */
  z.object({ kind: z.literal('link-differs'), shown: z.string(), target: z.string() }),
])
export type SenderWarning = z.infer<typeof senderWarning>

/**
 * How to leave a mailing list. `post`: one click (RFC 8058), `target` is the host that is told; `mail`: `target` is a
 * mailto address to be written to after a question; `link`: a page of the sender (RFC 2369).
 */
export const unsubscribeWay = z.object({
  way: z.enum(['post', 'mail', 'link']),
  target: z.string(),
})
export type UnsubscribeWay = z.infer<typeof unsubscribeWay>

/** What a mail says of a meeting. `start` and `end`: an instant, a day, or a local time without a zone. */
export const meeting = z.object({
  method: z.enum(['request', 'cancel', 'reply', 'other']),
  summary: z.string(),
  place: z.string(),
  start: z.string().nullable(),
  end: z.string().nullable(),
})
export type Meeting = z.infer<typeof meeting>

/** What the reader shows besides the message itself. */
export const readingFields = {
  warnings: z.array(senderWarning),
  /** Everybody that From names, the one of the lists first; at most twenty. */
  authors: z.array(person),
  /** Whether remote pictures may be shown: for this message, or because of its sender. */
  picturesAllowed: z.enum(['no', 'message', 'sender']),
  unsubscribe: unsubscribeWay.nullable(),
  /** Who asks to be told that the mail was read; `auto`: the user wants it sent without being asked. */
  receipt: z.object({ to: person, auto: z.boolean() }).nullable(),
  /** As the sender marked it: nothing is known of who that is. */
  priority: z.enum(['high', 'normal', 'low']),
  /** Its label, where it never left the house; what a stranger's mail says of itself is not shown. */
  sensitivity: shownSensitivity.nullable(),
  meeting: meeting.nullable(),
  /** All attachments as one zip; null when there are fewer than two. */
  zipUrl: z.string().nullable(),
}
