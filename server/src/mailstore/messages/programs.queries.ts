import type { Db } from '../../platform/db/pool.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId, LabelId, MessageId, ThreadId } from '../../platform/ids.ts'
import { scoped, scopeMark } from '../search/search-terms.ts'
import type { TextPart } from '../search/word-parts.ts'
import type { PartReach } from '../search/word-scopes.queries.ts'
import type { Viewer } from '../types.ts'
import type { FlaggedMessage, Flags } from './flags.queries.ts'
import type { SystemFlag } from './flags.ts'
import { seenBy } from './messages.queries.ts'

/** Messages in the order of their UIDs: a list of numbers each, for a row of its own each would take ten times as much. */
export interface Numbered {
  ids: MessageId[]
  uids: number[]
  modseqs: number[]
  /** A character for the flags of each message: see `flagsOfBit`. */
  bits: string
  /** What those have that is no system flag, once for all that have the same: what most have first, until it is too much. */
  marked: { uids: number[]; keywords: string[]; labels: LabelId[] }[]
}

const noNumbers: Numbered = { ids: [], uids: [], modseqs: [], bits: '', marked: [] }
const firstBits = 48
const markedBit = 64

/** Characters of different keywords that are read of a folder: 20,000 messages may have 10 kB of them each. */
const mostMarked = 512 * 1024
/** What a set of them takes besides. */
const perMarked = 64

/** All messages of a folder. */
export async function numbersOf(db: Db, viewer: Viewer, folderId: FolderId): Promise<Numbered> {
  const [row] = await db.query(sql<Omit<Numbered, 'marked'>>`
    SELECT coalesce(array_agg(m.id ORDER BY m.uid), '{}') AS ids, coalesce(array_agg(m.uid ORDER BY m.uid), '{}') AS uids,
      coalesce(array_agg(m.modseq ORDER BY m.uid), '{}') AS modseqs,
      coalesce(string_agg(chr(${firstBits}::int + m.seen::int + 2 * m.starred::int + 4 * m.answered::int
        + 8 * m.forwarded::int + 16 * m.draft::int + 32 * m.deleted::int
        + ${markedBit}::int * (m.keywords <> '{}' OR m.labels <> '{}')::int), '' ORDER BY m.uid), '') AS bits
    FROM messages m
    WHERE m.account_id = ${viewer.accountId} AND m.folder_id = ${folderId} ${seenBy(viewer)}`)
  if (!row) return noNumbers
  return { ...row, marked: await markedIn(db, viewer, folderId) }
}

const markedIn = (db: Db, viewer: Viewer, folderId: FolderId): Promise<Numbered['marked']> =>
  db.query(sql<Numbered['marked'][number]>`
    SELECT s.uids, s.keywords, s.labels FROM (
      SELECT array_agg(m.uid) AS uids, m.keywords, m.labels,
        sum(octet_length(array_to_string(m.keywords, ' ')) + 20 * cardinality(m.labels) + ${perMarked}::int)
          OVER (ORDER BY count(*) DESC, min(m.uid)) AS until
      FROM messages m
      WHERE m.account_id = ${viewer.accountId} AND m.folder_id = ${folderId} ${seenBy(viewer)}
        AND (m.keywords <> '{}' OR m.labels <> '{}')
      GROUP BY m.keywords, m.labels) s
    WHERE s.until <= ${mostMarked}::int`)

/** Whether it has keywords or labels: of some of them the list says what these are. */
export const isMarkedBit = (bits: string, place: number): boolean =>
  ((bits.charCodeAt(place) - firstBits) & markedBit) > 0

/** What the character of a message says. */
export const flagsOfBit = (bits: string, place: number): Omit<Flags, 'keywords'> => {
  const set = bits.charCodeAt(place) - firstBits
  return {
    seen: (set & 1) > 0,
    starred: (set & 2) > 0,
    answered: (set & 4) > 0,
    forwarded: (set & 8) > 0,
    draft: (set & 16) > 0,
    deleted: (set & 32) > 0,
  }
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
  /** `words` is null where the text holds none that the index could find. */
  | { kind: 'words'; words: string | null; part: TextPart }
  | { kind: 'message-id'; text: string }
  | { kind: 'not'; key: Sought }
  | { kind: 'or' | 'and'; keys: readonly Sought[] }

/** What is sought where. */
export interface Seeking {
  folderId: FolderId
  sought: Sought
}

/** With the scopes in which words are looked up in the index (`scopesToAsk`); null: each message is asked by itself. */
export interface Located extends Seeking {
  scopes: readonly string[] | null
  reach: PartReach
}

/** The texts that are sought, wherever they stand in it. */
export function textsOf(sought: Sought): Extract<Sought, { kind: 'words' }>[] {
  if (sought.kind === 'not') return textsOf(sought.key)
  if (sought.kind === 'or' || sought.kind === 'and') return sought.keys.flatMap(textsOf)
  return sought.kind === 'words' ? [sought] : []
}

/** UIDs, ascending, and positions of the messages of a folder that are sought. */
export async function seek(
  db: Db,
  viewer: Viewer,
  seeking: Located,
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
  seeking: Located,
): Promise<{ count: number; bytes: number }> {
  const [row] = await db.query(
    sql<{ count: number; bytes: number }>`
    SELECT count(*) AS count, coalesce(sum(m.size), 0)::bigint AS bytes FROM messages m
    WHERE ${soughtBy(viewer, seeking)}`.planned(),
  )
  return row ?? { count: 0, bytes: 0 }
}

/** The messages of a folder that are sought. */
export const soughtBy = (viewer: Viewer, { folderId, sought, scopes, reach }: Located): Sql =>
  sql`m.account_id = ${viewer.accountId} AND m.folder_id = ${folderId} AND ${test({ ...viewer, scopes, reach }, sought)}
      ${seenBy(viewer)}`

interface Place extends Pick<Located, 'scopes' | 'reach'> {
  accountId: AccountId
}

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
/** Days are those of UTC, as INTERNALDATE is told; of the sending, those that the sender wrote (RFC 9051 §6.4.4). */
const dateColumn = {
  received: sql`m.received_at`,
  sent: sql`coalesce(m.sent_at + coalesce(m.sent_zone, 0) * interval '1 minute', m.received_at)`,
  saved: sql`coalesce(m.saved_at, m.received_at)`,
}

function test(place: Place, sought: Sought): Sql {
  switch (sought.kind) {
    case 'all':
      return sql`true`
    case 'none':
      return sql`false`
    case 'flag':
      return sql`${flagColumn[sought.flag]} = ${sought.value}`
    case 'keyword':
      return sql`(lower(${sought.name}) IN (SELECT lower(k) FROM unnest(m.keywords) k) OR EXISTS (
        SELECT FROM labels l WHERE l.account_id = ${place.accountId} AND l.deleted_at IS NULL AND l.id = ANY(m.labels)
          AND lower(l.keyword) = lower(${sought.name}))) = ${sought.value}`
    case 'uids':
      // Searched by halves, however many ranges there are.
      return sql`m.uid <@ ${rangesText(sought.ranges)}::int8multirange`
    case 'date': {
      const at = dateColumn[sought.of]
      return sql`(${at} >= coalesce(${sought.from}::timestamptz, '-infinity') AND ${at} < coalesce(${sought.until}::timestamptz, 'infinity'))`
    }
    case 'size':
      return sought.side === 'above'
        ? sql`m.size > ${sought.bytes}::bigint`
        : sql`m.size < ${sought.bytes}::bigint`
    case 'modseq':
      return sql`m.modseq >= ${sought.from}`
    case 'thread':
      return sql`m.thread_id = ${sought.id}`
    case 'email':
      return sql`(m.received_at = ${sought.receivedAt} AND substring(m.blob FROM 1 FOR ${sought.hashBegins.length}::int) = ${sought.hashBegins})`
    case 'words':
      return sql`(${indexed(place, sought.words)} OR ${within(place, sought.part)})`
    case 'message-id':
      return sql`coalesce(strpos(lower(m.message_id), lower(${sought.text})) > 0, false)`
    case 'not':
      return sql`NOT ${test(place, sought.key)}`
    default:
      return joined(place, sought)
  }
}

/** By words and beginnings of words. */
function indexed({ accountId, scopes }: Place, words: string | null): Sql {
  if (words === null) return sql`false`
  if (!scopes)
    return sql`EXISTS (SELECT FROM message_search s WHERE s.message_id = m.id
      AND s.tsv @@ replace(${words}, ${scopeMark}, search_scope(${accountId}, s.received_at))::tsquery)`
  // The index leads: OFFSET 0 keeps the planner from unpacking the words of each message of the folder, and the array from asking
  // again for each.
  return sql`m.id = ANY(ARRAY(SELECT found.message_id FROM unnest(${looksOf(scopes, words)}::tsquery[]) AS look (words)
    CROSS JOIN LATERAL (SELECT s.message_id FROM message_search s WHERE s.tsv @@ look.words AND s.settled OFFSET 0) found
    UNION ALL SELECT s.message_id FROM message_search s WHERE s.account_id = ${accountId} AND NOT s.settled
      AND s.tsv @@ replace(${words}, ${scopeMark}, search_scope(${accountId}, s.received_at))::tsquery))`
}

const columnOf = {
  subject: sql`m.subject`,
  from: sql`m.from_name || ' <' || m.from_address || '>'`,
}

/** By any part of a word, where that is looked for. */
function within({ reach }: Place, { text, column, patterns, weights }: TextPart): Sql {
  if (column && reach.rows) return sql`strpos(lower(${columnOf[column]}), lower(${text})) > 0`
  if (patterns.length === 0 || !reach.words) return sql`false`
  return sql`EXISTS (SELECT FROM message_search s
    WHERE s.account_id = m.account_id AND s.received_at = m.received_at AND s.message_id = m.id
      AND NOT EXISTS (SELECT FROM unnest(${patterns}::text[]) AS pattern WHERE NOT EXISTS (
        SELECT FROM unnest(s.tsv) AS word WHERE word.lexeme LIKE pattern
          AND (${weights.length === 0} OR word.weights && ${weights}::text[]))))`
}

/** A query over more months at once grows longer than it saves. */
const scopesPerLook = 60

/** The words in all months of the mailbox: a tsquery text for each sixty. */
const looksOf = (scopes: readonly string[], words: string): string[] =>
  Array.from({ length: Math.ceil(scopes.length / scopesPerLook) }, (_, look) =>
    scopes
      .slice(look * scopesPerLook, (look + 1) * scopesPerLook)
      .map((scope) => `(${scoped(words, scope)})`)
      .join(' | '),
  )

function joined(
  place: Place,
  { kind, keys }: { kind: 'or' | 'and'; keys: readonly Sought[] },
): Sql {
  const [first, ...others] = keys.map((one) => test(place, one))
  if (!first) return kind === 'and' ? sql`true` : sql`false`
  return sql`(${others.reduce((all, one) => (kind === 'or' ? sql`${all} OR ${one}` : sql`${all} AND ${one}`), first)})`
}
