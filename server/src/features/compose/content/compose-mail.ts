import { limits } from '@hongyan/contract/limits'
import type { Address } from '@hongyan/mime/types'
import { AppError } from '../../../platform/errors.ts'
import { writesAs } from '../../directory/directory.public.ts'
import type { ComposeDeps } from '../compose-deps.ts'
import type { MessageFile } from '../uploads/file-rules.ts'
import type { UploadRow } from '../uploads/uploads.queries.ts'
import { buildBeside } from './build-beside.ts'
import { type MessageParts, newMessageId } from './build-message.ts'
import { type ReadRecipients, tooBig } from './compose-checks.ts'
import { bodyOf, type ComposeContent, type Writer } from './compose-content.ts'
import { openSource, threadOf } from './source-mail.ts'

export interface MailRequest {
  content: ComposeContent
  /** When it leaves; absent: now. */
  date?: Date
  recipients: ReadRecipients
  files: readonly UploadRow[]
  /** A draft shows its blind recipients; a mail that leaves never does. */
  showBlind: boolean
}

/** The bytes of what the composer holds. @throws compose.too-big */
export const composeMail = async (
  deps: ComposeDeps,
  writer: Writer,
  request: MailRequest,
): Promise<Buffer> => build(await mailParts(deps, writer, request))

/** @throws compose.too-big */
export async function build(parts: MessageParts): Promise<Buffer> {
  const raw = await buildBeside(parts)
  if (raw.length > limits.message) throw tooBig()
  return raw
}

/** Everything the mail is made of. */
export async function mailParts(
  deps: ComposeDeps,
  writer: Writer,
  { content, recipients, files, showBlind, date }: MailRequest,
): Promise<MessageParts> {
  const settings = await deps.settings.of(writer.personId)
  const user = await deps.directory.user(writer.userId)
  const paper = await paperOf(deps, writer, { content, isDraft: showBlind })
  const address = await senderOf(deps, writer, { ...content, isDraft: showBlind })
  const { accountId } = writer
  const about = { key: content.sensitivity, isDraft: showBlind }
  const label = await deps.approval.sensitivity.fieldsFor(accountId, about)
  return {
    ...shownSender(
      { name: writesAs(user), address },
      writer,
      user?.organisationSettings.memberShown,
    ),
    to: recipients.to,
    cc: recipients.cc,
    bcc: showBlind ? recipients.bcc : [],
    subject: content.mailSubject,
    // Text alone has no paper under it.
    html: content.plainText ? bodyOf(content) : [paper.before, ...bodyOf(content), paper.after],
    plainText: content.plainText,
    files: [...(await deps.files.load(files)), ...paper.pictures],
    priority: content.priority,
    headers: [...(content.needReceipt ? [receiptTo(address)] : []), ...label],
    messageId: newMessageId(address),
    ...(await threadOfSource(deps, writer, content)),
    date: date ?? deps.clock.now(),
    timeZone: settings.timeZone,
  }
}

/**
 * Who wrote it in the name of a mailbox: on its behalf it always says so, else as the organisation wants. The record of
 * the mailbox says it in any case.
 */
function shownSender(
  from: Address,
  { member, language }: Writer,
  shown: unknown,
): Pick<MessageParts, 'from' | 'sender'> {
  if (!member) return { from }
  const { name, address, level } = member
  const sender = level === 'on-behalf' || shown === 'header' ? { name, address } : undefined
  if (shown !== 'name') return { from, sender }
  const both = language === 'zh' ? `${name} 代 ${from.name}` : `${name} on behalf of ${from.name}`
  return { from: { ...from, name: both }, sender }
}

/**
 * The address in From: nobody writes from one that is not his (decision G18), which an alias is that was taken away since.
 * A draft is kept all the same, under the own address.
 * @throws address.not-yours, alias.encrypted: a certificate names the own address alone
 */
async function senderOf(
  { directory }: ComposeDeps,
  { accountId, address }: Writer,
  { mailFrom, encrypt, isDraft }: ComposeContent & { isDraft: boolean },
): Promise<string> {
  const wanted = mailFrom.toLowerCase()
  if (wanted === '' || wanted === address.toLowerCase()) return address
  if (!(await directory.addressesOf(accountId)).includes(wanted)) {
    if (isDraft) return address
    throw new AppError('address.not-yours')
  }
  if (encrypt && !isDraft) throw new AppError('alias.encrypted')
  return wanted
}

const noPaper = { before: '', after: '', pictures: [] }

/** What a mail lies on. @throws paper.gone when it is to leave on a paper that was deleted; a draft is kept without */
async function paperOf(
  { ownTexts }: ComposeDeps,
  { accountId }: Writer,
  { content: { paperId = '' }, isDraft }: { content: ComposeContent; isDraft: boolean },
): Promise<{ before: string; after: string; pictures: MessageFile[] }> {
  if (paperId === '') return noPaper
  const frame = await ownTexts.frame(accountId, paperId)
  if (!frame && !isDraft) throw new AppError('paper.gone')
  return frame ? { ...frame, pictures: frame.picture ? [frame.picture] : [] } : noPaper
}

/** RFC 8098 §2.1. */
const receiptTo = (address: string): [string, string] => [
  'Disposition-Notification-To',
  `<${address}>`,
]

/** A source that is gone by now does not keep an answer from being written. */
async function threadOfSource(
  { mailstore }: ComposeDeps,
  writer: Writer,
  { sourceMailId, writeMode }: ComposeContent,
): Promise<{ inReplyTo: string | null; references: string[] }> {
  const none = { inReplyTo: null, references: [] }
  if (sourceMailId === undefined || !threaded.has(writeMode)) return none
  const source = await openSource(mailstore, writer, sourceMailId).catch(() => null)
  if (!source) return none
  const thread = threadOf(source.envelope)
  return writeMode.startsWith('reply') ? thread : { ...thread, inReplyTo: null }
}

const threaded = new Set<ComposeContent['writeMode']>(['reply', 'replyAll', 'forward'])
