import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { FolderId, MessageId } from '../../platform/ids.ts'
import type { Viewer } from '../types.ts'
import { seenBy } from './messages.queries.ts'

/** What a POP3 session numbers: lists of numbers, for mailboxes of 100,000 messages. */
export interface Maildrop {
  ids: MessageId[]
  uids: number[]
  /** Bytes. */
  sizes: number[]
}

/** All messages of a folder, by UID. */
export async function maildropOf(db: Db, viewer: Viewer, folderId: FolderId): Promise<Maildrop> {
  const [row] = await db.query(sql<Maildrop>`
    SELECT coalesce(array_agg(m.id ORDER BY m.uid), '{}') AS ids, coalesce(array_agg(m.uid ORDER BY m.uid), '{}') AS uids,
      coalesce(array_agg(m.size ORDER BY m.uid), '{}') AS sizes
    FROM messages m
    WHERE m.account_id = ${viewer.accountId} AND m.folder_id = ${folderId} ${seenBy(viewer)}`)
  return row ?? { ids: [], uids: [], sizes: [] }
}
