import type { Db } from '../../platform/db/pool.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId, LabelId, MessageId, ThreadId } from '../../platform/ids.ts'
import { scopeMark } from '../search/search-terms.ts'
import type { Viewer } from '../types.ts'
import type { FlaggedMessage } from './flags.queries.ts'
import type { SystemFlag } from './flags.ts'
import { seenBy } from './messages.queries.ts'

/** Messages in the order of their UIDs: a list of numbers each, for a row of its own each would take ten times as much. */
export interface Numbered {
  ids: MessageId[]
  uids: number[]
  modseqs: number[]
  /** UID of the first that is unseen. */
  unseen: number | null
}

/** All messages of a folder. */
export async function numbersOf(db: Db, viewer: Viewer, folderId: FolderId): Promise<Numbered> {
  const [row] = await db.query(sql<Numbered>`
    SELECT coalesce(array_agg(m.id ORDER BY m.uid), '{}') AS ids, coalesce(array_agg(m.uid ORDER BY m.uid), '{}') AS uids,
      coalesce(array_agg(m.modseq ORDER BY m.uid), '{}') AS modseqs, min(m.uid) FILTER (WHERE NOT m.seen) AS unseen
    FROM messages m
    WHERE m.account_id = ${viewer.accountId} AND m.folder_id = ${folderId} ${seenBy(viewer)}`)
  return row ?? { ids: [], uids: [], modseqs: [], unseen: null }
}

/** What FETCH tells without opening a message. */
export interface ProgramRow extends FlaggedMessage {
  receivedAt: Date
  /** When it came into the folder where it lies. */
  savedAt: Date
  threadId: ThreadId
  size: number
  blob: Buffer
}

/** Some messages of a folder, in the order of their UIDs. */
export const rowsByUid = (
  db: Db,
  viewer: Viewer,
  { folderId, uids }: { folderId: FolderId; uids: readonly number[] },
): Promise<ProgramRow[]> =>
  db.query(sql<ProgramRow>`
    SELECT m.id, m.uid, m.modseq, m.folder_id AS "folderId", m.seen, m.starred, m.answered, m.forwarded, m.draft,
      m.deleted, m.keywords, m.labels, m.received_at AS "receivedAt", coalesce(m.saved_at, m.received_at) AS "savedAt",
      m.thread_id AS "threadId", m.size, m.blob
    FROM messages m
    WHERE m.account_id = ${viewer.accountId} AND m.folder_id = ${folderId} AND m.uid = ANY(${uids}::bigint[])
      ${seenBy(viewer)}
    ORDER BY m.uid`)

/** What programs ask of whole mailboxes. */
export type FlagRow = Omit<FlaggedMessage, 'id' | 'folderId'>

interface FlagLists {
  uids: number[]
  modseqs: number[]
  /** 1 seen, 2 starred, 4 answered, 8 forwarded, 16 draft, 32 deleted. */
  bits: number[]
  marked: { uid: number; keywords: string[]; labels: LabelId[] }[]
}

const noMarks = { keywords: [], labels: [] }

/** Flags of some messages of a folder, by UID: lists of numbers, because reading rows takes most of such a command's time. */
export async function flagsByUid(
  db: Db,
  viewer: Viewer,
  { folderId, uids }: { folderId: FolderId; uids: readonly number[] },
): Promise<FlagRow[]> {
  const [found] = await db.query(sql<FlagLists>`
    SELECT coalesce(array_agg(m.uid ORDER BY m.uid), '{}') AS uids,
      coalesce(array_agg(m.modseq ORDER BY m.uid), '{}') AS modseqs,
      coalesce(array_agg((m.seen::int + 2 * m.starred::int + 4 * m.answered::int + 8 * m.forwarded::int
        + 16 * m.draft::int + 32 * m.deleted::int)::bigint ORDER BY m.uid), '{}') AS bits,
      coalesce(json_agg(json_build_object('uid', m.uid, 'keywords', m.keywords, 'labels', m.labels))
        FILTER (WHERE m.keywords <> '{}' OR m.labels <> '{}'), '[]') AS marked
    FROM messages m
    WHERE m.account_id = ${viewer.accountId} AND m.folder_id = ${folderId} AND m.uid = ANY(${uids}::bigint[])
      ${seenBy(viewer)}`)
  if (!found) return []
  const marks = new Map(found.marked.map((one) => [one.uid, one]))
  return found.uids.map((uid, index) => {
    const { keywords, labels } = marks.get(uid) ?? noMarks
    const modseq = found.modseqs[index] ?? 0
    return { uid, modseq, keywords, labels, ...flagsOf(found.bits[index] ?? 0) }
  })
}

const flagsOf = (bits: number) => ({
  seen: (bits & 1) > 0,
  starred: (bits & 2) > 0,
  answered: (bits & 4) > 0,
  forwarded: (bits & 8) > 0,
  draft: (bits & 16) > 0,
  deleted: (bits & 32) > 0,
})

/** The first words of some messages, by their id. */
export async function previewsOf(
  db: Db,
  viewer: Viewer,
  ids: readonly MessageId[],
): Promise<Map<MessageId, string>> {
  const rows = await db.query(sql<{ id: MessageId; preview: string }>`
    SELECT m.id, m.preview FROM messages m
    WHERE m.account_id = ${viewer.accountId} AND m.id = ANY(${ids}::bigint[]) ${seenBy(viewer)}`)
  return new Map(rows.map(({ id, preview }) => [id, preview]))
}

/** What SEARCH asks of a message. `words` is a tsquery text with `scopeMark` before each word. */
export type Sought =
  | { kind: 'all' | 'none' }
  | { kind: 'flag'; flag: SystemFlag; value: boolean }
  | { kind: 'keyword'; name: string; value: boolean }
  /** From one to another, both included. */
  | { kind: 'uids'; ranges: readonly (readonly [number, number])[] }
  | { kind: 'date'; of: 'received' | 'sent' | 'saved'; from: Date | null; until: Date | null }
  | { kind: 'size'; side: 'above' | 'below'; bytes: number }
  | { kind: 'modseq'; from: number }
  | { kind: 'thread'; id: number }
  /** One content as it came at one time: a message and its copies. */
  | { kind: 'email'; receivedAt: Date; hashBegins: Buffer }
  | { kind: 'words'; words: string }
  | { kind: 'message-id'; text: string }
  | { kind: 'not'; key: Sought }
  | { kind: 'or' | 'and'; keys: readonly Sought[] }

/** What is sought where. */
export interface Seeking {
  folderId: FolderId
  sought: Sought
}

/** UIDs, ascending, and positions of the messages of a folder that are sought. */
export async function seek(
  db: Db,
  viewer: Viewer,
  seeking: Seeking,
): Promise<Pick<Numbered, 'uids' | 'modseqs'>> {
  const [row] = await db.query(
    sql<Pick<Numbered, 'uids' | 'modseqs'>>`
    SELECT coalesce(array_agg(m.uid ORDER BY m.uid), '{}') AS uids,
      coalesce(array_agg(m.modseq ORDER BY m.uid), '{}') AS modseqs
    FROM messages m WHERE ${soughtBy(viewer, seeking)}`.planned(),
  )
  return row ?? { uids: [], modseqs: [] }
}

/** How many messages of a folder are sought, and their bytes. */
export async function countSought(
  db: Db,
  viewer: Viewer,
  seeking: Seeking,
): Promise<{ count: number; bytes: number }> {
  const [row] = await db.query(
    sql<{ count: number; bytes: number }>`
    SELECT count(*) AS count, coalesce(sum(m.size), 0)::bigint AS bytes FROM messages m
    WHERE ${soughtBy(viewer, seeking)}`.planned(),
  )
  return row ?? { count: 0, bytes: 0 }
}

/** The messages of a folder that are sought. */
export const soughtBy = (viewer: Viewer, { folderId, sought }: Seeking): Sql =>
  sql`m.account_id = ${viewer.accountId} AND m.folder_id = ${folderId} AND ${test(viewer.accountId, sought)}
      ${seenBy(viewer)}`

const rangesText = (ranges: readonly (readonly [number, number])[]): string =>
  `{${ranges.map(([from, to]) => `[${from},${to}]`).join(',')}}`

const flagColumn: Record<SystemFlag, Sql> = {
  seen: sql`m.seen`,
  starred: sql`m.starred`,
  answered: sql`m.answered`,
  forwarded: sql`m.forwarded`,
  draft: sql`m.draft`,
  deleted: sql`m.deleted`,
}
const dateColumn = {
  received: sql`m.received_at`,
  sent: sql`coalesce(m.sent_at, m.received_at)`,
  saved: sql`coalesce(m.saved_at, m.received_at)`,
}

function test(accountId: AccountId, sought: Sought): Sql {
  switch (sought.kind) {
    case 'all':
      return sql`true`
    case 'none':
      return sql`false`
    case 'flag':
      return sql`${flagColumn[sought.flag]} = ${sought.value}`
    case 'keyword':
      return sql`(lower(${sought.name}) IN (SELECT lower(k) FROM unnest(m.keywords) k) OR EXISTS (
        SELECT FROM labels l WHERE l.account_id = ${accountId} AND l.deleted_at IS NULL AND l.id = ANY(m.labels)
          AND lower(l.keyword) = lower(${sought.name}))) = ${sought.value}`
    case 'uids':
      // Searched by halves, however many ranges there are.
      return sql`m.uid <@ ${rangesText(sought.ranges)}::int8multirange`
    case 'date': {
      const at = dateColumn[sought.of]
      return sql`(${at} >= coalesce(${sought.from}::timestamptz, '-infinity') AND ${at} < coalesce(${sought.until}::timestamptz, 'infinity'))`
    }
    case 'size':
      return sought.side === 'above' ? sql`m.size > ${sought.bytes}` : sql`m.size < ${sought.bytes}`
    case 'modseq':
      return sql`m.modseq >= ${sought.from}`
    case 'thread':
      return sql`m.thread_id = ${sought.id}`
    case 'email':
      return sql`(m.received_at = ${sought.receivedAt} AND substring(m.blob FROM 1 FOR ${sought.hashBegins.length}::int) = ${sought.hashBegins})`
    case 'words':
      return sql`coalesce((
        SELECT s.tsv @@ replace(${sought.words}, ${scopeMark}, search_scope(${accountId}, m.received_at))::tsquery
        FROM message_search s
        WHERE s.account_id = ${accountId} AND s.received_at = m.received_at AND s.message_id = m.id), false)`
    case 'message-id':
      return sql`strpos(lower(coalesce(m.message_id, '')), lower(${sought.text})) > 0`
    case 'not':
      return sql`NOT ${test(accountId, sought.key)}`
    default:
      return joined(accountId, sought)
  }
}

function joined(
  accountId: AccountId,
  { kind, keys }: { kind: 'or' | 'and'; keys: readonly Sought[] },
): Sql {
  const [first, ...others] = keys.map((one) => test(accountId, one))
  if (!first) return kind === 'and' ? sql`true` : sql`false`
  return sql`(${others.reduce((all, one) => (kind === 'or' ? sql`${all} OR ${one}` : sql`${all} AND ${one}`), first)})`
}
