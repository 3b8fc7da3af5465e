import type { Db } from '../../platform/db/pool.ts'
import { none, type Sql, sql } from '../../platform/db/sql.ts'
import type { FolderId } from '../../platform/ids.ts'
import { outlineVersion } from '../outlines/outline.ts'
import type { ToldFields } from '../outlines/told-texts.ts'
import type { Viewer } from '../types.ts'
import { seenBy } from './messages.queries.ts'

/** What may be asked for; each costs something. */
export type ListedPart = 'dates' | 'envelope' | 'structure' | 'fields'

export interface Listing {
  folderId: FolderId
  uids: readonly number[]
  parts: ReadonlySet<ListedPart>
}

/** A message as programs list it; what was not asked for is null. */
export interface Listed {
  uid: number
  size: number
  receivedAt: Date
  savedAt: Date
  /** As they go over the line; null too where they are not kept. */
  envelope: string | null
  structure: string | null
  fields: ToldFields | null
  /** The content of which nothing is kept yet; null for all others. */
  unknown: Buffer | null
}

type Row = [
  uid: number,
  size: number,
  receivedAt: number,
  savedAt: number,
  envelope: string | null,
  structure: string | null,
  fields: ToldFields | null,
  unknown: string | null,
]

/**
 * Some messages of a folder by UID, in one value: to read as many rows takes the driver most of the time of such a
 * command.
 */
export async function listedByUid(
  db: Db,
  viewer: Viewer,
  { folderId, uids, parts }: Listing,
): Promise<Listed[]> {
  const asksTexts = parts.has('envelope') || parts.has('structure') || parts.has('fields')
  const of = (part: ListedPart, column: Sql): Sql => (parts.has(part) ? column : sql`NULL`)
  const outlines = sql`LEFT JOIN message_outlines o ON o.blob = m.blob AND o.version = ${outlineVersion}`
  const [found] = await db.query(sql<{ rows: Row[] }>`
    SELECT coalesce(json_agg(json_build_array(m.uid, m.size,
      ${of('dates', milliseconds(sql`m.received_at`))}, ${of('dates', milliseconds(sql`coalesce(m.saved_at, m.received_at)`))},
      ${of('envelope', sql`o.envelope`)}, ${of('structure', sql`o.structure`)}, ${of('fields', sql`o.fields`)},
      ${asksTexts ? sql`CASE WHEN o.blob IS NULL THEN encode(m.blob, 'hex') END` : sql`NULL`}) ORDER BY m.uid), '[]') AS rows
    FROM messages m ${asksTexts ? outlines : none}
    WHERE m.account_id = ${viewer.accountId} AND m.folder_id = ${folderId} AND m.uid = ANY(${uids}::bigint[])
      ${seenBy(viewer)}`)
  return (found?.rows ?? []).map(listedOf)
}

const milliseconds = (at: Sql): Sql => sql`(extract(epoch FROM ${at}) * 1000)::bigint`

const listedOf = ([
  uid,
  size,
  received,
  saved,
  envelope,
  structure,
  fields,
  blob,
]: Row): Listed => ({
  uid,
  size,
  receivedAt: new Date(received),
  savedAt: new Date(saved),
  envelope,
  structure,
  fields,
  unknown: blob === null ? null : Buffer.from(blob, 'hex'),
})
