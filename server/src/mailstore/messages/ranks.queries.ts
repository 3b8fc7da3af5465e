import type { Db } from '../../platform/db/pool.ts'
import { json, type Sql, sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId } from '../../platform/ids.ts'

/** The day a message counts for, in days since 2001 (UTC): of its time of arrival. */
export const dayOf = (receivedAt: Sql): Sql =>
  sql`(${receivedAt} AT TIME ZONE 'UTC')::date - DATE '2001-01-01'`

export interface DayStep {
  folderId: FolderId
  receivedAt: Date
  by: 1 | -1
}

/** Adds to the counts by day. The caller holds the account's lock. */
export const stepDays = (
  db: Db,
  accountId: AccountId,
  steps: readonly DayStep[],
): Promise<number> =>
  db.run(sql`
    INSERT INTO folder_days AS d (account_id, folder_id, day, total)
    SELECT ${accountId}, x."folderId", ${dayOf(sql`x."receivedAt"`)} AS day, sum(x.by)
    FROM json_to_recordset(${json(steps)}::json) AS x ("folderId" bigint, "receivedAt" timestamptz, by int)
    GROUP BY 2, 3
    ON CONFLICT (account_id, folder_id, day) DO UPDATE SET total = d.total + EXCLUDED.total`)

/** The row that stands directly before a rank, as a cursor; null for the top. */
export interface RankPlace {
  pinned: boolean
  receivedAt: Date
  id: number
}

/**
 * Where the row of a rank is in a folder by date, pins first: the counts of the days say in which day, and only rows of
 * that day are passed over. @returns the place of the row with `rank` rows before it; null behind the end
 */
export async function placeOfRank(
  db: Db,
  at: { accountId: AccountId; folderId: FolderId },
  rank: number,
): Promise<RankPlace | null> {
  const { accountId, folderId } = at
  const [row] = await db.query(sql<RankPlace>`
    WITH pins AS MATERIALIZED (
      SELECT id, received_at, ${dayOf(sql`received_at`)} AS day FROM messages
      WHERE account_id = ${accountId} AND folder_id = ${folderId} AND pinned),
    pinned_rows AS (SELECT count(*)::int AS total FROM pins),
    days AS (
      SELECT d.day, d.total - coalesce(p.total, 0) AS total,
        sum(d.total - coalesce(p.total, 0)) OVER (ORDER BY d.day DESC) AS until
      FROM folder_days d LEFT JOIN (SELECT day, count(*) AS total FROM pins GROUP BY day) p USING (day)
      WHERE d.account_id = ${accountId} AND d.folder_id = ${folderId}),
    day AS (
      SELECT days.day, (${rank}::bigint - pinned_rows.total - (days.until - days.total))::bigint AS skip
      FROM days, pinned_rows
      WHERE ${rank}::bigint >= pinned_rows.total AND days.until > ${rank}::bigint - pinned_rows.total
      ORDER BY days.day DESC LIMIT 1)
    (SELECT true AS pinned, received_at AS "receivedAt", id FROM pins
     WHERE ${rank}::bigint < (SELECT total FROM pinned_rows)
     ORDER BY received_at DESC, id DESC OFFSET least(${rank}::bigint, (SELECT total FROM pinned_rows)) LIMIT 1)
    UNION ALL
    (SELECT false, found.received_at, found.id FROM day CROSS JOIN LATERAL (
       SELECT m.received_at, m.id FROM messages m
       WHERE m.account_id = ${accountId} AND m.folder_id = ${folderId} AND m.pinned = false
         AND m.received_at >= (DATE '2001-01-01' + day.day)::timestamp AT TIME ZONE 'UTC'
         AND m.received_at < (DATE '2001-01-01' + day.day + 1)::timestamp AT TIME ZONE 'UTC'
       ORDER BY m.received_at DESC, m.id DESC OFFSET day.skip LIMIT 1) AS found)`)
  return row ?? null
}
