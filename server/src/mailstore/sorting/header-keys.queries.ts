import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { FolderId } from '../../platform/ids.ts'
import { seenBy } from '../messages/messages.queries.ts'
import type { Stored } from '../parsing/stored-mail.ts'
import type { Viewer } from '../types.ts'
import type { SortKeys } from './header-fields.ts'

/** What is kept of a header, for SORT and THREAD. */
export type HeaderKeys = SortKeys & { blob: Buffer }

/** Contents of a folder whose headers nobody asked for yet. */
export const withoutHeaders = (
  db: Db,
  viewer: Viewer,
  { folderId, limit }: { folderId: FolderId; limit: number },
): Promise<Stored[]> =>
  db.query(sql<Stored>`
    SELECT m.blob, min(m.size) AS size FROM messages m
    WHERE m.account_id = ${viewer.accountId} AND m.folder_id = ${folderId} ${seenBy(viewer)}
      AND NOT EXISTS (SELECT 1 FROM message_headers h WHERE h.blob = m.blob)
    GROUP BY m.blob LIMIT ${limit}`)

/** Keeps them for contents that are still there. */
export const keepHeaders = (db: Db, list: readonly HeaderKeys[]): Promise<number> =>
  db.run(sql`
    INSERT INTO message_headers (blob, first_to, first_cc, display_to, refs)
    SELECT b.hash, x.first_to, x.first_cc, x.display_to, x.refs
    FROM jsonb_to_recordset(${json(list.map(rowOf))}::jsonb)
      AS x (blob text, first_to text, first_cc text, display_to text, refs text[])
    JOIN blobs b ON b.hash = decode(x.blob, 'hex') ORDER BY b.hash FOR KEY SHARE OF b
    ON CONFLICT (blob) DO NOTHING`)

const rowOf = ({ blob, firstTo, firstCc, displayTo, refs }: HeaderKeys): object => ({
  blob: blob.toString('hex'),
  first_to: firstTo,
  first_cc: firstCc,
  display_to: displayTo,
  refs,
})

/** The ids that messages of a folder name, of those that name any. */
export const referencesOf = (
  db: Db,
  viewer: Viewer,
  { folderId, uids }: { folderId: FolderId; uids: readonly number[] },
): Promise<{ uid: number; refs: string[] }[]> =>
  db.query(sql<{ uid: number; refs: string[] }>`
    SELECT m.uid, h.refs FROM messages m JOIN message_headers h ON h.blob = m.blob
    WHERE m.account_id = ${viewer.accountId} AND m.folder_id = ${folderId} AND m.uid = ANY(${uids}::bigint[])
      AND cardinality(h.refs) > 0 ${seenBy(viewer)}`)
