import { smimeFormOf } from '@hongyan/mime/smime-form'
import type { Envelope } from '@hongyan/mime/types'
import { authorisedMark } from '../../../delivery/outbound/authorised-mark.ts'
import type { Mailstore } from '../../../mailstore/mailstore.ts'
import type { StoredMessage } from '../../../mailstore/messages/messages.queries.ts'
import type { OpenedMessage } from '../../../mailstore/parsing/open-message.ts'
import type { Viewer } from '../../../mailstore/types.ts'
import { AppError } from '../../../platform/errors.ts'
import { asId, type MessageId, type SubmissionId } from '../../../platform/ids.ts'
import type { ComposeDeps } from '../compose-deps.ts'
import type { MessageFile } from '../uploads/file-rules.ts'
import { fileNameOf, fileType } from '../uploads/file-rules.ts'
import type { ComposeContent } from './compose-content.ts'

const forwarding = new Set<ComposeContent['writeMode']>(['forward', 'forwardAsAttachment'])

/** @throws mail.no-forward when the sender of a read-limited mail does not want it passed on (SENDMODES-09) */
export async function refuseForward(
  { mailstore, authorised }: Pick<ComposeDeps, 'mailstore' | 'authorised'>,
  viewer: Viewer,
  { writeMode, sourceMailId }: Pick<ComposeContent, 'writeMode' | 'sourceMailId'>,
): Promise<void> {
  if (sourceMailId === undefined || !forwarding.has(writeMode)) return
  const row = await mailstore.find(viewer, asId(sourceMailId))
  if (!row) return
  const { submissionId } = row
  const mark = authorisedMark(await mailstore.raw(row))
  if (!(await authorised.mayForward(viewer.accountId, { mark, submissionId })))
    throw new AppError('mail.no-forward')
}

/** A stored mail that another one is made from. */
export interface SourceMail {
  id: MessageId
  isDraft: boolean
  submissionId: SubmissionId | null
  authentication: StoredMessage['authentication']
  envelope: Envelope
  html: string | null
  text: string | null
  /** More was in the mail than could be opened. */
  truncated: boolean
  files: MessageFile[]
  raw: Buffer
  /** Where the body begins in the bytes. */
  bodyStart: number
  /** It is the notice of a read-limited mail, which is not quoted. */
  isNotice: boolean
  /** It is one encrypted object (RFC 8551). */
  isEncrypted: boolean
}

/** @throws item.not-found */
export async function openSource(
  mailstore: Mailstore,
  viewer: Viewer,
  mailId: number,
): Promise<SourceMail> {
  const row = await mailstore.find(viewer, asId(mailId))
  if (!row) throw new AppError('item.not-found')
  const raw = await mailstore.raw(row)
  return sourceOf(mailstore, row, { raw, ...(await mailstore.openRaw(raw)) })
}

/** A mail taken apart, as the source of another one. */
export async function sourceOf(
  mailstore: Mailstore,
  row: Pick<StoredMessage, 'id' | 'draft' | 'submissionId' | 'authentication'>,
  { raw, parsed, content }: OpenedMessage & { raw: Buffer },
): Promise<SourceMail> {
  const sections = content.attachments.map((one) => one.section)
  const bodies = await mailstore.decode(raw, sections)
  const files = content.attachments.map(
    (one, index): MessageFile => ({
      fileName: fileNameOf(one.filename),
      type: fileType(one.type),
      contentId: one.inline ? one.contentId : null,
      bytes: bodies[index] ?? Buffer.alloc(0),
    }),
  )
  return {
    id: row.id,
    isDraft: row.draft,
    submissionId: row.submissionId,
    authentication: row.authentication,
    envelope: parsed.envelope,
    html: content.html?.toWellFormed() ?? null,
    text: content.text?.toWellFormed() ?? null,
    truncated: content.truncated,
    files,
    raw,
    bodyStart: parsed.root.bodyStart,
    isNotice: authorisedMark(raw) !== null,
    isEncrypted: smimeFormOf(parsed.root) === 'encrypted',
  }
}

/** The whole mail as a file of another one, without those who got it unseen (RFC 5322 §3.6.3). */
export const asFile = ({ envelope, raw, bodyStart }: SourceMail): MessageFile => ({
  fileName: fileNameOf(`${envelope.subject.slice(0, 80) || 'message'}.eml`),
  type: 'message/rfc822',
  contentId: null,
  bytes: withoutBlind(raw, bodyStart),
})

/** A mail without the Bcc field that drafts have. */
function withoutBlind(raw: Buffer, bodyStart: number): Buffer {
  const header = raw.subarray(0, bodyStart).toString('latin1')
  const open = header.replace(/(?<![^\n])bcc[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*\n?/gi, '')
  return open === header
    ? raw
    : Buffer.concat([Buffer.from(open, 'latin1'), raw.subarray(bodyStart)])
}

/** Headers that keep an answer in its thread (RFC 5322 §3.6.4). */
export function threadOf(envelope: Envelope): { inReplyTo: string | null; references: string[] } {
  const { messageId, references, inReplyTo } = envelope
  const before = references.length > 0 ? references : inReplyTo === null ? [] : [inReplyTo]
  return { inReplyTo: messageId, references: messageId === null ? before : [...before, messageId] }
}
