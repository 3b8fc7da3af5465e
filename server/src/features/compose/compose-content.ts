import type { compose } from '@hongyan/contract/compose'
import type { Parsed } from '@hongyan/contract/endpoint'
import type { Language } from '@hongyan/contract/errors'
import type { Viewer } from '../../mailstore/types.ts'
import type { UserId } from '../../platform/ids.ts'

/** Who writes: found by the session, never by the payload. */
export interface Writer extends Viewer {
  userId: UserId
  address: string
  language: Language
}

type DraftBody = Parsed<typeof compose.saveDraft>['body']

/** What the composer holds. */
export type ComposeContent = Omit<DraftBody, 'draftId' | 'version' | 'emailAddr'>

/** Only what is content: a payload has more fields. */
export const contentOf = (body: ComposeContent): ComposeContent => ({
  mailTo: body.mailTo,
  mailCc: body.mailCc,
  mailBcc: body.mailBcc,
  mailSubject: body.mailSubject,
  html: body.html,
  quotedHtml: body.quotedHtml,
  fileIds: body.fileIds,
  priority: body.priority,
  writeMode: body.writeMode,
  sourceMailId: body.sourceMailId,
})
