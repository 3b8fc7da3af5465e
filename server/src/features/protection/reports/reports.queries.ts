import type { Authentication } from '../../../mailstore/types.ts'
import type { Db } from '../../../platform/db/pool.ts'
import { json, sql } from '../../../platform/db/sql.ts'
import type { AccountId, MessageId, OrganisationId } from '../../../platform/ids.ts'
import type { Fact } from '../../assistant/assistant.public.ts'

/** What it is taken for, and what was decided: the words of the contract. */
export type ReportKind = 'phishing' | 'spam'
export type ReportState = 'open' | 'phishing' | 'spam' | 'harmless'

export interface NewReport {
  organisation: OrganisationId
  print: string
  isProtected: boolean
  messageId: string
  blob: Buffer
  fromName: string
  fromAddress: string
  subject: string
  authentication: Authentication | null
  level: string
  signals: readonly Fact[]
  body: string
  now: Date
}

/** A mail that was reported before is the same report. Locks it until the end of the transaction. */
export async function putReport(
  tx: Db,
  one: NewReport,
): Promise<{ id: number; state: ReportState }> {
  const [row] = await tx.query(sql<{ id: number; state: ReportState }>`
    INSERT INTO protection_reports (organisation_id, print, protected, message_id, blob, from_name, from_address, subject,
      authentication, level, signals, body, first_at, latest_at)
    VALUES (${one.organisation}, ${one.print}, ${one.isProtected}, ${one.messageId}, ${one.blob}, ${one.fromName},
      ${one.fromAddress}, ${one.subject}, ${json(one.authentication)}::jsonb, ${one.level}, ${json(one.signals)}::jsonb,
      ${one.body}, ${one.now}, ${one.now})
    ON CONFLICT (organisation_id, print) DO UPDATE SET latest_at = EXCLUDED.latest_at RETURNING id, state`)
  return row ?? { id: 0, state: 'open' }
}

export interface Reporter {
  accountId: AccountId
  messageId: MessageId
  kind: ReportKind
  note: string
  now: Date
}

/** @returns 0 where the person reported it before */
export const putReporter = (tx: Db, reportId: number, one: Reporter): Promise<number> =>
  tx.run(sql`
    INSERT INTO protection_report_people (report_id, account_id, message_id, kind, note, reported_at)
    VALUES (${reportId}, ${one.accountId}, ${one.messageId}, ${one.kind}, ${one.note}, ${one.now})
    ON CONFLICT DO NOTHING`)

/** Takes a person's report of a mail away while nobody decided on it, and with the last the report. @returns how many went */
export async function dropReporter(
  tx: Db,
  accountId: AccountId,
  messageId: MessageId,
): Promise<number> {
  // Locked before one looks whether somebody else stands there.
  const open = await tx.query(sql<{ id: number }>`
    SELECT r.id FROM protection_reports r WHERE r.state = 'open' AND r.id IN (
      SELECT report_id FROM protection_report_people WHERE account_id = ${accountId} AND message_id = ${messageId})
    ORDER BY r.id FOR UPDATE`)
  const ids = open.map((one) => one.id)
  const gone = await tx.run(sql`
    DELETE FROM protection_report_people WHERE report_id = ANY(${ids}::bigint[]) AND account_id = ${accountId}`)
  await tx.run(sql`
    DELETE FROM protection_reports r WHERE id = ANY(${ids}::bigint[])
      AND NOT EXISTS (SELECT FROM protection_report_people p WHERE p.report_id = r.id)`)
  return gone
}

export interface ReportRow {
  id: number
  isProtected: boolean
  messageId: string
  blob: Buffer
  fromName: string
  fromAddress: string
  subject: string
  level: string
  state: ReportState
  decidedBy: string
  decidedAt: Date | null
  firstAt: Date
  latestAt: Date
  reporters: number
  phishing: number
}

const columns = sql`r.id, r.protected AS "isProtected", r.message_id AS "messageId", r.blob, r.from_name AS "fromName",
  r.from_address AS "fromAddress", r.subject, r.level, r.state, r.decided_by AS "decidedBy", r.decided_at AS "decidedAt",
  r.first_at AS "firstAt", r.latest_at AS "latestAt", p.reporters, p.phishing`
const counted = sql`CROSS JOIN LATERAL (
  SELECT count(*)::int AS reporters, count(*) FILTER (WHERE kind = 'phishing')::int AS phishing
  FROM protection_report_people WHERE report_id = r.id) p`

/** The latest first. */
export const reportsBefore = (
  db: Db,
  organisation: OrganisationId,
  { before, open, limit }: { before: number | null; open: boolean; limit: number },
): Promise<ReportRow[]> =>
  db.query(sql<ReportRow>`
    SELECT ${columns} FROM protection_reports r ${counted} WHERE r.organisation_id = ${organisation}
      AND (${before}::bigint IS NULL OR r.id < ${before}) AND (NOT ${open}::boolean OR r.state = 'open')
    ORDER BY r.id DESC LIMIT ${limit}`)

export type WholeReport = ReportRow & { authentication: unknown; signals: Fact[]; body: string }

export async function reportById(
  db: Db,
  organisation: OrganisationId,
  id: number,
): Promise<WholeReport | null> {
  const [row] = await db.query(sql<WholeReport>`
    SELECT ${columns}, r.authentication, r.signals, r.body FROM protection_reports r ${counted}
    WHERE r.organisation_id = ${organisation} AND r.id = ${id}`)
  return row ?? null
}

export interface PersonRow {
  name: string
  address: string
  kind: ReportKind
  note: string
  at: Date
}

/** Who reported it, the first ones first. */
export const reportersOf = (db: Db, reportId: number, limit: number): Promise<PersonRow[]> =>
  db.query(sql<PersonRow>`
    SELECT a.display_name AS name, a.address, p.kind, p.note, p.reported_at AS at FROM protection_report_people p
    JOIN accounts a ON a.id = p.account_id WHERE p.report_id = ${reportId}
    ORDER BY p.reported_at, p.account_id LIMIT ${limit}`)

/** @returns false where it was decided so before, or is gone */
export async function noteDecision(
  tx: Db,
  organisation: OrganisationId,
  one: { id: number; state: ReportState; by: string; now: Date },
): Promise<boolean> {
  const changed = await tx.run(sql`
    UPDATE protection_reports SET state = ${one.state}, decided_by = ${one.by}, decided_at = ${one.now}
    WHERE organisation_id = ${organisation} AND id = ${one.id} AND state <> ${one.state}`)
  if (changed === 0) return false
  await tx.run(sql`UPDATE protection_report_people SET told_at = NULL WHERE report_id = ${one.id}`)
  return true
}

/** Their copies, some at a time. */
export const reportedCopies = (
  tx: Db,
  reportId: number,
  limit: number,
): Promise<{ accountId: AccountId; messageId: MessageId }[]> =>
  tx.query(sql<{ accountId: AccountId; messageId: MessageId }>`
    SELECT account_id AS "accountId", message_id AS "messageId" FROM protection_report_people
    WHERE report_id = ${reportId} ORDER BY account_id LIMIT ${limit}`)

export interface Untold {
  accountId: AccountId
  messageId: MessageId
  state: ReportState
  decidedAt: Date
  subject: string
  fromAddress: string
}

/** Who was not told of the decision. */
export const untoldReporters = (db: Db, reportId: number, limit: number): Promise<Untold[]> =>
  db.query(sql<Untold>`
    SELECT p.account_id AS "accountId", p.message_id AS "messageId", r.state, r.decided_at AS "decidedAt", r.subject,
      r.from_address AS "fromAddress"
    FROM protection_report_people p JOIN protection_reports r ON r.id = p.report_id
    WHERE r.id = ${reportId} AND r.decided_at IS NOT NULL AND p.told_at IS NULL ORDER BY p.account_id LIMIT ${limit}`)

/** Told of this very decision: a later one is told again. */
export const noteReporterTold = (
  db: Db,
  reportId: number,
  { accountId, decidedAt, now }: { accountId: AccountId; decidedAt: Date; now: Date },
): Promise<number> =>
  db.run(sql`
    UPDATE protection_report_people p SET told_at = ${now} FROM protection_reports r
    WHERE r.id = p.report_id AND p.report_id = ${reportId} AND p.account_id = ${accountId}
      AND r.decided_at = ${decidedAt}`)

export const forgetReports = (db: Db, before: Date): Promise<number> =>
  db.run(sql`DELETE FROM protection_reports WHERE latest_at < ${before}`)
