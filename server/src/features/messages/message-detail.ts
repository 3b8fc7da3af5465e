import type { Attachment, MessageDetail, RecipientState } from '@hongyan/contract/messages'
import { authorisedMark } from '../../delivery/outbound/authorised-mark.ts'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { StoredMessage } from '../../mailstore/messages/messages.queries.ts'
import type { StoredOpened } from '../../mailstore/parsing/stored-mail.ts'
import type { Signer } from '../../platform/crypto/signer.ts'
import { AppError } from '../../platform/errors.ts'
import { type AccountId, asId, type SubmissionId } from '../../platform/ids.ts'
import { mapInTurns } from '../../platform/in-turns.ts'
import { type FileReader, fileUrl, signTicket } from './message-files.ts'
import { asAttachment, asDetail, type ReadingExtras } from './message-view.ts'
import type { SenderMark, SenderMarks } from './sender-marks.ts'

export interface DetailOptions {
  mailstore: Mailstore
  signer: Signer
  recipientsOf(accountId: AccountId, submissionId: SubmissionId): Promise<RecipientState[]>
  readingOf(reader: FileReader, row: StoredMessage, opened: StoredOpened): Promise<ReadingExtras>
  marksOf: SenderMarks
  /** Whether a file of this name and type can be looked at. */
  canPreview(name: string, type: string): boolean
}

const unknownSender: SenderMark = { source: 'outside', stranger: false }

/** A message opened for reading. @throws item.not-found, also for what lies in a folder that is locked */
export async function openDetail(
  options: DetailOptions,
  reader: FileReader,
  { mailId, mailboxId }: { mailId: number; mailboxId?: number | undefined },
): Promise<MessageDetail> {
  const { mailstore, signer } = options
  const { accountId } = reader
  const row = await mailstore.find(reader, asId(mailId))
  if (!row || (mailboxId !== undefined && row.folderId !== mailboxId)) {
    throw new AppError('item.not-found')
  }
  const opened = await mailstore.open(row)
  const [recipients, extras, [mark = unknownSender]] = await Promise.all([
    row.submissionId ? options.recipientsOf(accountId, row.submissionId) : [],
    options.readingOf(reader, row, opened),
    options.marksOf(accountId, [row]),
  ])
  const at = ticketOf(reader, row.id)
  const attachments = await mapInTurns(opened.content.attachments, (one) =>
    asAttachment(one, partLinks(options, at, one)),
  )
  const listed = attachments.filter((one) => !one.inline)
  return {
    ...asDetail({
      row,
      mark,
      opened,
      // From outside the mark means nothing.
      isAuthorised: row.authentication === null && authorisedMark(opened.header) !== null,
      recipients,
      sourceUrl: fileUrl(signer, { kind: 'source', ...at }),
      attachments,
    }),
    ...extras,
    zipUrl: listed.length > 1 ? fileUrl(signer, { kind: 'zip', ...at }) : null,
  }
}

export type TicketPlace = ReturnType<typeof ticketOf>

/** What every ticket of a message begins with. */
export const ticketOf = (
  { accountId, sessionId }: Pick<FileReader, 'accountId' | 'sessionId'>,
  messageId: number,
) => ({
  account: accountId,
  session: sessionId,
  message: messageId,
})

/** Where one file is fetched and looked at. */
export function partLinks(
  { signer, canPreview }: Pick<DetailOptions, 'signer' | 'canPreview'>,
  at: TicketPlace,
  part: { section: string; filename: string; type: string; inline: boolean },
): Pick<Attachment, 'url' | 'previewId'> {
  const { section, filename, type, inline } = part
  const name = filename.slice(0, 120)
  return {
    url: fileUrl(signer, { kind: 'part', ...at, section, name, type, inline }),
    previewId: canPreview(name, type)
      ? signTicket(signer, { kind: 'preview', ...at, section, name: name.slice(-60), type })
      : null,
  }
}
