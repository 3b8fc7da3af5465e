import type { Db } from '../platform/db/pool.ts'
import { none, type Sql, sql } from '../platform/db/sql.ts'
import type { AccountId, FolderId } from '../platform/ids.ts'
import { rowColumns, seenBy } from './messages.queries.ts'
import type { MessageRow, Viewer } from './types.ts'

export interface SearchRequest extends Viewer {
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

/** When the first and the last of the `count` newest mails until an instant arrived; null when there are fewer. */
export async function newestSpan(
  db: Db,
  accountId: AccountId,
  { count, until }: { count: number; until: Date | null },
): Promise<{ newest: Date; oldest: Date } | null> {
  const [row] = await db.query(sql<{ newest: Date; oldest: Date; found: number }>`
    SELECT max(received_at) AS newest, min(received_at) AS oldest, count(*)::int AS found FROM (
      SELECT received_at FROM message_search
      WHERE account_id = ${accountId} ${until === null ? none : sql`AND received_at <= ${until}`}
      ORDER BY received_at DESC LIMIT ${count}) newest`)
  return row && row.found >= count ? row : null
}

/**
 * Newest hits first. They are gathered from the word index before anything is sorted: a walk by date would unpack
 * the words of every mail on its way. Planned for each search, since the words decide about the plan.
 * @param since the first day to look at (message_search.day); null: everywhere
 */
export const searchMessages = (
  db: Db,
  request: SearchRequest,
  since: number | null,
): Promise<MessageRow[]> => {
  const ofMessage = messageFilters(request)
  return db.query(
    sql<MessageRow>`
    WITH hits AS MATERIALIZED (${hitsOf(request, since)}),
    newest AS (SELECT * FROM hits ${ofMessage ? none : newestFirst(sql`hits`, request.limit)})
    SELECT ${rowColumns} FROM newest
    JOIN messages m ON m.account_id = ${request.accountId} AND m.id = newest.message_id ${ofMessage ?? none}
    ${newestFirst(sql`newest`, request.limit)}`.planned(),
  )
}

const newestFirst = (rows: Sql, limit: number): Sql =>
  sql`ORDER BY ${rows}.received_at DESC, ${rows}.message_id DESC LIMIT ${limit}`

const hitsOf = ({ accountId, query, ...bounds }: SearchRequest, since: number | null): Sql => sql`
  SELECT s.received_at, s.message_id FROM message_search s
  WHERE s.account_id = ${accountId} AND s.tsv @@ ${query}::tsquery
    ${since === null ? none : sql`AND s.day >= ${since}`} ${dateFilters(bounds)}`

function dateFilters({
  cursor,
  from,
  until,
}: Pick<SearchRequest, 'cursor' | 'from' | 'until'>): Sql {
  return sql`
    ${cursor ? sql`AND (s.received_at, s.message_id) < (${cursor.receivedAt}, ${cursor.id})` : none}
    ${from === null ? none : sql`AND s.received_at >= ${from}`}
    ${until === null ? none : sql`AND s.received_at <= ${until}`}`
}

/** Filters that only the message itself answers; null when there are none. */
function messageFilters(request: SearchRequest): Sql | null {
  const { folderId, hasAttachment, seen, hidden } = request
  const filtered = folderId !== null || hasAttachment !== null || seen !== null
  if (!filtered && hidden.length === 0) return null
  return sql`
    ${seenBy(request)}
    ${folderId === null ? none : sql`AND m.folder_id = ${folderId}`}
    ${hasAttachment === null ? none : sql`AND m.has_attachment = ${hasAttachment}`}
    ${seen === null ? none : sql`AND m.seen = ${seen}`}`
}
