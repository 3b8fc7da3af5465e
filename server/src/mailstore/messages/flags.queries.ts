import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId, LabelId, MessageId } from '../../platform/ids.ts'
import type { Viewer } from '../types.ts'
import { seenBy } from './messages.queries.ts'

/** A message's flags in IMAP's sense (RFC 9051 §2.3.2). */
export interface Flags {
  seen: boolean
  starred: boolean
  answered: boolean
  forwarded: boolean
  draft: boolean
  deleted: boolean
  /** In the spelling of who set them first; they differ by more than case. */
  keywords: string[]
}

/** A message as a mail program knows it. */
export interface FlaggedMessage extends Flags {
  id: MessageId
  uid: number
  modseq: number
  folderId: FolderId
  labels: LabelId[]
}

const columns = sql`m.id, m.uid, m.modseq, m.folder_id AS "folderId", m.seen, m.starred, m.answered, m.forwarded,
  m.draft, m.deleted, m.keywords, m.labels`

export interface LockedFlags extends FlaggedMessage {
  receivedAt: Date
  size: number
}

/** Rows whose flags are about to change, locked, in the order of their UIDs. */
export const lockFlags = (
  db: Db,
  accountId: AccountId,
  ids: readonly MessageId[],
): Promise<LockedFlags[]> =>
  db.query(sql<LockedFlags>`
    SELECT ${columns}, m.received_at AS "receivedAt", m.size FROM messages m
    WHERE m.account_id = ${accountId} AND m.id = ANY(${ids}::bigint[])
    ORDER BY m.folder_id, m.uid FOR UPDATE`)

/** Writes flags as they shall be. A mail that becomes unread was read: a recall must not say otherwise. */
export const writeFlags = (
  db: Db,
  accountId: AccountId,
  { modseq, rows }: { modseq: number; rows: readonly (Flags & { id: MessageId })[] },
): Promise<number> =>
  db.run(sql`
    UPDATE messages m SET modseq = ${modseq}, seen = x.seen, starred = x.starred, answered = x.answered,
      forwarded = x.forwarded, draft = x.draft, deleted = x.deleted,
      keywords = ARRAY(SELECT json_array_elements_text(x.keywords)),
      read_before = CASE WHEN m.seen AND NOT x.seen THEN true ELSE m.read_before END
    FROM json_to_recordset(${json(rows)}::json) AS x (id bigint, seen boolean, starred boolean, answered boolean,
      forwarded boolean, draft boolean, deleted boolean, keywords json)
    WHERE m.account_id = ${accountId} AND m.id = x.id`)

/** Messages of a folder that changed after a position, in the order of their UIDs (RFC 7162 §3.1.4). */
export const changedSince = (
  db: Db,
  viewer: Viewer,
  { folderId, modseq }: { folderId: FolderId; modseq: number },
): Promise<FlaggedMessage[]> =>
  db.query(sql<FlaggedMessage>`
    SELECT ${columns} FROM messages m
    WHERE m.account_id = ${viewer.accountId} AND m.folder_id = ${folderId} AND m.modseq > ${modseq} ${seenBy(viewer)}
    ORDER BY m.uid`)

/**
 * UIDs that left a folder after a position, ascending, as the feed tells; null where it does not go back so far. Asked in one
 * statement: between two the feed could be swept.
 */
export async function vanishedAfter(
  db: Db,
  viewer: Viewer,
  { folderId, modseq }: { folderId: FolderId; modseq: number },
): Promise<number[] | null> {
  const [row] = await db.query(sql<{ floor: number; uids: number[] }>`
    SELECT a.feed_floor AS floor, ARRAY(
      SELECT DISTINCT u.uid::bigint
      FROM changes c, jsonb_to_recordset(c.detail -> 'vanished') AS v ("folderId" bigint, uids jsonb),
        jsonb_array_elements_text(v.uids) AS u (uid)
      WHERE c.account_id = a.id AND c.modseq > ${modseq} AND v."folderId" = ${folderId}
      ORDER BY 1) AS uids
    FROM accounts a WHERE a.id = ${viewer.accountId}`)
  if (!row || modseq < row.floor) return null
  return viewer.hidden.includes(folderId) ? [] : row.uids
}
