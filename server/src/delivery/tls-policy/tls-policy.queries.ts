import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { StsPolicy } from './sts-policy.ts'

/** A policy that was fetched, with the identifier under which its domain published it. */
export interface KeptPolicy extends StsPolicy {
  id: string
}

export const keptPolicy = async (db: Db, domain: string, now: Date): Promise<KeptPolicy | null> => {
  const [row] = await db.query(sql<KeptPolicy>`
    SELECT policy_id AS id, mode, mx, max_age AS "maxAge" FROM sts_policies
    WHERE domain = ${domain} AND expires_at > ${now}`)
  return row ?? null
}

export const keepPolicy = (
  db: Db,
  domain: string,
  { policy, now }: { policy: KeptPolicy; now: Date },
): Promise<number> =>
  db.run(sql`
    INSERT INTO sts_policies (domain, policy_id, mode, mx, max_age, expires_at)
    VALUES (${domain}, ${policy.id}, ${policy.mode}, ${policy.mx}, ${policy.maxAge},
      ${new Date(now.getTime() + policy.maxAge * 1000)})
    ON CONFLICT (domain) DO UPDATE SET policy_id = excluded.policy_id, mode = excluded.mode, mx = excluded.mx,
      max_age = excluded.max_age, expires_at = excluded.expires_at`)

/** Conversations of a day that came to the same; words of RFC 8460 §4.2 and §4.3. */
export interface TlsCount extends DayOfDomain {
  /** UTC, YYYY-MM-DD. */
  day: string
  domain: string
}

/** Adds up what many conversations came to, by day. */
export const addTlsCounts = (db: Db, counts: readonly TlsCount[]): Promise<number> =>
  db.run(sql`
    INSERT INTO tls_results (day, domain, policy, result, host, sessions)
    SELECT day::date, domain, policy, result, host, sessions
    FROM jsonb_to_recordset(${json(counts)}::jsonb)
      AS given (day text, domain text, policy text, result text, host text, sessions int)
    ON CONFLICT (day, domain, policy, result, host) DO UPDATE SET sessions = tls_results.sessions + excluded.sessions`)

export interface DayOfDomain {
  policy: string
  result: string
  host: string
  sessions: number
}

/** Domains that mail went to on that day and that were not told yet, by name. */
export const domainsToTell = async (
  db: Db,
  { day, after, limit }: { day: string; after: string; limit: number },
): Promise<string[]> => {
  const rows = await db.query(sql<{ domain: string }>`
    SELECT DISTINCT domain FROM tls_results
    WHERE day = ${day}::date AND domain > ${after} AND NOT told ORDER BY domain LIMIT ${limit}`)
  return rows.map((row) => row.domain)
}

/** Rows of one domain and day; at most as many as servers have names. */
export const resultsOf = (db: Db, day: string, domain: string): Promise<DayOfDomain[]> =>
  db.query(sql<DayOfDomain>`
    SELECT policy, result, host, sessions FROM tls_results
    WHERE day = ${day}::date AND domain = ${domain} ORDER BY policy, result, host LIMIT 500`)

/** @returns 0 when another process told it meanwhile */
export const markTold = (db: Db, day: string, domain: string): Promise<number> =>
  db.run(
    sql`UPDATE tls_results SET told = true WHERE day = ${day}::date AND domain = ${domain} AND NOT told`,
  )

export const forgetTlsResults = (db: Db, before: string): Promise<number> =>
  db.run(sql`DELETE FROM tls_results WHERE day < ${before}::date`)

export const forgetPolicies = (db: Db, before: Date): Promise<number> =>
  db.run(sql`DELETE FROM sts_policies WHERE expires_at < ${before}`)
