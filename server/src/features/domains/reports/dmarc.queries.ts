import type { Db } from '../../../platform/db/pool.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { DmarcReport } from './read-dmarc.ts'

/** @returns whether the domain is ours and the report is new */
export async function insertReport(db: Db, report: DmarcReport): Promise<boolean> {
  const [row] = await db.query(sql<{ id: number }>`
    INSERT INTO dmarc_reports (domain, reporter, report_id, begins_at, ends_at)
    SELECT d.name, ${report.reporter}, ${report.reportId}, ${new Date(report.begins * 1_000)},
      ${new Date(report.ends * 1_000)}
    FROM domains d WHERE d.name = ${report.domain}
    ON CONFLICT DO NOTHING RETURNING id`)
  if (!row) return false
  const { sources } = report
  await db.run(sql`
    INSERT INTO dmarc_sources (report_id, source, passed, failed)
    SELECT ${row.id}, s.source, s.passed, s.failed
    FROM unnest(${sources.map((one) => one.source)}::inet[], ${sources.map((one) => one.passed)}::int[],
      ${sources.map((one) => one.failed)}::int[]) AS s (source, passed, failed)`)
  return true
}

/** Reports that came about a domain since then: nobody fills the table. */
export async function reportsSince(db: Db, domain: string, since: Date): Promise<number> {
  const [row] = await db.query(sql<{ count: number }>`
    SELECT count(*)::int AS count FROM dmarc_reports WHERE domain = ${domain} AND received_at > ${since}`)
  return row?.count ?? 0
}

export const reportersOf = (
  db: Db,
  domain: string,
  since: Date,
): Promise<{ reporter: string; reports: number }[]> =>
  db.query(sql<{ reporter: string; reports: number }>`
    SELECT reporter, count(*)::int AS reports FROM dmarc_reports
    WHERE domain = ${domain} AND ends_at > ${since} GROUP BY reporter ORDER BY reports DESC, reporter LIMIT 100`)

/** By day of UTC. */
export const daysOf = (
  db: Db,
  domain: string,
  since: Date,
): Promise<{ day: string; passed: number; failed: number }[]> =>
  db.query(sql<{ day: string; passed: number; failed: number }>`
    SELECT to_char(r.ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, sum(s.passed)::float8 AS passed,
      sum(s.failed)::float8 AS failed
    FROM dmarc_reports r JOIN dmarc_sources s ON s.report_id = r.id
    WHERE r.domain = ${domain} AND r.ends_at > ${since} GROUP BY 1 ORDER BY 1`)

/** Those whose mail failed first, then those that sent most: who sends in another's name sends little beside the own servers. */
export const sourcesOf = (
  db: Db,
  domain: string,
  { since, limit }: { since: Date; limit: number },
): Promise<{ source: string; passed: number; failed: number }[]> =>
  db.query(sql<{ source: string; passed: number; failed: number }>`
    SELECT host(s.source) AS source, sum(s.passed)::float8 AS passed, sum(s.failed)::float8 AS failed
    FROM dmarc_reports r JOIN dmarc_sources s ON s.report_id = r.id
    WHERE r.domain = ${domain} AND r.ends_at > ${since}
    GROUP BY s.source ORDER BY sum(s.failed::bigint) DESC, sum(s.passed::bigint) DESC, s.source LIMIT ${limit}`)

export const sweepReports = (db: Db, before: Date): Promise<number> =>
  db.run(sql`DELETE FROM dmarc_reports WHERE ends_at < ${before}`)
