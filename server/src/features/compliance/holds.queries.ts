import { releaseBlobs } from '../../platform/blobs/blobs.queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { OrganisationId } from '../../platform/ids.ts'

export interface HoldRow {
  id: number
  reason: string
  mailFrom: Date | null
  mailUntil: Date | null
  createdBy: string
  createdAt: Date
  releasedBy: string
  releasedAt: Date | null
  people: { name: string; address: string }[]
  departments: string[]
}

interface Page {
  before: number | null
  limit: number
}

/** Legal holds with those they name, the latest first. */
export const holdsPage = (
  db: Db,
  organisationId: OrganisationId,
  { before, limit }: Page,
): Promise<HoldRow[]> =>
  db.query(sql<HoldRow>`
    SELECT h.id, h.reason, h.mail_from AS "mailFrom", h.mail_until AS "mailUntil", h.created_by AS "createdBy",
      h.created_at AS "createdAt", h.released_by AS "releasedBy", h.released_at AS "releasedAt",
      coalesce((SELECT json_agg(json_build_object('name', u.name, 'address', a.address) ORDER BY a.address)
        FROM legal_hold_people p JOIN accounts a ON a.id = p.account_id JOIN users u ON u.account_id = a.id
        WHERE p.hold_id = h.id AND NOT p.by_department), '[]') AS people,
      ARRAY(SELECT d.name FROM legal_hold_departments x JOIN departments d ON d.id = x.department_id
        WHERE x.hold_id = h.id ORDER BY d.sort, d.id) AS departments
    FROM legal_holds h
    WHERE h.organisation_id = ${organisationId} AND (${before}::bigint IS NULL OR h.id < ${before}::bigint)
    ORDER BY h.id DESC LIMIT ${limit}`)

export interface NewHold {
  reason: string
  mailFrom: Date | null
  mailUntil: Date | null
  accountIds: readonly number[]
  departmentIds: readonly number[]
  createdBy: string
}

/** A hold, with everybody who is in one of its departments now. */
export async function insertHold(
  db: Db,
  organisationId: OrganisationId,
  one: NewHold,
): Promise<number> {
  const [row] = await db.query(sql<{ id: number }>`
    INSERT INTO legal_holds (organisation_id, reason, mail_from, mail_until, created_by)
    VALUES (${organisationId}, ${one.reason}, ${one.mailFrom}, ${one.mailUntil}, ${one.createdBy}) RETURNING id`)
  const { id } = row as { id: number }
  await db.run(sql`
    INSERT INTO legal_hold_departments (hold_id, department_id) SELECT ${id}, d FROM unnest(${one.departmentIds}::bigint[]) d`)
  await db.run(sql`
    INSERT INTO legal_hold_people (hold_id, account_id, by_department)
    SELECT ${id}, a, false FROM unnest(${one.accountIds}::bigint[]) a`)
  await db.run(sql`
    WITH RECURSIVE tree AS (
      SELECT d AS id FROM unnest(${one.departmentIds}::bigint[]) d
      UNION SELECT d.id FROM departments d JOIN tree ON d.parent_id = tree.id)
    INSERT INTO legal_hold_people (hold_id, account_id, by_department)
    SELECT ${id}, u.account_id, true FROM users u JOIN tree ON tree.id = u.department_id
    WHERE u.deleted_at IS NULL ON CONFLICT DO NOTHING`)
  return id
}

/** @returns 0 for one that is not there or was released before */
export const endHold = (
  db: Db,
  organisationId: OrganisationId,
  { id, by }: { id: number; by: string },
): Promise<number> =>
  db.run(sql`
    UPDATE legal_holds SET released_at = now(), released_by = ${by}
    WHERE id = ${id} AND organisation_id = ${organisationId} AND released_at IS NULL`)

export interface CopyRow {
  id: number
  address: string
  fromName: string
  fromAddress: string
  subject: string
  size: number
  receivedAt: Date
  keptAt: Date
}

/** What a hold has kept, the latest first. */
export const copiesPage = (
  db: Db,
  organisationId: OrganisationId,
  { holdId, before, limit }: Page & { holdId: number },
): Promise<CopyRow[]> =>
  db.query(sql<CopyRow>`
    SELECT c.id, a.address, c.from_name AS "fromName", c.from_address AS "fromAddress", c.subject, c.size,
      c.received_at AS "receivedAt", c.kept_at AS "keptAt"
    FROM legal_copy_holds k JOIN legal_holds h ON h.id = k.hold_id JOIN legal_copies c ON c.id = k.copy_id
      JOIN accounts a ON a.id = c.account_id
    WHERE k.hold_id = ${holdId} AND h.organisation_id = ${organisationId}
      AND (${before}::bigint IS NULL OR k.copy_id < ${before}::bigint)
    ORDER BY k.copy_id DESC LIMIT ${limit}`)

/** Lets go of what only holds kept that ended more than 30 days ago, some at a time. @returns how many were looked at */
export async function sweepCopies(db: Db, limit: number): Promise<number> {
  const over = await db.query(sql<{ id: number }>`
    DELETE FROM legal_copy_holds WHERE ctid = ANY(ARRAY(
      SELECT k.ctid FROM legal_copy_holds k JOIN legal_holds h ON h.id = k.hold_id
      WHERE h.released_at < now() - interval '30 days' LIMIT ${limit} FOR UPDATE OF k SKIP LOCKED))
    RETURNING copy_id AS id`)
  const gone = await db.query(sql<{ blob: Buffer }>`
    DELETE FROM legal_copies c WHERE c.id = ANY(${over.map(({ id }) => id)}::bigint[])
      AND NOT EXISTS (SELECT FROM legal_copy_holds k WHERE k.copy_id = c.id)
    RETURNING blob`)
  await releaseBlobs(
    db,
    gone.map(({ blob }) => blob),
  )
  return over.length
}
