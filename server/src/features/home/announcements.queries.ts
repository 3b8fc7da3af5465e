import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { OrganisationId } from '../../platform/ids.ts'

export interface AnnouncementRow {
  id: number
  title: string
  content: string
  startsAt: Date
  endsAt: Date
}

const columns = sql`id, title, content, starts_at AS "startsAt", ends_at AS "endsAt"`

/** Those that hold at a moment, the newest first. */
export const announcementsAt = (
  db: Db,
  organisationId: OrganisationId,
  { now, limit }: { now: Date; limit: number },
): Promise<AnnouncementRow[]> =>
  db.query(sql<AnnouncementRow>`
    SELECT ${columns} FROM announcements
    WHERE organisation_id = ${organisationId} AND ends_at > ${now} AND starts_at <= ${now}
    ORDER BY starts_at DESC, id DESC LIMIT ${limit}`)

/** Those that hold or will, by their end. */
export const announcementsAhead = (
  db: Db,
  organisationId: OrganisationId,
  now: Date,
): Promise<AnnouncementRow[]> =>
  db.query(sql<AnnouncementRow>`
    SELECT ${columns} FROM announcements
    WHERE organisation_id = ${organisationId} AND ends_at > ${now} ORDER BY ends_at, id`)

/** Of all times, those that end last first. */
export const announcementsOf = (
  db: Db,
  organisationId: OrganisationId,
  { limit, offset }: { limit: number; offset: number },
): Promise<(AnnouncementRow & { total: number })[]> =>
  db.query(sql<AnnouncementRow & { total: number }>`
    SELECT ${columns}, (SELECT count(*)::int FROM announcements WHERE organisation_id = ${organisationId}) AS total
    FROM announcements WHERE organisation_id = ${organisationId}
    ORDER BY ends_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`)

/** @returns 0 where there is none of that number */
export const updateAnnouncement = (
  db: Db,
  organisationId: OrganisationId,
  { id, title, content, startsAt, endsAt }: AnnouncementRow,
): Promise<number> =>
  db.run(sql`
    UPDATE announcements SET title = ${title}, content = ${content}, starts_at = ${startsAt}, ends_at = ${endsAt}
    WHERE organisation_id = ${organisationId} AND id = ${id}`)

/** Whenever it holds. @returns 0 where there is none of that number */
export const dropAnnouncement = (
  db: Db,
  organisationId: OrganisationId,
  id: number,
): Promise<number> =>
  db.run(sql`DELETE FROM announcements WHERE organisation_id = ${organisationId} AND id = ${id}`)

export async function insertAnnouncement(
  db: Db,
  organisationId: OrganisationId,
  { title, content, startsAt, endsAt }: Omit<AnnouncementRow, 'id'>,
): Promise<number> {
  const [row] = await db.query(sql<{ id: number }>`
    INSERT INTO announcements (organisation_id, title, content, starts_at, ends_at)
    VALUES (${organisationId}, ${title}, ${content}, ${startsAt}, ${endsAt}) RETURNING id`)
  return row?.id ?? 0
}

/** @returns 0 where there is none of that number that still holds or will */
export const deleteAnnouncement = (
  db: Db,
  organisationId: OrganisationId,
  { id, now }: { id: number; now: Date },
): Promise<number> =>
  db.run(sql`
    DELETE FROM announcements
    WHERE organisation_id = ${organisationId} AND id = ${id} AND ends_at > ${now}`)
