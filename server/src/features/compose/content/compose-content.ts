import { content as contractContent } from '@hongyan/contract/compose-content'
import type { Language } from '@hongyan/contract/errors'
import { z } from 'zod'
import type { Viewer } from '../../../mailstore/types.ts'
import type { MemberLevel } from '../../../platform/actor.ts'
import type { AccountId, SessionId, UserId } from '../../../platform/ids.ts'

/** Somebody who writes in a mailbox that is not the own one. */
export interface WritingMember {
  name: string
  address: string
  level: MemberLevel
}

/** Who writes: found by the session, never by the payload. */
export interface Writer extends Viewer {
  userId: UserId
  /** Who is at work, by whose settings this is written. */
  personId: UserId
  personAccountId: AccountId
  /** This person, where it is a member of the mailbox and not its own. */
  member: WritingMember | null
  sessionId: SessionId
  address: string
  language: Language
}

const { emailAddr: _, ...fields } = contractContent

/** The fields of a mail that is being written, with what each is when nothing is said of it. */
export const composeContent = z.object(fields)

/** What the composer holds. */
export type ComposeContent = z.output<typeof composeContent>

/**
 * What is kept of it as JSON: everything but the read password. A row that was written before a field existed gets the
 * field's default.
 */
const keptContent = composeContent.extend({
  hasPassword: z.boolean().default(false),
  /** When it would have left, had it not been opened again. */
  scheduledTime: z.string().optional(),
})
export type KeptContent = z.output<typeof keptContent>

/** Of a mail that may be taken back, beside its content: whether its source was marked by it. */
const sentContent = keptContent.extend({ marked: z.boolean().default(false) })

/** What an empty composer holds. */
export const emptyContent: KeptContent = keptContent.parse({
  mailTo: [],
  mailCc: [],
  mailBcc: [],
  mailSubject: '',
  html: '',
  quotedHtml: '',
  fileIds: [],
})

/** Only what is content: a payload has more fields. */
export function contentOf(body: ComposeContent): KeptContent {
  const { authorisation, ...content } = composeContent.parse(body)
  return {
    ...content,
    authorisation: authorisation && { ...authorisation, readPassword: '' },
    hasPassword: Boolean(authorisation?.readPassword),
  }
}

/** The content of a stored draft; null where the row holds none, as that of a protected mail that has left. */
export const readKept = (stored: unknown): KeptContent | null =>
  keptContent.safeParse(stored).data ?? null

/** The content of a mail that was sent, with the mark it left; null where it is not kept. */
export function readSent(stored: unknown): { content: KeptContent; marked: boolean } | null {
  const { data } = sentContent.safeParse(stored)
  if (!data) return null
  const { marked, ...content } = data
  return { content, marked }
}

/** The text as it leaves, one part behind the other. */
export function bodyOf({ html, quotedHtml, signHtml, signPosition }: ComposeContent): string[] {
  const signature = signHtml === '' ? '' : `<div class="hongyan-signature">${signHtml}</div>`
  return signPosition === 'below' ? [html, quotedHtml, signature] : [html, signature, quotedHtml]
}

/** Which mark a write mode leaves on its source. */
export const flagOf: Partial<Record<ComposeContent['writeMode'], 'answered' | 'forwarded'>> = {
  reply: 'answered',
  replyAll: 'answered',
  forward: 'forwarded',
  forwardAsAttachment: 'forwarded',
}
