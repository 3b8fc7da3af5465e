import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { OrganisationId, SubmissionId } from '../../platform/ids.ts'

/** A recipient that mail on its way waits for. */
export interface WaitingRow {
  submissionId: SubmissionId
  address: string
  sender: string
  size: number
  createdAt: Date
  attempts: number
  nextAttemptAt: Date | null
  reason: string
  stopped: boolean
}

/** Where a page of the queue begins: behind this row. */
export interface QueueCursor {
  at: Date | null
  submissionId: number
  address: string
}

const columns = sql`r.submission_id AS "submissionId", r.address, s.envelope_from AS sender, s.size,
  s.created_at AS "createdAt", r.attempts, r.next_attempt_at AS "nextAttemptAt", r.reason, r.stopped`

/** Mail of the organisation; reports belong to nobody. */
const own = (organisationId: OrganisationId) => sql`(s.account_id IS NULL OR EXISTS (
  SELECT FROM accounts a WHERE a.id = s.account_id AND a.organisation_id = ${organisationId}))`

const found = (keyword: string) =>
  keyword === ''
    ? sql`true`
    : sql`(strpos(lower(r.address), lower(${keyword})) > 0 OR strpos(lower(s.envelope_from), lower(${keyword})) > 0)`

interface Page {
  keyword: string
  after: QueueCursor | null
  limit: number
}

/** On their way, by the time of the next try. */
export const waitingRecipients = (
  db: Db,
  organisationId: OrganisationId,
  { keyword, after, limit }: Page,
): Promise<WaitingRow[]> =>
  db.query(
    sql<WaitingRow>`
    SELECT ${columns} FROM submission_recipients r JOIN submissions s ON s.id = r.submission_id
    WHERE r.state IN ('queued', 'deferred') AND NOT r.stopped AND s.state = 'queued' AND ${own(organisationId)} AND ${found(keyword)}
      AND ${after?.at ? sql`(r.next_attempt_at, r.submission_id, r.address) > (${after.at}, ${after.submissionId}::bigint, ${after.address})` : sql`r.next_attempt_at IS NOT NULL`}
    ORDER BY r.next_attempt_at, r.submission_id, r.address LIMIT ${limit}`.planned(),
  )

/** Put aside, in the order in which they came. */
export const stoppedRecipients = (
  db: Db,
  organisationId: OrganisationId,
  { keyword, after, limit }: Page,
): Promise<WaitingRow[]> =>
  db.query(
    sql<WaitingRow>`
    SELECT ${columns} FROM submission_recipients r JOIN submissions s ON s.id = r.submission_id
    WHERE r.stopped AND r.state IN ('queued', 'deferred') AND ${own(organisationId)} AND ${found(keyword)}
      AND ${after ? sql`(r.submission_id, r.address) > (${after.submissionId}::bigint, ${after.address})` : sql`true`}
    ORDER BY r.submission_id, r.address LIMIT ${limit}`.planned(),
  )

export interface WaitingDomain {
  domain: string
  waiting: number
  /** Those that were tried in vain. */
  tried: number
  reason: string
}

/** @param among how many of the next recipients are looked at */
export const waitingDomains = (
  db: Db,
  organisationId: OrganisationId,
  { among, limit }: { among: number; limit: number },
): Promise<WaitingDomain[]> =>
  db.query(sql<WaitingDomain>`
    SELECT domain, count(*)::int AS waiting, count(*) FILTER (WHERE attempts > 0)::int AS tried,
      coalesce(mode() WITHIN GROUP (ORDER BY split_part(reason, ' ', 1)) FILTER (WHERE reason <> ''), '') AS reason
    FROM (SELECT r.domain, r.attempts, r.reason FROM submission_recipients r JOIN submissions s ON s.id = r.submission_id
      WHERE r.state IN ('queued', 'deferred') AND r.next_attempt_at IS NOT NULL AND s.state = 'queued' AND ${own(organisationId)}
      ORDER BY r.next_attempt_at LIMIT ${among}) next
    GROUP BY domain ORDER BY waiting DESC, domain LIMIT ${limit}`)

/** Which recipients are meant. */
export interface Meant {
  submissionId: number
  address: string
}

/** Those of them that wait and nobody is speaking for at this moment. */
const meant = (organisationId: OrganisationId, recipients: readonly Meant[]) => sql`
  (r.submission_id, r.address) IN (
    SELECT given."submissionId", given.address
    FROM jsonb_to_recordset(${json(recipients)}::jsonb) AS given ("submissionId" bigint, address text))
  AND r.state IN ('queued', 'deferred') AND s.id = r.submission_id AND s.state = 'queued' AND ${own(organisationId)}`

/** Nobody works on it: what a dead process held counts as free when its lease has run out. */
const isFree = sql`(r.lease_until IS NULL OR r.lease_until <= now())`

interface Acting {
  organisationId: OrganisationId
  recipients: readonly Meant[]
  now: Date
}

export const retryNow = (db: Db, { organisationId, recipients, now }: Acting): Promise<number> =>
  db.run(sql`
    UPDATE submission_recipients r SET next_attempt_at = ${now} FROM submissions s
    WHERE ${meant(organisationId, recipients)} AND NOT r.stopped AND ${isFree}`)

/** One that is being delivered is put aside when this try has come to nothing. */
export const putAside = (db: Db, { organisationId, recipients }: Acting): Promise<number> =>
  db.run(sql`
    UPDATE submission_recipients r SET stopped = true,
      next_attempt_at = CASE WHEN ${isFree} THEN NULL ELSE r.next_attempt_at END
    FROM submissions s WHERE ${meant(organisationId, recipients)} AND NOT r.stopped`)

export const letGo = (db: Db, { organisationId, recipients, now }: Acting): Promise<number> =>
  db.run(sql`
    UPDATE submission_recipients r SET stopped = false, next_attempt_at = ${now} FROM submissions s
    WHERE ${meant(organisationId, recipients)} AND r.stopped`)

/** The outbox takes them up at once, tries nothing, and tells their sender. */
export const giveUp = (db: Db, { organisationId, recipients, now }: Acting): Promise<number> =>
  db.run(sql`
    UPDATE submission_recipients r SET removed = true, stopped = false, next_attempt_at = ${now} FROM submissions s
    WHERE ${meant(organisationId, recipients)} AND NOT r.removed`)
