import type { Selection } from '@hongyan/contract/messages'
import type { MessageRow, Viewer } from '../../mailstore/types.ts'
import type { AccountId, FolderId, SessionId, SubmissionId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { fromSortValues } from './cursor.ts'
import { exportMessages } from './export-messages.ts'
import { createMessageActions } from './message-actions.ts'
import { type DetailOptions, openDetail } from './message-detail.ts'
import { type FileReader, type OpenedFile, openFile } from './message-files.ts'
import { asItems, createMessageLists } from './message-lists.ts'
import type { SenderMarks } from './sender-marks.ts'

interface Options extends DetailOptions {
  /** State of submissions, for lists of sent mail. */
  statesOf(accountId: AccountId, ids: readonly SubmissionId[]): Promise<Map<SubmissionId, string>>
  openUpload(viewer: Viewer, uploadId: number): Promise<OpenedFile | null>
  /** What a login may not see now: its file links obey it too. */
  hiddenFor(login: { accountId: AccountId; sessionId: SessionId }): Promise<readonly FolderId[]>
  marksOf: SenderMarks
  /** False for a read-limited mail whose sender does not want it passed on. */
  mayForward(
    accountId: AccountId,
    mail: { mark: string | null; submissionId: SubmissionId | null },
  ): Promise<boolean>
  log: Log
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
  detail: (reader: FileReader, at: { mailId: number; mailboxId?: number | undefined }) =>
    openDetail(options, reader, at),
  openFile: (ticket: string) => openFile(options, ticket),
  /** For other features' lists: rows as the contract shows them, and the place that a cursor names. */
  asItems: (accountId: AccountId, rows: readonly MessageRow[]) => asItems(options, accountId, rows),
  cursorOf: fromSortValues,
})
