import { type ComposeStart, compose } from '@hongyan/contract/compose'
import type { Reply } from '@hongyan/contract/endpoint'
import { session } from '@hongyan/contract/session'
import type { WriteMode } from '@hongyan/contract/write-modes'
import { call } from '../../../lib/api.ts'
import { loadSignature, type MailSignatureParts } from '../../signatures/mail-signature.public.ts'
import {
  type ComposeContent,
  contentOf,
  sameContent,
  settleFiles,
} from '../draft/compose-content.ts'
import { isComposerAlive } from '../draft/compose-lock.ts'
import { type KeptDraft, openKeptDrafts } from '../draft/kept-drafts.ts'
import { addRecipients, readRecipients } from '../recipients/recipients.ts'

export type ComposeParams = Reply<typeof compose.params>

/** What a composer was asked to open. `draftId` wins over `mailId`. */
export interface ComposeRequest {
  mode: WriteMode
  mailId: number
  draftId: number | null
  account: string
  /** The composer's key, see ComposeTag. */
  composeKey: string
  /** From a `mailto:` link: nothing else of such a link is taken over (T37). */
  mailTo: string
  mailSubject: string
  /** What was written as a quick reply before the composer was opened (E48). */
  quickText: string
}

export interface OpenedCompose {
  composeKey: string
  content: ComposeContent
  draftId: number | null
  mailId: number | null
  version: number
  params: ComposeParams
  ownDomains: string[]
  /** For a scheduled mail that was opened, and so is cancelled: when it would have left. */
  scheduledTime: string | null
  /** Set when the text on screen comes from this device and the server has not got it. */
  restored: KeptDraft | null
}

/** Loads all that a composer needs, and brings back what this device kept for it. */
export async function openCompose(
  request: ComposeRequest,
  signal: AbortSignal,
): Promise<OpenedCompose> {
  const [start, params, { domains }, kept, signature] = await Promise.all([
    loadStart(request, signal),
    call(compose.params, { query: {} }, { signal }),
    call(session.domains, {}, { signal }),
    openKeptDrafts().list(request.account),
    // A draft, and a mail that is edited again, have their signature.
    request.draftId === null ? loadSignature({ type: request.mode }, signal) : null,
  ])
  const opened = prefilled(settleFiles(contentOf(start)), request)
  const content =
    start.draftId === null ? labelled(signed(opened, signature), params.sensitivity) : opened
  const restored = await findKept(kept, start, request.composeKey)
  const isNews = restored !== null && !sameContent(restored.content, content)
  return {
    composeKey: request.composeKey,
    content: isNews ? withFreshLinks(restored.content, content) : content,
    draftId: start.draftId,
    mailId: start.draftId === null || request.mailId === 0 ? null : request.mailId,
    // The version the kept text was based on: if another window saved since, the server says so.
    version: isNews && restored.draftId !== null ? restored.version : start.version,
    params,
    ownDomains: domains,
    scheduledTime: start.scheduledTime,
    restored: isNews ? restored : null,
  }
}

/** A new mail begins with the default label, or a heavier one of the mail that it answers. */
function labelled(content: ComposeContent, offered: ComposeParams['sensitivity']): ComposeContent {
  const labels = offered?.labels ?? []
  const usual = labels.findIndex(({ isDefault }) => isDefault)
  const had = labels.findIndex(({ key }) => key === content.sensitivity)
  return { ...content, sensitivity: labels[Math.max(usual, had)]?.key ?? '' }
}

function signed(content: ComposeContent, signature: MailSignatureParts | null): ComposeContent {
  if (signature === null) return content
  const { files, ...parts } = signature
  return { ...content, ...parts, files: [...content.files, ...files] }
}

function prefilled(content: ComposeContent, request: ComposeRequest): ComposeContent {
  if (request.draftId === null && request.quickText !== '' && content.html === '')
    return { ...content, html: linesToHtml(request.quickText) }
  if (request.mode !== 'new' || request.draftId !== null) return content
  const to = addRecipients(content.recipients.to, readRecipients(request.mailTo))
  const subject = content.subject || request.mailSubject
  return { ...content, recipients: { ...content.recipients, to }, subject }
}

/** Lines of text as the editor writes them. */
export const linesToHtml = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map(
      (line) =>
        `<div>${line.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`) || '<br>'}</div>`,
    )
    .join('')

/** The newest draft as the server has it. */
export function loadStart(
  { mode, mailId, draftId }: Pick<ComposeRequest, 'mode' | 'mailId' | 'draftId'>,
  signal?: AbortSignal,
): Promise<ComposeStart> {
  const which = draftId !== null ? { draftId } : mailId > 0 ? { mailId } : {}
  const type = draftId === null ? mode : 'editAgain'
  const options = signal === undefined ? {} : { signal }
  return call(compose.start, { params: { type }, body: which }, options)
}

/**
 * The copy of this very composer, or of its draft, or of a mail begun in the same way and never saved. Not one that may
 * have been sent: whether it was, bringBackDrafts asks; what is written here is another mail.
 */
async function findKept(
  kept: KeptDraft[],
  start: ComposeStart,
  composeKey: string,
): Promise<KeptDraft | null> {
  const own = kept.find((one) => one.composeKey === composeKey)
  if (own !== undefined) return own
  for (const one of kept) {
    const fits =
      start.draftId === null
        ? one.draftId === null &&
          !one.wasSending &&
          one.content.writeMode === start.writeMode &&
          one.content.sourceMailId === start.sourceMailId
        : one.draftId === start.draftId
    if (fits && !(await isComposerAlive(one))) return one
  }
  return null
}

/** Links to files are signed for minutes only: the new ones replace those of the kept copy. */
function withFreshLinks(kept: ComposeContent, fresh: ComposeContent): ComposeContent {
  const files = kept.files.map(
    (file) => fresh.files.find((one) => one.fileId === file.fileId) ?? file,
  )
  return { ...kept, files }
}
