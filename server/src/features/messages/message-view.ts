import type {
  Attachment,
  MessageDetail,
  MessageItem,
  RecipientState,
} from '@hongyan/contract/messages'
import { smimeFormOf } from '@hongyan/mime/smime-form'
import type { Address } from '@hongyan/mime/types'
import type { OpenedMessage } from '../../mailstore/parsing/open-message.ts'
import type { MessageRow } from '../../mailstore/types.ts'
import { type Place, toSortValues } from './cursor.ts'
import type { SenderMark } from './sender-marks.ts'

/** What a row has beyond its own columns. */
export interface RowExtras {
  sendState: string | null
  mark: SenderMark
  conversation: MessageItem['conversation']
  /** What it counts for in the order of its list. */
  value: Place['value']
}

/** A store row as the contract shows it. */
export const asItem = (row: MessageRow, extras: RowExtras): MessageItem => ({
  ...sharedFields(row, extras.mark),
  sendState: extras.sendState,
  conversation: extras.conversation,
  mailTo: row.recipients.to.map(asPerson),
  sortValues: toSortValues({ value: extras.value, receivedAt: row.receivedAt, id: row.id }),
  optType: '',
})

const sharedFields = (row: MessageRow, mark: SenderMark) => ({
  ...mark,
  conversation: null,
  mailId: row.id,
  mailUid: row.uid,
  mailboxId: row.folderId,
  threadId: row.threadId,
  seen: row.seen,
  starred: row.starred,
  pinned: row.pinned,
  answered: row.answered,
  forwarded: row.forwarded,
  draft: row.draft,
  hasAttachment: row.hasAttachment,
  important: row.important,
  color: row.color,
  labels: row.labels,
  mailSubject: row.subject,
  mailFrom: { name: row.fromName, address: row.fromAddress },
  preview: row.preview,
  size: row.size,
  receivedTime: row.receivedAt.toISOString(),
  sendState: null,
})

/** What the reader's feature adds to an opened message. */
export type ReadingExtras = Pick<
  MessageDetail,
  | 'warnings'
  | 'authors'
  | 'picturesAllowed'
  | 'unsubscribe'
  | 'receipt'
  | 'priority'
  | 'meeting'
  | 'sensitivity'
>

export interface DetailParts {
  row: MessageRow & { authentication: MessageDetail['authentication']; messageId: string | null }
  mark: SenderMark
  opened: OpenedMessage
  isAuthorised: boolean
  recipients: RecipientState[]
  sourceUrl: string
  attachments: Attachment[]
}

/** A message opened for reading. */
export function asDetail({
  row,
  mark,
  opened,
  isAuthorised,
  recipients,
  sourceUrl,
  attachments,
}: DetailParts): Omit<MessageDetail, keyof ReadingExtras | 'zipUrl'> {
  const { envelope, limits } = opened.parsed
  const { content } = opened
  return {
    ...sharedFields(row, mark),
    mailTo: envelope.to.map(asPerson),
    mailCc: envelope.cc.map(asPerson),
    mailBcc: envelope.bcc.map(asPerson),
    replyTo: envelope.replyTo.map(asPerson),
    sender: envelope.sender[0] ? asPerson(envelope.sender[0]) : null,
    sentTime: envelope.date,
    messageId: row.messageId,
    text: content.text?.toWellFormed() ?? null,
    unsafeHtml: content.html?.toWellFormed() ?? null,
    tooComplex: content.truncated || limits.length > 0,
    attachments,
    authentication: row.authentication,
    sourceUrl,
    recipients,
    submissionId: row.submissionId,
    isAuthorised,
    smime: smimeFormOf(opened.parsed.root),
  }
}

/** A file of an opened message, with where it is fetched and looked at. */
export const asAttachment = (
  one: OpenedMessage['content']['attachments'][number],
  links: Pick<Attachment, 'url' | 'previewId'>,
): Attachment => ({
  section: one.section,
  fileName: one.filename,
  type: one.type,
  size: one.size,
  inline: one.inline,
  contentId: one.contentId,
  ...links,
})

const asPerson = (one: Address) => ({ name: one.name, address: one.address })
