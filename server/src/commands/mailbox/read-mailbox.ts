import type { App } from '../../app.ts'
import type { FolderRow } from '../../mailstore/folders/folders.queries.ts'
import { keywordFor } from '../../mailstore/labels/label-keywords.ts'
import type { ProgramRow } from '../../mailstore/messages/programs.queries.ts'
import { wholeAccount } from '../../mailstore/types.ts'
import type { AccountId } from '../../platform/ids.ts'
import { stepsOf } from './names.ts'

/** Rows that are read at once. */
const page = 500

/** A message to write: its keywords are all that a mail program would be told, labels by the names they have now. */
export interface OutMessage {
  row: ProgramRow
  keywords: string[]
  /** Its bytes, a piece at a time. */
  pieces(): AsyncGenerator<Buffer>
}

/** Something that is written folder by folder. */
export interface MailboxWriter {
  folder(steps: readonly string[], messages: AsyncGenerator<OutMessage>): Promise<void>
}

/** Gives a whole mailbox to a writer. Folders with a password are in it. */
export async function writeMailbox(
  { mailstore }: App,
  accountId: AccountId,
  writer: MailboxWriter,
): Promise<{ folders: number; messages: number }> {
  const viewer = wholeAccount(accountId)
  const labels = new Map(
    (await mailstore.programs.labels(viewer)).map(({ id, name }) => [id, keywordFor(name, [])]),
  )
  let messages = 0
  const messagesOf = async function* (folder: FolderRow): AsyncGenerator<OutMessage> {
    const { uids } = await mailstore.programs.numbers(viewer, folder.id)
    for (let at = 0; at < uids.length; at += page) {
      const some = { folderId: folder.id, uids: uids.slice(at, at + page) }
      for (const row of await mailstore.programs.rows(viewer, some)) {
        const named = row.labels.flatMap((id) => labels.get(id) ?? [])
        yield { row, keywords: [...row.keywords, ...named], pieces: () => mailstore.pieces(row) }
        messages++
      }
    }
  }
  const folders = await mailstore.folders(accountId)
  for (const folder of folders) await writer.folder(stepsOf(folders, folder), messagesOf(folder))
  return { folders: folders.length, messages }
}
