import type { StoredMessage } from '../../mailstore/messages/messages.queries.ts'
import type { FileReader, ReadingExtras } from '../messages/messages.public.ts'
import { addPictureSender, isPictureSender } from './reader.queries.ts'
import type { ReaderOptions } from './reader-options.ts'
import { isVerified } from './warnings.ts'

/** Keyword of a message whose remote pictures its reader wants to see. */
const picturesKeyword = '$HongyanPictures'

/** A sender is trusted only where the mail is surely of that sender: else any forger could use the permission. */
export async function pictureRight(
  { database }: ReaderOptions,
  { accountId }: FileReader,
  row: StoredMessage,
): Promise<ReadingExtras['picturesAllowed']> {
  if (row.keywords.includes(picturesKeyword)) return 'message'
  if (!isVerified(row.authentication, row.fromAddress)) return 'no'
  const isAllowed = await isPictureSender(database, accountId, row.fromAddress.toLowerCase())
  return isAllowed ? 'sender' : 'no'
}

export async function allowPictures(
  { database, mailstore }: ReaderOptions,
  { accountId }: FileReader,
  { row, allow }: { row: StoredMessage; allow: 'once' | 'message' | 'sender' },
): Promise<void> {
  if (allow === 'sender' && row.fromAddress !== '') {
    await addPictureSender(database, accountId, row.fromAddress.toLowerCase())
  }
  if (allow === 'once') return
  const changes = await database.transaction((tx) =>
    mailstore.addKeywordIn(tx, accountId, { id: row.id, keyword: picturesKeyword }),
  )
  mailstore.announce(changes ?? [])
}
