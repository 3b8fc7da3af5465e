import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId } from '../../platform/ids.ts'
import type { MessageRow } from '../types.ts'
import { rowColumns } from './messages.queries.ts'

export interface UnansweredRequest {
  accountId: AccountId
  /** Where sent mail lies. */
  folderId: FolderId
  /** Mail in these is no answer: drafts, and what the viewer may not see. */
  without: readonly FolderId[]
  from: Date
  to: Date
  limit: number
}

/** The newest sent mails that are looked at. */
const lookedAt = 60

/**
 * Sent mail after which nothing came in its thread, newest first: a range of the sent folder, and for each thread in it
 * a look into the index of threads. Sent mail that was marked as unread is left out, so that one index holds the range.
 */
export const unansweredRows = (
  db: Db,
  { accountId, folderId, without, from, to, limit }: UnansweredRequest,
): Promise<MessageRow[]> =>
  db.query(sql<MessageRow>`
    WITH sent AS MATERIALIZED (
      SELECT id, thread_id, received_at FROM messages
      WHERE account_id = ${accountId} AND folder_id = ${folderId} AND seen = true
        AND received_at >= ${from} AND received_at < ${to}
      ORDER BY received_at DESC, id DESC LIMIT ${lookedAt}),
    last AS (SELECT DISTINCT ON (thread_id) id, thread_id, received_at FROM sent
      ORDER BY thread_id, received_at DESC, id DESC)
    SELECT ${rowColumns} FROM last
    JOIN messages m ON m.account_id = ${accountId} AND m.id = last.id
    WHERE NOT EXISTS (SELECT FROM messages later
      WHERE later.account_id = ${accountId} AND later.thread_id = last.thread_id
        AND later.received_at > last.received_at AND later.folder_id <> ALL(${without}::bigint[]))
    ORDER BY m.received_at DESC, m.id DESC LIMIT ${limit}`)
