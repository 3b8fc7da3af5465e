import type { ComposeFile, ComposeStart } from '@hongyan/contract/compose'
import type { WriteMode } from '@hongyan/contract/write-modes'
import { type Recipients, recipientOf, writeRecipient } from '../recipients/recipients.ts'

export type Priority = 'low' | 'normal' | 'high'

/** Terms of a read-limited mail, as they stand in the dialog. */
export interface Terms {
  readCount: number
  validDays: number
  readPassword: string
  forbidForward: boolean
  /** There was a password before; it was not kept and is to be typed again. */
  hasPassword: boolean
}

/** How the mail is to be sent, beside its content. */
export interface SendOptions {
  needReceipt: boolean
  isSeparate: boolean
  authorisation: Terms | null
  /** Encrypted by the browser before it leaves. */
  encrypt: boolean
  /** The alias it is from; '' for the own address. */
  mailFrom: string
  /** Key of its sensitivity label; '' for none. */
  sensitivity: string
  /** The label of the mail that it answers or passes on. */
  sourceSensitivity: string
}

export const noOptions: SendOptions = {
  needReceipt: false,
  isSeparate: false,
  authorisation: null,
  encrypt: false,
  mailFrom: '',
  sensitivity: '',
  sourceSensitivity: '',
}

/** What is on the screen. `html` is the user's part; `quotedHtml` is the original exactly as the server gave it. */
/** The signature and the paper of a mail, apart from its text. */
export interface Surroundings {
  /** As it leaves; '' for none. */
  signHtml: string
  signId: number | null
  signPosition: 'above' | 'below'
  paperId: string
}

/** What of it a content has; what this device kept from before has not all of it. */
export const surroundingsOf = (of: Partial<Surroundings>): Surroundings => ({
  signHtml: of.signHtml ?? '',
  signId: of.signId ?? null,
  signPosition: of.signPosition ?? 'above',
  paperId: of.paperId ?? '',
})

export interface ComposeContent extends SendOptions, Surroundings {
  recipients: Recipients
  subject: string
  html: string
  quotedHtml: string
  /** The mail is text alone; `html` then holds it as `asPre` makes it. */
  plainText: boolean
  files: ComposeFile[]
  priority: Priority
  writeMode: WriteMode
  sourceMailId: number | null
}

export function contentOf(start: ComposeStart): ComposeContent {
  // A sent mail, or a draft of another program, is there to be changed: it opens as text.
  const asText = start.writeMode === 'editAgain' && start.html === ''
  return {
    recipients: {
      to: start.mailTo.map(recipientOf),
      cc: start.mailCc.map(recipientOf),
      bcc: start.mailBcc.map(recipientOf),
    },
    subject: start.mailSubject,
    html: asText ? start.quotedHtml : start.html,
    quotedHtml: asText ? '' : start.quotedHtml,
    ...surroundingsOf(start),
    plainText: start.plainText,
    files: start.files,
    priority: start.priority,
    needReceipt: start.needReceipt,
    isSeparate: start.isSeparate,
    authorisation: start.authorisation,
    encrypt: start.encrypt,
    mailFrom: start.mailFrom,
    sensitivity: start.sensitivity,
    sourceSensitivity: start.sourceSensitivity,
    writeMode: start.writeMode,
    sourceMailId: start.sourceMailId,
  }
}

/** The part of a save or send request that describes the mail. */
export function contentRequest(content: ComposeContent) {
  return {
    mailTo: content.recipients.to.map(writeRecipient),
    mailCc: content.recipients.cc.map(writeRecipient),
    mailBcc: content.recipients.bcc.map(writeRecipient),
    mailSubject: content.subject,
    html: content.html,
    quotedHtml: content.quotedHtml,
    ...surroundingsOf(content),
    plainText: content.plainText,
    fileIds: sentFiles(content).map((file) => file.fileId),
    priority: content.priority,
    needReceipt: content.needReceipt,
    isSeparate: content.isSeparate,
    authorisation: content.authorisation && termsRequest(content.authorisation),
    encrypt: content.encrypt ?? false,
    mailFrom: content.mailFrom ?? '',
    sensitivity: content.sensitivity ?? '',
    sourceSensitivity: content.sourceSensitivity ?? '',
    writeMode: content.writeMode,
    sourceMailId: content.sourceMailId ?? undefined,
  }
}

const termsRequest = ({ hasPassword: _kept, ...terms }: Terms) => terms

/** For whatever is stored: a read password stays on the screen alone. */
export function withoutPassword(content: ComposeContent): ComposeContent {
  const { authorisation } = content
  if (!authorisation) return content
  const hasPassword = authorisation.hasPassword || authorisation.readPassword !== ''
  return { ...content, authorisation: { ...authorisation, readPassword: '', hasPassword } }
}

/** Attachments as listed: every file that no `cid:` of the text shows as a picture. */
export function attachedFiles(content: ComposeContent): ComposeFile[] {
  return content.files.filter((file) => file.contentId === null)
}

/** A picture whose place in the text was deleted does not travel along. */
export function sentFiles(content: ComposeContent): ComposeFile[] {
  return content.files.filter((file) => file.contentId === null || isShown(content, file.contentId))
}

/**
 * Some programs give a Content-ID to plain attachments too. Those the text does not show are
 * attachments for us, so that they are listed and not dropped; an answer takes no attachments along.
 */
export function settleFiles(content: ComposeContent): ComposeContent {
  if (content.writeMode === 'reply' || content.writeMode === 'replyAll') return content
  const files = content.files.map((file) =>
    file.contentId === null || isShown(content, file.contentId)
      ? file
      : { ...file, contentId: null },
  )
  return { ...content, files }
}

/** True when two screens would look the same (keys of chips and signed links do not count). */
export function sameContent(one: ComposeContent, other: ComposeContent): boolean {
  return JSON.stringify(contentRequest(one)) === JSON.stringify(contentRequest(other))
}

/** True when there is nothing worth a draft (decision G62). */
export function isEmpty(content: ComposeContent): boolean {
  const { to, cc, bcc } = content.recipients
  const nobody = to.length + cc.length + bcc.length === 0
  const noText = content.html.replace(/<(?!img)[^<>]*>|&nbsp;|\s/gi, '') === ''
  const files = content.files.filter((file) => !isIn(content.signHtml, file.contentId))
  return nobody && noText && content.subject.trim() === '' && files.length === 0
}

function isShown(content: ComposeContent, contentId: string): boolean {
  if (content.plainText) return false
  const { html, quotedHtml, signHtml } = content
  return [html, quotedHtml, signHtml].some((one) => isIn(one, contentId))
}

function isIn(html: string | undefined, contentId: string | null): boolean {
  if (html === undefined || contentId === null) return false
  return html.includes(`cid:${contentId}`) || html.includes(`cid:${encodeURIComponent(contentId)}`)
}
