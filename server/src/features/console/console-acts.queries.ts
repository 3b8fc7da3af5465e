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

export async function insertAct(
  db: Db,
  id: OrganisationId,
  act: Act,
): Promise<{ id: number; at: Date }> {
  const [row] = await db.query(sql<{ id: number; at: Date }>`
    INSERT INTO console_acts (organisation_id, who, act, whom, details, ip)
    VALUES (${id}, ${act.who}, ${act.act}, ${act.whom}, ${json(act.details)}::jsonb, ${act.ip}) RETURNING id, at`)
  if (!row) throw new Error('the act was not written')
  return row
}

export async function actDone(db: Db, id: number): Promise<Date> {
  const [row] = await db.query(sql<{ at: Date }>`
    UPDATE console_acts SET done_at = clock_timestamp() WHERE id = ${id} RETURNING done_at AS at`)
  if (!row) throw new Error('the act has gone')
  return row.at
}

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

export interface ChainEnd {
  count: number
  hash: Buffer
}

/** One after another adds a link. */
export async function lockEnd(db: Db, id: OrganisationId): Promise<ChainEnd> {
  await db.run(sql`
    INSERT INTO console_act_ends (organisation_id) VALUES (${id}) ON CONFLICT DO NOTHING`)
  const [row] = await db.query(sql<ChainEnd>`
    SELECT count::float8 AS count, hash FROM console_act_ends WHERE organisation_id = ${id} FOR UPDATE`)
  if (!row) throw new Error('the log has no end')
  return row
}

export const appendLink = (
  db: Db,
  id: OrganisationId,
  link: { seq: number; actId: number; entry: string; hash: Buffer },
): Promise<number> =>
  db.run(sql`
    WITH added AS (INSERT INTO console_act_links (organisation_id, seq, act_id, entry, hash)
      VALUES (${id}, ${link.seq}, ${link.actId}, ${link.entry}, ${link.hash}))
    UPDATE console_act_ends SET count = ${link.seq}, hash = ${link.hash} WHERE organisation_id = ${id}`)

export const chainEnds = (db: Db): Promise<(ChainEnd & { id: OrganisationId })[]> =>
  db.query(sql<ChainEnd & { id: OrganisationId }>`
    SELECT organisation_id AS id, count::float8 AS count, hash FROM console_act_ends ORDER BY 1`)

export interface LinkRow extends Act {
  seq: number
  entry: string
  hash: Buffer
  actId: number
  /** Of the act itself; null where its row has gone. */
  at: Date | null
  doneAt: Date | null
}

/** A piece of a chain, each link with the row that it speaks of. */
export const linksAfter = (
  db: Db,
  id: OrganisationId,
  { after, limit }: { after: number; limit: number },
): Promise<LinkRow[]> =>
  db.query(sql<LinkRow>`
    SELECT l.seq::float8 AS seq, l.entry, l.hash, l.act_id AS "actId", a.at, a.done_at AS "doneAt", a.who, a.act, a.whom,
      a.details, a.ip
    FROM console_act_links l LEFT JOIN console_acts a ON a.id = l.act_id AND a.organisation_id = l.organisation_id
    WHERE l.organisation_id = ${id} AND l.seq > ${after} ORDER BY l.seq LIMIT ${limit}`)

/** Acts that no link speaks of, or of whose end none does. */
export const unlinkedActs = (db: Db): Promise<{ id: number }[]> =>
  db.query(sql<{ id: number }>`
    SELECT a.id FROM console_acts a
    WHERE (SELECT count(*) FROM console_act_links l WHERE l.act_id = a.id)
      <> CASE WHEN a.done_at IS NULL THEN 1 ELSE 2 END
    ORDER BY a.id LIMIT 100`)
