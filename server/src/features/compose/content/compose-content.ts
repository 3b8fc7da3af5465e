import type { compose } from '@hongyan/contract/compose'
import type { Parsed } from '@hongyan/contract/endpoint'
import type { Language } from '@hongyan/contract/errors'
import type { Viewer } from '../../../mailstore/types.ts'
import type { SessionId, UserId } from '../../../platform/ids.ts'

/** Who writes: found by the session, never by the payload. */
export interface Writer extends Viewer {
  userId: UserId
  sessionId: SessionId
  address: string
  language: Language
}

type DraftBody = Parsed<typeof compose.saveDraft>['body']

/** What the composer holds. */
export type ComposeContent = Omit<DraftBody, 'draftId' | 'version' | 'emailAddr'>

/** What is kept of it: everything but the read password. */
export interface KeptContent extends ComposeContent {
  hasPassword?: boolean
  /** When it would have left, had it not been opened again. */
  scheduledTime?: string
}

/** Only what is content: a payload has more fields. */
export const contentOf = (body: ComposeContent): KeptContent => ({
  mailTo: body.mailTo,
  mailCc: body.mailCc,
  mailBcc: body.mailBcc,
  mailSubject: body.mailSubject,
  html: body.html,
  quotedHtml: body.quotedHtml,
  signHtml: body.signHtml,
  signId: body.signId,
  signPosition: body.signPosition,
  paperId: body.paperId,
  plainText: body.plainText,
  fileIds: body.fileIds,
  priority: body.priority,
  needReceipt: body.needReceipt,
  isSeparate: body.isSeparate,
  authorisation: body.authorisation && { ...body.authorisation, readPassword: '' },
  hasPassword: Boolean(body.authorisation?.readPassword),
  encrypt: body.encrypt,
  writeMode: body.writeMode,
  sourceMailId: body.sourceMailId,
})

/** The text as it leaves. Drafts of before there were signatures have none. */
export function bodyOf({ html, quotedHtml, signHtml = '', signPosition }: ComposeContent): string {
  const signature = signHtml === '' ? '' : `<div class="hongyan-signature">${signHtml}</div>`
  return signPosition === 'below' ? html + quotedHtml + signature : html + signature + quotedHtml
}

/** Which mark a write mode leaves on its source. */
export const flagOf: Partial<Record<ComposeContent['writeMode'], 'answered' | 'forwarded'>> = {
  reply: 'answered',
  replyAll: 'answered',
  forward: 'forwarded',
  forwardAsAttachment: 'forwarded',
}
