import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { AccountId, MessageId, SubmissionId } from '../../platform/ids.ts'
import { noMailWishes } from './report-wishes.ts'
import {
  openRecipientStates,
  type RecipientState,
  recipientBefore,
  type SubmissionState,
  submissionBefore,
} from './submission-machine.ts'
import type {
  Judged,
  LeasedSubmission,
  NewSubmission,
  RecipientRow,
  SubmissionRow,
  SubmissionStatus,
} from './types.ts'

const columns = sql`s.id, s.account_id AS "accountId", s.message_id AS "messageId", s.kind,
  s.envelope_from AS "envelopeFrom", s.blob, s.size, s.smtputf8, s.separate, s.leave_group AS "leaveGroup",
  s.authentication, s.due_at AS "dueAt", s.report_ret AS ret, s.report_envid AS envid`

const firstState = (
  { holdIn }: Judged,
  { holdUntil, scheduled }: { holdUntil: Date | null; scheduled: boolean },
): SubmissionState => {
  if (holdIn) return 'awaiting-approval'
  if (!holdUntil) return 'queued'
  return scheduled ? 'scheduled' : 'held'
}

/** Writes a submission; null when its account already used the send key. A second insert waits for the first. */
export async function insertSubmission(
  db: Db,
  one: NewSubmission,
  now: Date,
): Promise<SubmissionId | null> {
  const { holdUntil, scheduled = false, separate = false, wishes = noMailWishes } = one
  const state = firstState(one.judged, { holdUntil, scheduled })
  const [row] = await db.query(sql<{ id: SubmissionId }>`
    INSERT INTO submissions (account_id, state, kind, send_key, envelope_from, blob, size, smtputf8, separate, leave_group,
      hold_until, due_at, created_at, updated_at, handed_by, report_ret, report_envid, reach, authentication)
    VALUES (${one.accountId}, ${state}, ${one.kind}, ${one.sendKey}, ${one.envelopeFrom}, ${one.blob.hash},
      ${one.blob.size}, ${one.smtputf8}, ${separate}, ${one.leaveGroup ?? null}, ${holdUntil}, ${holdUntil ?? now}, ${now}, ${now},
      ${one.handedBy ?? null}, ${wishes.ret}, ${wishes.envid}, ${one.judged.reach ?? null}::text[],
      ${one.authentication ? json(one.authentication) : null}::jsonb)
    ON CONFLICT (account_id, send_key) DO NOTHING RETURNING id`)
  return row?.id ?? null
}

export const insertRecipients = (
  db: Db,
  id: SubmissionId,
  { recipients, due, now }: { recipients: readonly object[]; due: Date | null; now: Date },
): Promise<number> =>
  db.run(sql`
    INSERT INTO submission_recipients (submission_id, address, name, kind, domain, blob, notify, orcpt, state,
      next_attempt_at, updated_at)
    SELECT ${id}, address, name, kind, domain, decode(blob, 'hex'), notify, orcpt, 'queued', ${due}, ${now}
    FROM json_to_recordset(${json(recipients)}::json)
      AS x (address text, name text, kind text, domain text, blob text, notify text, orcpt text)
    ON CONFLICT DO NOTHING`)

/** Ties the submission to the sender's own copy, whose state it is. */
export const attachMessage = (db: Db, id: SubmissionId, messageId: MessageId): Promise<number> =>
  db.run(sql`UPDATE submissions SET message_id = ${messageId} WHERE id = ${id}`)

export interface ClaimRequest {
  now: Date
  limit: number
  lease: string
  leaseSeconds: number
}

/**
 * Takes submissions with due recipients for this process: none that another process works on, and none twice. A scheduled
 * one stays scheduled until somebody was asked; see `letLeave`.
 * Due times follow the clock of the product, leases that of the database, which all processes share.
 */
export async function claimDue(
  tx: Db,
  { now, limit, lease, leaseSeconds }: ClaimRequest,
): Promise<LeasedSubmission[]> {
  const due = sql`r.state = ANY(${openRecipientStates}::text[]) AND r.next_attempt_at <= ${now}
    AND (r.lease_until IS NULL OR r.lease_until <= now())`
  const submissions = await tx.query(sql<SubmissionRow & { isScheduled: boolean }>`
    SELECT ${columns}, s.state = 'scheduled' AS "isScheduled" FROM submissions s JOIN (
      SELECT submission_id, min(next_attempt_at) AS due FROM (
        SELECT r.submission_id, r.next_attempt_at FROM submission_recipients r
        WHERE ${due} ORDER BY r.next_attempt_at LIMIT 500) first
      GROUP BY submission_id) d ON d.submission_id = s.id
    WHERE s.state IN ('held', 'scheduled', 'queued')
    ORDER BY d.due, s.id LIMIT ${limit} FOR NO KEY UPDATE OF s SKIP LOCKED`)
  if (submissions.length === 0) return []
  const ids = submissions.map((one) => one.id)
  await tx.run(sql`
    UPDATE submissions SET state = 'queued', updated_at = ${now}
    WHERE id = ANY(${ids}::bigint[]) AND state = 'held'`)
  // Looked at again behind the row lock: another process may have taken them a moment ago.
  const recipients = await tx.query(sql<RecipientRow & { submissionId: SubmissionId }>`
    UPDATE submission_recipients r SET lease = ${lease},
      lease_until = now() + make_interval(secs => ${leaseSeconds}::float8)
    WHERE r.submission_id = ANY(${ids}::bigint[]) AND ${due}
    RETURNING r.submission_id AS "submissionId", r.address, r.name, r.kind, r.domain, r.state, r.reason, r.attempts,
      r.updated_at AS "updatedAt", r.unanswered_by AS "unansweredBy", r.blob, r.notify, r.orcpt, r.removed`)
  return submissions
    .map((one) => ({
      ...one,
      lease,
      recipients: recipients.filter((row) => row.submissionId === one.id),
    }))
    .filter((one) => one.recipients.length > 0)
}

/** A scheduled mail begins to leave. @returns false when it was taken back */
export const letLeave = async (db: Db, id: SubmissionId, now: Date): Promise<boolean> =>
  (await db.run(sql`
    UPDATE submissions SET state = 'queued', updated_at = ${now} WHERE id = ${id} AND state = 'scheduled'`)) >
  0

/** Holds on to leases that are still worked on; @returns the keys of those that are still ours. */
export async function renewLeases(
  db: Db,
  { leases, ids, leaseSeconds }: { leases: string[]; ids: SubmissionId[]; leaseSeconds: number },
): Promise<Set<string>> {
  const rows = await db.query(sql<{ id: SubmissionId; lease: string }>`
    UPDATE submission_recipients r SET lease_until = now() + make_interval(secs => ${leaseSeconds}::float8)
    WHERE r.submission_id = ANY(${ids}::bigint[]) AND r.lease = ANY(${leases}::text[]) AND r.lease_until > now()
    RETURNING r.submission_id AS id, r.lease`)
  return new Set(rows.map(({ id, lease }) => leaseKey(id, lease)))
}

/** One claim's hold on one submission. */
export const leaseKey = (id: SubmissionId, lease: string): string => `${id} ${lease}`

/** First locks the submission: whoever records or cancels follows the other. */
export async function lockSubmission(db: Db, id: SubmissionId): Promise<SubmissionState | null> {
  const [row] = await db.query(
    sql<{
      state: SubmissionState
    }>`SELECT state FROM submissions WHERE id = ${id} FOR NO KEY UPDATE`,
  )
  return row?.state ?? null
}

export interface RecordedOutcome {
  state: RecipientState
  address: string
  reason: string
  nextAttemptAt: Date | null
  /** Hash of what was put into a mailbox of ours. */
  copy: Buffer | null
  /** See `RecipientRow`. */
  unansweredBy: string | null
}

/** Compare-and-set of recipients. @returns how many: fewer when the lease was lost or one is in another state */
export function recordOutcomes(
  db: Db,
  { id, lease, now }: { id: SubmissionId; lease: string; now: Date },
  outcomes: readonly RecordedOutcome[],
): Promise<number> {
  const rows = outcomes.map(({ copy, ...one }) => ({
    ...one,
    before: recipientBefore(one.state),
    copy: copy?.toString('hex') ?? null,
  }))
  return db.run(sql`
    UPDATE submission_recipients r SET state = x.state, reason = x.reason, attempts = r.attempts + 1,
      next_attempt_at = CASE WHEN r.stopped THEN NULL WHEN r.removed AND x.state = 'deferred' THEN ${now}::timestamptz
        ELSE x."nextAttemptAt" END,
      copy = decode(x.copy, 'hex'), unanswered_by = x."unansweredBy", lease = NULL, lease_until = NULL, updated_at = ${now}
    FROM json_to_recordset(${json(rows)}::json) AS x (address text, state text, before text[], reason text,
      "nextAttemptAt" timestamptz, copy text, "unansweredBy" text)
    WHERE r.submission_id = ${id} AND r.address = x.address AND r.lease = ${lease} AND r.state = ANY(x.before)`)
}

/** The states in which a submission has recipients, each once. */
export async function recipientStates(db: Db, id: SubmissionId): Promise<RecipientState[]> {
  const rows = await db.query(
    sql<{
      state: RecipientState
    }>`SELECT DISTINCT state FROM submission_recipients WHERE submission_id = ${id}`,
  )
  return rows.map((row) => row.state)
}

/** Blobs that recipients have for themselves. */
export async function ownBlobs(db: Db, id: SubmissionId): Promise<Buffer[]> {
  const rows = await db.query(sql<{ blob: Buffer }>`
    SELECT blob FROM submission_recipients WHERE submission_id = ${id} AND blob IS NOT NULL`)
  return rows.map((row) => row.blob)
}

/** Compare-and-set of a submission; null when it was in no state that may become `next`. */
export async function moveSubmission(
  db: Db,
  { id, next, now }: { id: SubmissionId; next: SubmissionState; now: Date },
): Promise<SubmissionRow | null> {
  const [row] = await db.query(sql<SubmissionRow>`
    UPDATE submissions s SET state = ${next}, updated_at = ${now}
    WHERE id = ${id} AND state = ANY(${submissionBefore(next)}::text[]) RETURNING ${columns}`)
  return row ?? null
}

export const cancelRecipients = (db: Db, id: SubmissionId, now: Date): Promise<number> =>
  db.run(sql`
    UPDATE submission_recipients SET state = 'cancelled', next_attempt_at = NULL, updated_at = ${now}
    WHERE submission_id = ${id} AND state = ANY(${recipientBefore('cancelled')}::text[])`)

/** Cancels the scheduled mails of which these are the sent copies. */
export const cancelScheduled = (
  db: Db,
  accountId: AccountId,
  { messageIds, now }: { messageIds: readonly MessageId[]; now: Date },
): Promise<{ id: SubmissionId; blob: Buffer }[]> =>
  db.query(sql<{ id: SubmissionId; blob: Buffer }>`
    UPDATE submissions SET state = 'cancelled', updated_at = ${now}
    WHERE account_id = ${accountId} AND message_id = ANY(${messageIds}::bigint[]) AND state = 'scheduled'
    RETURNING id, blob`)

/** Takes it from those to whom nobody is delivering it: never tried, or tried in vain. */
export const recallUnsent = (db: Db, id: SubmissionId, now: Date): Promise<number> =>
  db.run(sql`
    UPDATE submission_recipients SET state = 'recalled', reason = 'not-sent', next_attempt_at = NULL, updated_at = ${now}
    WHERE submission_id = ${id} AND state = ANY(${openRecipientStates}::text[]) AND lease IS NULL`)

/** Under which hashes a mail was put into the mailbox behind some of its addresses; null: it is there for none. */
export async function arrivedAt(
  db: Db,
  accountId: AccountId,
  { id, addresses }: { id: SubmissionId; addresses: readonly string[] },
): Promise<{ copies: Buffer[]; since: Date } | null> {
  const rows = await db.query(sql<{ copy: Buffer; since: Date }>`
    SELECT coalesce(r.copy, s.blob) AS copy, s.created_at AS since
    FROM submissions s JOIN submission_recipients r ON r.submission_id = s.id
    WHERE s.id = ${id} AND s.account_id = ${accountId} AND r.state = 'delivered'
      AND lower(r.address) = ANY(${addresses.map((one) => one.toLowerCase())}::text[])`)
  const [first] = rows
  return first ? { copies: rows.map((row) => row.copy), since: first.since } : null
}

/** What a recall came to for some recipients; those it is decided for already stay. */
export const judgeRecipients = (
  db: Db,
  to: {
    id: SubmissionId
    addresses: readonly string[]
    state: 'recalled' | 'recall-refused'
    reason: string
    now: Date
  },
): Promise<number> =>
  db.run(sql`
    UPDATE submission_recipients SET state = ${to.state}, reason = ${to.reason}, updated_at = ${to.now}
    WHERE submission_id = ${to.id} AND address = ANY(${to.addresses}::text[])
      AND state = ANY(${['delivered', 'relayed']}::text[])`)

/** Those of a mail that was held are due from now on. */
export const setDue = (db: Db, id: SubmissionId, { due, now }: { due: Date; now: Date }) =>
  db.run(sql`
    WITH mail AS (UPDATE submissions SET due_at = ${due} WHERE id = ${id})
    UPDATE submission_recipients SET next_attempt_at = ${due}, updated_at = ${now}
    WHERE submission_id = ${id} AND state = 'queued'`)

/** Who did not get a mail is tried again from now on. @returns how many */
export const retryBounced = (db: Db, id: SubmissionId, now: Date): Promise<number> =>
  db.run(sql`
    UPDATE submission_recipients SET state = 'queued', reason = '', attempts = 0, next_attempt_at = ${now},
      updated_at = ${now}
    WHERE submission_id = ${id} AND blob IS NULL AND state = 'bounced'`)

/** An ended mail is on its way once more. */
export const requeue = (db: Db, id: SubmissionId, now: Date): Promise<number> =>
  db.run(sql`
    UPDATE submissions SET state = 'queued', due_at = ${now}, updated_at = ${now}
    WHERE id = ${id} AND state = ANY(${['sent', 'failed']}::text[])`)

/** When the next recipient that nobody works on is due. */
export async function nextDue(db: Db): Promise<Date | null> {
  const [row] = await db.query(sql<{ at: Date }>`
    SELECT next_attempt_at AS at FROM submission_recipients
    WHERE state IN ('queued', 'deferred') AND next_attempt_at IS NOT NULL AND lease_until IS NULL
    ORDER BY next_attempt_at LIMIT 1`)
  return row?.at ?? null
}

/** True while a recipient waits for the first try. */
export async function isUntried(db: Db, id: SubmissionId): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT FROM submission_recipients WHERE submission_id = ${id} AND state = 'queued' LIMIT 1`)
  return rows.length > 0
}

/** @returns null when the account has no such submission */
export async function submissionStatus(
  db: Db,
  accountId: AccountId,
  id: SubmissionId,
): Promise<SubmissionStatus | null> {
  const [row] = await db.query(sql<SubmissionStatus>`
    SELECT id, state, message_id AS "messageId", hold_until AS "holdUntil", due_at AS "dueAt",
      created_at AS "createdAt" FROM submissions
    WHERE id = ${id} AND account_id = ${accountId}`)
  return row ?? null
}

export async function submissionByKey(
  db: Db,
  accountId: AccountId,
  sendKey: string,
): Promise<SubmissionStatus | null> {
  const [row] = await db.query(sql<SubmissionStatus>`
    SELECT id, state, message_id AS "messageId", hold_until AS "holdUntil", due_at AS "dueAt",
      created_at AS "createdAt" FROM submissions
    WHERE account_id = ${accountId} AND send_key = ${sendKey}`)
  return row ?? null
}

/**
 * Recipients of an account's submission in the order of the envelope kinds, each with the state of the whole, so that
 * both are of one moment.
 */
export const recipientsOf = (
  db: Db,
  accountId: AccountId,
  id: SubmissionId,
): Promise<(RecipientRow & { submissionState: SubmissionState })[]> =>
  db.query(sql<RecipientRow & { submissionState: SubmissionState }>`
    SELECT s.state AS "submissionState", r.address, r.name, r.kind, r.domain, r.state, r.reason, r.attempts,
      r.updated_at AS "updatedAt", r.unanswered_by AS "unansweredBy", r.blob, r.notify, r.orcpt, r.removed
    FROM submissions s JOIN submission_recipients r ON r.submission_id = s.id
    WHERE s.id = ${id} AND s.account_id = ${accountId}
    ORDER BY array_position(ARRAY['to', 'cc', 'bcc'], r.kind), r.address`)

/** States of many submissions at once, for lists of sent mail. */
export const statesOf = (
  db: Db,
  accountId: AccountId,
  ids: readonly SubmissionId[],
): Promise<{ id: SubmissionId; state: SubmissionState }[]> =>
  db.query(sql<{ id: SubmissionId; state: SubmissionState }>`
    SELECT id, state FROM submissions WHERE id = ANY(${ids}::bigint[]) AND account_id = ${accountId}`)

/** Recipients of an account's mail of the last days: those that wait for another try, and those that got none. */
export async function troubleOf(
  db: Db,
  accountId: AccountId,
  days: number,
): Promise<{ waiting: number; bounced: number }> {
  const [row] = await db.query(sql<{ waiting: number; bounced: number }>`
    SELECT count(*) FILTER (WHERE r.state = 'deferred')::int AS waiting,
      count(*) FILTER (WHERE r.state = 'bounced')::int AS bounced
    FROM submissions s JOIN submission_recipients r ON r.submission_id = s.id
    WHERE s.account_id = ${accountId} AND s.created_at > now() - make_interval(days => ${days}::int)`)
  return row ?? { waiting: 0, bounced: 0 }
}

/** One mail after another of a person's programs is counted, on however many lines they come. */
export const lockHand = (db: Db, person: AccountId): Promise<unknown> =>
  db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`hand ${person}`}, 7302))`)

/** Recipients of what a person handed over since then, from any mailbox, in the browser or by a program. */
export async function recipientsSince(db: Db, person: AccountId, since: Date): Promise<number> {
  const [row] = await db.query(sql<{ count: number }>`
    SELECT count(*) AS count FROM submissions s JOIN submission_recipients r ON r.submission_id = s.id
    WHERE s.handed_by = ${person} AND s.created_at > ${since}`)
  return row?.count ?? 0
}
