import type { Db } from '../platform/db/pool.ts'
import { none, type Sql, sql } from '../platform/db/sql.ts'
import type { AccountId, FolderId } from '../platform/ids.ts'
import { rowColumns } from './messages.queries.ts'
import type { MessageRow } from './types.ts'

export interface SearchRequest {
  accountId: AccountId
  /** tsquery text made by searchQuery: it holds letters, digits and operators only. */
  query: string
  limit: number
  cursor: { receivedAt: Date; id: number } | null
  folderId: FolderId | null
  from: Date | null
  until: Date | null
  hasAttachment: boolean | null
  seen: boolean | null
}

/**
 * Newest hits first. Planned for each search: a rare word is best read from the word index, one that stands
 * in every mail by walking the dates until the page is full.
 */
export const searchMessages = (db: Db, request: SearchRequest): Promise<MessageRow[]> =>
  db.query(
    sql<MessageRow>`
    SELECT ${rowColumns} FROM message_search s
    JOIN messages m ON m.account_id = s.account_id AND m.id = s.message_id
    WHERE s.account_id = ${request.accountId} AND s.tsv @@ ${request.query}::tsquery ${bounds(request)}
    ORDER BY s.received_at DESC, s.message_id DESC LIMIT ${request.limit}`.planned(),
  )

function bounds({ cursor, folderId, from, until, hasAttachment, seen }: SearchRequest): Sql {
  return sql`
    ${cursor ? sql`AND (s.received_at, s.message_id) < (${cursor.receivedAt}, ${cursor.id})` : none}
    ${folderId === null ? none : sql`AND m.folder_id = ${folderId}`}
    ${from === null ? none : sql`AND s.received_at >= ${from}`}
    ${until === null ? none : sql`AND s.received_at <= ${until}`}
    ${hasAttachment === null ? none : sql`AND m.has_attachment = ${hasAttachment}`}
    ${seen === null ? none : sql`AND m.seen = ${seen}`}`
}
