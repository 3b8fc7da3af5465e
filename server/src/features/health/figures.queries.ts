import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'

export type Span = 'hour' | 'day'

export interface NewFigure {
  name: string
  value: number
  /** Those of several processes, and of several minutes, are added; else the highest stands. */
  adds: boolean
}

export interface Ring {
  span: Span
  slot: number
  at: Date
}

/** A slot that is of a former round begins anew. */
export const addFigures = (db: Db, { span, slot, at }: Ring, figures: readonly NewFigure[]) =>
  db.run(sql`
    INSERT INTO health_figures AS h (name, span, slot, at, value)
    SELECT name, ${span}, ${slot}, ${at}, value FROM jsonb_to_recordset(${json(figures)}::jsonb) AS f (name text, value float8)
    ORDER BY name
    ON CONFLICT (name, span, slot) DO UPDATE SET at = EXCLUDED.at, value = CASE
      WHEN h.at <> EXCLUDED.at THEN EXCLUDED.value
      WHEN EXCLUDED.name = ANY(${figures.filter((one) => one.adds).map((one) => one.name)}::text[]) THEN h.value + EXCLUDED.value
      ELSE greatest(h.value, EXCLUDED.value) END`)

export const figuresSince = (db: Db, span: Span, since: Date) =>
  db.query(sql<{ name: string; at: Date; value: number }>`
    SELECT name, at, value FROM health_figures WHERE span = ${span} AND at > ${since}`)

export interface House {
  mailsIn: number
  mailsOut: number
  bounces: number
  waiting: number
  oldestMinutes: number
}

/** What came and left in the minute before this time, and what waits. */
export async function houseOf(db: Db, now: Date): Promise<House> {
  const [row] = await db.query(sql<House>`
    SELECT
      (SELECT count(*)::int FROM traced WHERE at > ${now}::timestamptz - interval '1 minute' AND at <= ${now}
        AND submission_id IS NULL AND outcome NOT IN ('refused', 'deferred', 'repeat')) AS "mailsIn",
      (SELECT count(*)::int FROM trace_tries WHERE at > ${now}::timestamptz - interval '1 minute' AND at <= ${now}
        AND state IN ('relayed', 'delivered')) AS "mailsOut",
      (SELECT count(*)::int FROM trace_tries WHERE at > ${now}::timestamptz - interval '1 minute' AND at <= ${now}
        AND state = 'bounced') AS bounces,
      (SELECT count(*)::int FROM submission_recipients WHERE state IN ('queued', 'deferred') AND next_attempt_at IS NOT NULL) AS waiting,
      coalesce((SELECT extract(epoch FROM ${now}::timestamptz - min(s.due_at)) / 60 FROM submission_recipients r
        JOIN submissions s ON s.id = r.submission_id
        WHERE r.state IN ('queued', 'deferred') AND r.next_attempt_at IS NOT NULL AND s.state = 'queued'), 0)::float8 AS "oldestMinutes"`)
  return row ?? { mailsIn: 0, mailsOut: 0, bounces: 0, waiting: 0, oldestMinutes: 0 }
}
