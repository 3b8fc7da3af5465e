import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'

export interface PictureRow {
  id: number
  blob: Buffer
  fileName: string
  type: string
  size: number
  contentId: string
}

const columns = sql`id, blob, file_name AS "fileName", type, size, content_id AS "contentId"`

/** Makes other changes of the account's ownTexts wait: how many there are is looked at. */
export const lockOwnTexts = (db: Db, accountId: AccountId): Promise<number> =>
  db.run(sql`SELECT pg_advisory_xact_lock(hashtextextended('letters', ${accountId}))`)

export async function insertPicture(
  db: Db,
  accountId: AccountId,
  picture: Omit<PictureRow, 'id'>,
): Promise<PictureRow> {
  const [row] = await db.query(sql<PictureRow>`
    INSERT INTO letter_pictures (account_id, blob, file_name, type, size, content_id)
    VALUES (${accountId}, ${picture.blob}, ${picture.fileName}, ${picture.type}, ${picture.size}, ${picture.contentId})
    RETURNING ${columns}`)
  if (!row) throw new Error('the picture was not kept')
  return row
}

export async function countPictures(db: Db, accountId: AccountId): Promise<number> {
  const [row] = await db.query(
    sql<{ count: number }>`SELECT count(*) FROM letter_pictures WHERE account_id = ${accountId}`,
  )
  return row?.count ?? 0
}

export const picturesById = (
  db: Db,
  accountId: AccountId,
  ids: readonly number[],
): Promise<PictureRow[]> =>
  db.query(sql<PictureRow>`
    SELECT ${columns} FROM letter_pictures WHERE account_id = ${accountId} AND id = ANY(${ids}::bigint[])`)

export const picturesByContentId = (
  db: Db,
  accountId: AccountId,
  contentIds: readonly string[],
): Promise<PictureRow[]> =>
  db.query(sql<PictureRow>`
    SELECT ${columns} FROM letter_pictures
    WHERE account_id = ${accountId} AND content_id = ANY(${contentIds}::text[])`)

/** Takes away pictures from before `before` that nothing names. @returns their blobs */
export async function sweepPictures(db: Db, before: Date, limit: number): Promise<Buffer[]> {
  const rows = await db.query(sql<{ blob: Buffer }>`
    DELETE FROM letter_pictures WHERE (account_id, id) IN (
      SELECT p.account_id, p.id FROM letter_pictures p
      WHERE p.created_at < ${before}
        AND NOT EXISTS (SELECT FROM signatures s WHERE s.account_id = p.account_id AND p.id = ANY(s.picture_ids))
        AND NOT EXISTS (SELECT FROM letter_templates t WHERE t.account_id = p.account_id AND p.id = ANY(t.picture_ids))
        AND NOT EXISTS (SELECT FROM letter_papers l WHERE l.account_id = p.account_id AND l.picture_id = p.id)
      ORDER BY p.created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING blob`)
  return rows.map((row) => row.blob)
}
