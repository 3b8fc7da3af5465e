import { z } from 'zod'
import { flag, id, idList, ownAddress, paperRef, text } from './fields.ts'
import { limits } from './limits.ts'
import { writeModes } from './write-modes.ts'

export const writeMode = z.enum(writeModes)

/** Recipients as typed: `a@b`, `Name<a@b>` or `"Name" <a@b>`; one entry each (COMPOSE-09). */
const recipients = z.array(text(600)).max(limits.recipients)

/**
 * A read-limited mail (specification §3 "mail authorisation"): how often each recipient may read it, for how many
 * days, with which password, and whether it may be forwarded. The limits are checked when it is sent.
 */
export const authorisation = z.object({
  readCount: z.number(),
  validDays: z.number(),
  /** '' for none. Never kept in a draft. */
  readPassword: text(200).default(''),
  forbidForward: flag.default(true),
})
export type Authorisation = z.infer<typeof authorisation>

export const signPosition = z.enum(['above', 'below'])

/** What the composer holds. `html` is the user's part; the quoted original follows it unchanged. */
export const content = {
  /** The own address or an alias that it is from; '' for the own address. */
  mailFrom: text(320).default(''),
  mailTo: recipients,
  mailCc: recipients,
  mailBcc: recipients,
  mailSubject: text(1000),
  html: text(limits.draftBody),
  /** The quoted original exactly as sent back by the write call; empty for a new mail or when the user removed it. */
  quotedHtml: text(limits.draftBody),
  /** The signature, apart from the text, so that switching it never touches that; '' for none. */
  signHtml: text(limits.signature).default(''),
  /** Which signature it is. */
  signId: id.nullable().default(null),
  /** Above the quoted original, or below it. */
  signPosition: signPosition.default('above'),
  /** Letter paper under the whole mail. */
  paperId: paperRef.default(''),
  /** What leaves is text alone (text/plain); `html` is then only how the text travels here. */
  plainText: flag.default(false),
  fileIds: idList,
  priority: z.enum(['low', 'normal', 'high']).default('normal'),
  /** Asks for a read receipt (RFC 8098). */
  needReceipt: flag.default(false),
  /** Each recipient gets a mail of its own and sees nobody else. */
  isSeparate: flag.default(false),
  authorisation: authorisation.nullable().default(null),
  /** To be encrypted by the browser before it leaves (S/MIME). */
  encrypt: flag.default(false),
  /** Key of its sensitivity label; '' for none. */
  sensitivity: text(limits.sensitivityKey).default(''),
  /** The label of the message that is answered or forwarded. */
  sourceSensitivity: text(limits.sensitivityKey).default(''),
  writeMode: writeMode.default('new'),
  /** Message that is answered or forwarded. */
  sourceMailId: id.optional(),
  emailAddr: ownAddress,
}
