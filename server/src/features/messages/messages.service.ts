import type { RecipientState, Selection } from '@hongyan/contract/messages'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { MessageRow, Viewer } from '../../mailstore/types.ts'
import type { Signer } from '../../platform/crypto/signer.ts'
import { AppError } from '../../platform/errors.ts'
import {
  type AccountId,
  asId,
  type FolderId,
  type SessionId,
  type SubmissionId,
} from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { fromSortValues } from './cursor.ts'
import { exportMessages } from './export-messages.ts'
import { createMessageActions } from './message-actions.ts'
import { fileUrl, type OpenedFile, openFile } from './message-files.ts'
import { asItems, createMessageLists } from './message-lists.ts'
import { asDetail } from './message-view.ts'
import type { SenderMarks } from './sender-marks.ts'

interface Options {
  mailstore: Mailstore
  signer: Signer
  /** Delivery state of a sent message; from the composer's feature. */
  recipientsOf(accountId: AccountId, submissionId: SubmissionId): Promise<RecipientState[]>
  /** State of submissions, for lists of sent mail. */
  statesOf(accountId: AccountId, ids: readonly SubmissionId[]): Promise<Map<SubmissionId, string>>
  openUpload(accountId: AccountId, uploadId: number): Promise<OpenedFile | null>
  /** What a login may not see now: its file links obey it too. */
  hiddenFor(login: { accountId: AccountId; sessionId: SessionId }): Promise<readonly FolderId[]>
  marksOf: SenderMarks
  log: Log
}

/** Who opens a message: links to its files are good for this login only. */
export interface Reader extends Viewer {
  sessionId: SessionId
}

export type Messages = ReturnType<typeof createMessages>

/** Lists, search, reading and actions. */
export function createMessages(options: Options) {
  const { rowsOf, ...actions } = createMessageActions(options)
  return { ...readingOf(options), ...actions, exportMail: exporter(options, rowsOf) }
}

type RowsOf = ReturnType<typeof createMessageActions>['rowsOf']

/** @throws item.not-found when none of the messages is there */
const exporter =
  (options: Options, rowsOf: RowsOf) => async (viewer: Viewer, selection: Selection) =>
    exportMessages(options, viewer, await rowsOf(viewer, selection))

const readingOf = (options: Options) => ({
  ...createMessageLists(options),
  detail: (reader: Reader, at: { mailId: number; mailboxId?: number | undefined }) =>
    openDetail(options, reader, at),
  openFile: (ticket: string) => openFile(options, ticket),
  /** For other features' lists: rows as the contract shows them, and the place that a cursor names. */
  asItems: (accountId: AccountId, rows: readonly MessageRow[]) => asItems(options, accountId, rows),
  cursorOf: fromSortValues,
})

async function openDetail(
  { mailstore, signer, recipientsOf, marksOf }: Options,
  reader: Reader,
  { mailId, mailboxId }: { mailId: number; mailboxId?: number | undefined },
) {
  const { accountId, sessionId } = reader
  const row = await mailstore.find(reader, asId(mailId))
  if (!row || (mailboxId !== undefined && row.folderId !== mailboxId)) {
    throw new AppError('item.not-found')
  }
  const opened = await mailstore.open(row)
  const recipients = row.submissionId ? await recipientsOf(accountId, row.submissionId) : []
  const [mark = { source: 'outside', stranger: false }] = await marksOf(accountId, [row])
  const at = { account: accountId, session: sessionId, message: row.id }
  return asDetail({
    row,
    mark,
    opened,
    recipients,
    sourceUrl: fileUrl(signer, { kind: 'source', ...at }),
    urlOf: ({ section, filename, type, inline }) =>
      fileUrl(signer, { kind: 'part', ...at, section, name: filename.slice(0, 120), type, inline }),
  })
}
