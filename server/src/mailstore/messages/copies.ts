import type { Db } from '../../platform/db/pool.ts'
import type { AccountId, FolderId } from '../../platform/ids.ts'
import { countsAt, countsById } from './messages.queries.ts'
import { messageKey } from './threads.ts'

/** A message that may be in a folder already. */
export interface SoughtCopy {
  /** SHA-256 of its bytes. */
  blob: Buffer
  messageId: string | null
  /** Null: nobody knows, so only its Message-ID can tell. */
  receivedAt: Date | null
}

/**
 * How many copies of contents (SHA-256 in hex) a folder has: of mail with a Message-ID whenever they came, of other mail at
 * these moments, because contents have no index.
 */
export async function copiesIn(
  db: Db,
  at: { accountId: AccountId; folderId: FolderId },
  wanted: readonly SoughtCopy[],
): Promise<Map<string, number>> {
  const named = wanted.flatMap(({ messageId }) =>
    messageId === null ? [] : [{ messageId, key: messageKey(messageId) }],
  )
  const unnamed = wanted.flatMap(({ blob, messageId, receivedAt }) =>
    messageId !== null || receivedAt === null ? [] : [{ blob, receivedAt }],
  )
  const found = [
    ...(named.length > 0 ? await countsById(db, at, named) : []),
    ...(unnamed.length > 0 ? await countsAt(db, at, unnamed) : []),
  ]
  const counts = new Map<string, number>()
  for (const { blob, count } of found) {
    const content = blob.toString('hex')
    counts.set(content, (counts.get(content) ?? 0) + count)
  }
  return counts
}
