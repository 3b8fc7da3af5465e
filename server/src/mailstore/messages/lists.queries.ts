import type { Db } from '../../platform/db/pool.ts'
import { none, type Sql, sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId, ThreadId, UserId } from '../../platform/ids.ts'
import type { MessageRow, Viewer } from '../types.ts'
import {
  filterOf,
  type ListFilter,
  type ListOrder,
  orderValue,
  type PageBounds,
  stretches,
} from './list-order.queries.ts'
import { rowColumns, seenBy } from './messages.queries.ts'

/** A row with its value in the order of its list, which its cursor needs. */
export interface ListedRow extends MessageRow {
  value: boolean | string | number | null
  /** In lists of conversations: false where a newer mail of the thread stands for it. */
  isHead: boolean
}

export interface FolderListRequest extends PageBounds, ListOrder {
  accountId: AccountId
  folderId: FolderId
  filter: ListFilter
  /** Mail that is this person's to answer; null: nobody's. Absent: all. */
  assignee?: UserId | null | undefined
  /** Tells of each row whether it stands for its thread; without it, whether it is nobody's where that was asked for. */
  heads: boolean
}

/** Columns beyond those of every row. */
const listColumns = (order: ListOrder, isHead: Sql = sql`true`): Sql =>
  sql`${rowColumns}, ${orderValue(order)} AS value, ${isHead} AS "isHead"`

/** The newest of its thread in the folder, pins first, as the list has them. */
const newestOfThread = sql`NOT EXISTS (SELECT FROM messages n
  WHERE n.account_id = m.account_id AND n.thread_id = m.thread_id AND n.folder_id = m.folder_id
    AND (n.pinned, n.received_at, n.id) > (m.pinned, m.received_at, m.id))`

/** A person's is few and found by its index. */
const assignedTo = ({ accountId, assignee }: FolderListRequest): Sql =>
  assignee === undefined || assignee === null
    ? none
    : sql`AND m.id = ANY(ARRAY(
        SELECT b.message_id FROM box_mail b WHERE b.account_id = ${accountId} AND b.assignee = ${assignee}))`

/**
 * What is nobody's, or of somebody who may not answer it any more, is told row by row: where nearly all is somebody's, a
 * condition would read the whole folder.
 */
const isNobodys = sql`NOT EXISTS (SELECT FROM box_mail b
  JOIN working_members k ON k.account_id = b.account_id AND k.user_id = b.assignee AND k.level <> 'read'
  WHERE b.account_id = m.account_id AND b.message_id = m.id)`

function headOf({ heads, assignee }: FolderListRequest): Sql | undefined {
  if (heads) return newestOfThread
  return assignee === null ? isNobodys : undefined
}

/** One page of a folder in any order: one or two index ranges, whatever the depth. */
export async function folderList(db: Db, request: FolderListRequest): Promise<ListedRow[]> {
  const columns = listColumns(request, headOf(request))
  const rows: ListedRow[] = []
  for (const { where, order } of stretches(request, request)) {
    const limit = request.limit - rows.length
    if (limit <= 0) break
    rows.push(
      ...(await db.query(sql<ListedRow>`
        SELECT ${columns} FROM messages m
        WHERE m.account_id = ${request.accountId} AND m.folder_id = ${request.folderId} ${filterOf[request.filter]}
          ${assignedTo(request)} ${where}
        ${order} LIMIT ${limit}`)),
    )
  }
  return rows
}

const time: ListOrder = { sort: 'date', pinsFirst: false, ascending: false }

/** The one stretch of an order by time. */
function timeStretch(bounds: PageBounds & { ascending: boolean }): { where: Sql; order: Sql } {
  const [stretch] = stretches({ ...time, ascending: bounds.ascending }, bounds)
  if (!stretch) throw new Error('an order without a stretch')
  return stretch
}

export interface AcrossRequest extends PageBounds {
  accountId: AccountId
  /** Where to look: what the viewer may see and the list is about. */
  folderIds: readonly FolderId[]
  filter: Exclude<ListFilter, 'all'>
  ascending: boolean
}

/** One page of several folders by time: the first rows of each, merged. No row is read that could not be on the page. */
export function acrossFolders(db: Db, request: AcrossRequest): Promise<ListedRow[]> {
  const { where, order } = timeStretch(request)
  return db.query(sql<ListedRow>`
    SELECT ${listColumns(time)} FROM (
      SELECT m.id FROM unnest(${request.folderIds}::bigint[]) AS f (id)
      CROSS JOIN LATERAL (
        SELECT m.id, m.received_at FROM messages m
        WHERE m.account_id = ${request.accountId} AND m.folder_id = f.id ${filterOf[request.filter]} ${where}
        ${order} LIMIT ${request.limit}) AS m
      ${order} LIMIT ${request.limit}) AS page
    JOIN messages m ON m.account_id = ${request.accountId} AND m.id = page.id
    ${order}`)
}

export interface RelatedRequest extends PageBounds, Viewer {
  /** In lower case. */
  address: string
  ascending: boolean
}

/** What an address sent to an account and what was sent to it, by time. */
export function correspondence(db: Db, request: RelatedRequest): Promise<ListedRow[]> {
  const { accountId, address, hidden, limit } = request
  const { where, order } = timeStretch(request)
  return db.query(sql<ListedRow>`
    WITH page AS (
      SELECT m.id, m.received_at FROM (
        (SELECT m.id, m.received_at FROM messages m
         WHERE m.account_id = ${accountId} AND lower(left(m.from_address, 320)) = ${address} ${seenBy(request)} ${where}
         ${order} LIMIT ${limit})
        UNION
        (SELECT m.id, m.received_at FROM (SELECT message_id AS id, received_at FROM sent_to
           WHERE account_id = ${accountId} AND address = ${address}) AS m
         WHERE EXISTS (SELECT FROM messages o WHERE o.account_id = ${accountId} AND o.id = m.id
           ${hidden.length > 0 ? sql`AND o.folder_id <> ALL(${hidden}::bigint[])` : none}) ${where}
         ${order} LIMIT ${limit})) AS m
      ${order} LIMIT ${limit})
    SELECT ${listColumns(time)} FROM page
    JOIN messages m ON m.account_id = ${accountId} AND m.id = page.id
    ${order}`)
}

export interface ThreadPlace {
  accountId: AccountId
  /** Folders to look into. */
  folderIds: readonly FolderId[]
}

/** Ids of a thread's newest mails in some folders: the first of each folder, pinned or not. */
const newestOf = ({ accountId, folderIds }: ThreadPlace, thread: Sql, limit: number): Sql => sql`
  SELECT k.id, k.received_at FROM unnest(${folderIds}::bigint[]) AS f (id)
  CROSS JOIN (VALUES (true), (false)) AS p (pinned)
  CROSS JOIN LATERAL (
    SELECT n.id, n.received_at FROM messages n
    WHERE n.account_id = ${accountId} AND n.thread_id = ${thread} AND n.folder_id = f.id AND n.pinned = p.pinned
    ORDER BY n.received_at DESC, n.id DESC LIMIT ${limit}) AS k
  ORDER BY k.received_at DESC, k.id DESC LIMIT ${limit}`

/** The newest mails of a thread, oldest of them first. */
export const threadRows = (
  db: Db,
  place: ThreadPlace,
  { threadId, limit }: { threadId: ThreadId; limit: number },
): Promise<ListedRow[]> =>
  db.query(sql<ListedRow>`
    SELECT ${listColumns(time)} FROM (${newestOf(place, sql`${threadId}::bigint`, limit)}) AS page
    JOIN messages m ON m.account_id = ${place.accountId} AND m.id = page.id
    ORDER BY m.received_at, m.id`)

export interface ThreadFacts {
  threadId: ThreadId
  count: number
  unread: number
  /** Newest first, each once. */
  people: { name: string; address: string }[]
}

/**
 * What rows of conversations say of their threads. Looks at no more than `limit` mails of each, in the order of their
 * index: of a longer thread some people may not be named.
 */
export const threadFacts = (
  db: Db,
  { accountId, folderIds }: ThreadPlace,
  { threadIds, limit }: { threadIds: readonly ThreadId[]; limit: number },
): Promise<ThreadFacts[]> =>
  db.query(sql<ThreadFacts>`
    SELECT t.id AS "threadId", facts.count, facts.unread, facts.people FROM unnest(${threadIds}::bigint[]) AS t (id)
    CROSS JOIN LATERAL (
      SELECT sum(p.count)::int AS count, sum(p.unread)::int AS unread,
        coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'address', p.address) ORDER BY p.last DESC)
          FILTER (WHERE p.rank <= 5), '[]') AS people
      FROM (
        SELECT max(x.from_name) AS name, x.from_address AS address, max(x.received_at) AS last, count(*) AS count,
          count(*) FILTER (WHERE NOT x.seen) AS unread, row_number() OVER (ORDER BY max(x.received_at) DESC) AS rank
        FROM (
          SELECT n.from_name, n.from_address, n.received_at, n.seen FROM messages n
          WHERE n.account_id = ${accountId} AND n.thread_id = t.id AND n.folder_id = ANY(${folderIds}::bigint[])
          LIMIT ${limit}) AS x
        GROUP BY x.from_address) AS p) AS facts`)

/** Ids of the mails of threads in one folder, at most `limit`. */
export async function idsOfThreads<Id extends number>(
  db: Db,
  viewer: Viewer,
  {
    folderId,
    threadIds,
    limit,
  }: { folderId: FolderId; threadIds: readonly number[]; limit: number },
): Promise<Id[]> {
  const rows = await db.query(sql<{ id: Id }>`
    SELECT m.id FROM messages m
    WHERE m.account_id = ${viewer.accountId} AND m.thread_id = ANY(${threadIds}::bigint[]) AND m.folder_id = ${folderId}
      ${seenBy(viewer)} LIMIT ${limit}`)
  return rows.map((row) => row.id)
}
