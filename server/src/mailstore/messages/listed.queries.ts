import type { Db } from '../../platform/db/pool.ts'
import { none, type Sql, sql } from '../../platform/db/sql.ts'
import type { FolderId } from '../../platform/ids.ts'
import { outlineVersion } from '../outlines/outline.ts'
import type { Viewer } from '../types.ts'
import { seenBy } from './messages.queries.ts'

/** What may be asked for; each costs something. */
export type ListedPart = 'dates' | 'envelope' | 'structure' | 'fields'

export interface Listing {
  folderId: FolderId
  uids: readonly number[]
  /** Whether these are all that lie between the first and the last of them: a range is found sooner. */
  isRange: boolean
  parts: ReadonlySet<ListedPart>
}

/** A message as programs list it; what was not asked for is null, or 0. */
export interface Listed {
  uid: number
  size: number
  /** ms */
  receivedAt: number
  savedAt: number
  /** As they go over the line; null too where they are not kept. */
  envelope: string | null
  structure: string | null
  /** `ToldFields` as JSON. */
  fields: string | null
  /** The content of which nothing is kept yet; null for all others. */
  unknown: Buffer | null
}

/** Of texts all of them one behind the other, and how many bytes each has; -1: it is not kept. */
interface Columns {
  uids: number[]
  sizes: number[]
  receivedAt?: number[]
  savedAt?: number[]
  envelopes?: string | null
  envelopeSizes?: number[]
  structures?: string | null
  structureSizes?: number[]
  fields?: string | null
  fieldsSizes?: number[]
  /** Contents of which nothing is kept, in hex, by the UID. */
  unknown?: Record<string, string> | null
}

/**
 * Some messages of a folder by UID, a value for all of each column: rows take the driver most of the time of such a
 * command, and texts as JSON the database.
 */
export async function listedByUid(db: Db, viewer: Viewer, listing: Listing): Promise<Listed[]> {
  const { folderId, uids, isRange, parts } = listing
  const asksTexts = parts.has('envelope') || parts.has('structure') || parts.has('fields')
  const outlines = sql`LEFT JOIN message_outlines o ON o.blob = m.blob AND o.version = ${outlineVersion}`
  const asked = isRange
    ? sql`m.uid BETWEEN ${uids[0] ?? 0} AND ${uids.at(-1) ?? 0}`
    : sql`m.uid = ANY(${uids}::bigint[])`
  const [found] = await db.query(sql<Columns>`
    SELECT coalesce(array_agg(m.uid ORDER BY m.uid), '{}') AS uids,
      coalesce(array_agg(m.size::bigint ORDER BY m.uid), '{}') AS sizes
      ${parts.has('dates') ? dates : none}
      ${parts.has('envelope') ? sql`, ${joined(sql`o.envelope`)} AS envelopes, ${sizes(sql`o.envelope`)} AS "envelopeSizes"` : none}
      ${parts.has('structure') ? sql`, ${joined(sql`o.structure`)} AS structures, ${sizes(sql`o.structure`)} AS "structureSizes"` : none}
      ${parts.has('fields') ? sql`, ${joined(sql`o.fields::text`)} AS fields, ${sizes(sql`o.fields::text`)} AS "fieldsSizes"` : none}
      ${asksTexts ? sql`, json_object_agg(m.uid, encode(m.blob, 'hex')) FILTER (WHERE o.blob IS NULL) AS unknown` : none}
    FROM messages m ${asksTexts ? outlines : none}
    WHERE m.account_id = ${viewer.accountId} AND m.folder_id = ${folderId} AND ${asked} ${seenBy(viewer)}`)
  return found ? listedOf(found) : []
}

const milliseconds = (at: Sql): Sql =>
  sql`array_agg((extract(epoch FROM ${at}) * 1000)::bigint ORDER BY m.uid)`
const dates = sql`, ${milliseconds(sql`m.received_at`)} AS "receivedAt",
  ${milliseconds(sql`coalesce(m.saved_at, m.received_at)`)} AS "savedAt"`
const joined = (text: Sql): Sql => sql`string_agg(${text}, '' ORDER BY m.uid)`
/** In bytes: for characters the database would unpack each a second time. */
const sizes = (text: Sql): Sql =>
  sql`array_agg(coalesce(octet_length(${text}), -1)::bigint ORDER BY m.uid)`

function listedOf(columns: Columns): Listed[] {
  const { uids, receivedAt, savedAt, unknown } = columns
  const envelope = pieces(columns.envelopes, columns.envelopeSizes)
  const structure = pieces(columns.structures, columns.structureSizes)
  const fields = pieces(columns.fields, columns.fieldsSizes)
  return uids.map((uid, index) => {
    const content = unknown?.[uid]
    return {
      uid,
      size: columns.sizes[index] ?? 0,
      receivedAt: receivedAt?.[index] ?? 0,
      savedAt: savedAt?.[index] ?? 0,
      envelope: envelope(),
      structure: structure(),
      fields: fields(),
      unknown: content === undefined ? null : Buffer.from(content, 'hex'),
    }
  })
}

/** @returns what gives one piece of a text after the other */
function pieces(text: string | null = null, sizes: number[] = []): () => string | null {
  if (text === null) return () => null
  const bytes = sizes.reduce((sum, size) => sum + Math.max(size, 0), 0)
  // As good as always a byte is a character.
  const whole = bytes === text.length ? text : Buffer.from(text)
  let at = 0
  let index = 0
  return () => {
    const size = sizes[index++] ?? -1
    if (size < 0) return null
    at += size
    const from = at - size
    return typeof whole === 'string' ? whole.slice(from, at) : whole.toString('utf8', from, at)
  }
}
