import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { OrganisationId } from '../../platform/ids.ts'

export interface Act {
  who: string
  act: string
  whom: string
  details: Record<string, string | number | boolean | null>
  ip: string
}

export interface ActRow extends Act {
  id: number
  at: Date
  done: boolean
}

export async function insertAct(db: Db, id: OrganisationId, act: Act): Promise<number> {
  const [row] = await db.query(sql<{ id: number }>`
    INSERT INTO console_acts (organisation_id, who, act, whom, details, ip)
    VALUES (${id}, ${act.who}, ${act.act}, ${act.whom}, ${json(act.details)}::jsonb, ${act.ip}) RETURNING id`)
  return row?.id ?? 0
}

export const actDone = (db: Db, id: number): Promise<number> =>
  db.run(sql`UPDATE console_acts SET done_at = now() WHERE id = ${id}`)

/** The latest first. @param keyword '' for all, else in who, whom or what */
export const actsOf = (
  db: Db,
  id: OrganisationId,
  { before, keyword, limit }: { before: number | null; keyword: string; limit: number },
): Promise<ActRow[]> =>
  db.query(sql<ActRow>`
    SELECT id, at, who, act, whom, details, ip, done_at IS NOT NULL AS done FROM console_acts
    WHERE organisation_id = ${id} AND (${before}::bigint IS NULL OR id < ${before})
      AND (${keyword} = '' OR strpos(lower(who || ' ' || whom || ' ' || act), lower(${keyword})) > 0)
    ORDER BY id DESC LIMIT ${limit}`)
