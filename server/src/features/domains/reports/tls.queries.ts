import type { Db } from '../../../platform/db/pool.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { TlsReport } from './read-tls.ts'

/** @returns whether the domain is ours and the report is new */
export async function insertTlsReport(db: Db, report: TlsReport): Promise<boolean> {
  const [row] = await db.query(sql<{ id: number }>`
    INSERT INTO tls_reports (domain, reporter, report_id, begins_at, ends_at, secured, failed)
    SELECT d.name, ${report.reporter}, ${report.reportId}, ${new Date(report.begins * 1_000)},
      ${new Date(report.ends * 1_000)}, ${report.secured}, ${report.failed}
    FROM domains d WHERE d.name = ${report.domain}
    ON CONFLICT DO NOTHING RETURNING id`)
  if (!row) return false
  const { failures } = report
  await db.run(sql`
    INSERT INTO tls_failures (report_id, kind, host, sessions)
    SELECT ${row.id}, f.kind, f.host, f.sessions
    FROM unnest(${failures.map((one) => one.kind)}::text[], ${failures.map((one) => one.host)}::text[],
      ${failures.map((one) => one.sessions)}::int[]) AS f (kind, host, sessions)`)
  return true
}

/** Reports that came about a domain since then: nobody fills the table. */
export async function tlsReportsSince(db: Db, domain: string, since: Date): Promise<number> {
  const [row] = await db.query(sql<{ count: number }>`
    SELECT count(*)::int AS count FROM tls_reports WHERE domain = ${domain} AND received_at > ${since}`)
  return row?.count ?? 0
}

export const tlsReportersOf = (
  db: Db,
  domain: string,
  since: Date,
): Promise<{ reporter: string; reports: number }[]> =>
  db.query(sql<{ reporter: string; reports: number }>`
    SELECT reporter, count(*)::int AS reports FROM tls_reports
    WHERE domain = ${domain} AND ends_at > ${since} GROUP BY reporter ORDER BY reports DESC, reporter LIMIT 100`)

/** By day of UTC. */
export const tlsDaysOf = (
  db: Db,
  domain: string,
  since: Date,
): Promise<{ day: string; passed: number; failed: number }[]> =>
  db.query(sql<{ day: string; passed: number; failed: number }>`
    SELECT to_char(ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, sum(secured)::float8 AS passed, sum(failed)::float8 AS failed
    FROM tls_reports WHERE domain = ${domain} AND ends_at > ${since} GROUP BY 1 ORDER BY 1`)

/** Why most sessions failed, and at which server. */
export const tlsFailuresOf = (
  db: Db,
  domain: string,
  { since, limit }: { since: Date; limit: number },
): Promise<{ kind: string; host: string; sessions: number }[]> =>
  db.query(sql<{ kind: string; host: string; sessions: number }>`
    SELECT f.kind, f.host, sum(f.sessions)::float8 AS sessions
    FROM tls_reports r JOIN tls_failures f ON f.report_id = r.id
    WHERE r.domain = ${domain} AND r.ends_at > ${since}
    GROUP BY f.kind, f.host ORDER BY sum(f.sessions::bigint) DESC, f.kind, f.host LIMIT ${limit}`)

export const sweepTlsReports = (db: Db, before: Date): Promise<number> =>
  db.run(sql`DELETE FROM tls_reports WHERE ends_at < ${before}`)
