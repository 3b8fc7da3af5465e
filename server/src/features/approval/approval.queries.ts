import type { Db } from '../../platform/db/pool.ts'
import { json, none, sql } from '../../platform/db/sql.ts'
import type {
  AccountId,
  FolderId,
  MessageId,
  OrganisationId,
  SubmissionId,
} from '../../platform/ids.ts'

export type State = 'pending' | 'approved' | 'rejected' | 'withdrawn'
export type Record = 'waiting' | 'approved' | 'rejected' | 'passed' | 'none'

/** What a level was when the mail was handed over; its people are rows of their own. */
export interface Level {
  needs: 'any' | 'all'
  hours: number | null
  after: 'remind' | 'pass-up' | 'approve' | 'reject'
}

export interface ApprovalRow {
  id: number
  submissionId: SubmissionId
  organisationId: OrganisationId
  accountId: AccountId
  writerId: AccountId
  state: State
  ruleName: string
  reasons: unknown
  levels: Level[]
  level: number
  deadlineAt: Date | null
  subject: string
  fromName: string
  fromAddress: string
  recipients: { address: string; name: string; kind: 'to' | 'cc' | 'bcc' }[]
  hasFiles: boolean
  blob: Buffer
  size: number
  scheduledAt: Date | null
  createdAt: Date
  endedAt: Date | null
  trailCount: number
  trailHash: Buffer
}

const columns = sql`p.id, p.submission_id AS "submissionId", p.organisation_id AS "organisationId",
  p.account_id AS "accountId", p.writer_id AS "writerId", p.state, p.rule_name AS "ruleName", p.reasons, p.levels,
  p.level, p.deadline_at AS "deadlineAt", p.subject, p.from_name AS "fromName", p.from_address AS "fromAddress",
  p.recipients, p.has_files AS "hasFiles", p.blob, p.size, p.scheduled_at AS "scheduledAt",
  p.created_at AS "createdAt", p.ended_at AS "endedAt", p.trail_count AS "trailCount", p.trail_hash AS "trailHash"`

export type NewApproval = Omit<
  ApprovalRow,
  'id' | 'state' | 'level' | 'endedAt' | 'trailCount' | 'trailHash'
>

export async function insertApproval(db: Db, one: NewApproval): Promise<number> {
  const [row] = await db.query(sql<{ id: number }>`
    INSERT INTO approvals (submission_id, organisation_id, account_id, writer_id, rule_name, reasons, levels,
      deadline_at, subject, from_name, from_address, recipients, has_files, blob, size, scheduled_at, created_at)
    VALUES (${one.submissionId}, ${one.organisationId}, ${one.accountId}, ${one.writerId}, ${one.ruleName},
      ${json(one.reasons)}::jsonb, ${json(one.levels)}::jsonb, ${one.deadlineAt}, ${one.subject}, ${one.fromName},
      ${one.fromAddress}, ${json(one.recipients)}::jsonb, ${one.hasFiles}, ${one.blob}, ${one.size},
      ${one.scheduledAt}, ${one.createdAt}) RETURNING id`)
  if (!row) throw new Error('an approval was not written')
  return row.id
}

export interface ApproverRow {
  level: number
  accountId: AccountId
  address: string
  name: string
  state: Record
}

export const insertApprovers = (
  db: Db,
  id: number,
  approvers: readonly ApproverRow[],
): Promise<number> =>
  db.run(sql`
    INSERT INTO approval_approvers (approval_id, level, account_id, address, name, state)
    SELECT ${id}, level, "accountId", address, name, state
    FROM json_to_recordset(${json(approvers)}::json)
      AS x (level smallint, "accountId" bigint, address text, name text, state text)
    ON CONFLICT (approval_id, level, account_id) DO UPDATE SET state = excluded.state`)

export async function approvalById(db: Db, id: number): Promise<ApprovalRow | null> {
  const [row] = await db.query(
    sql<ApprovalRow>`SELECT ${columns} FROM approvals p WHERE p.id = ${id}`,
  )
  return row ?? null
}

/** Locks it; the submission is locked before. */
export async function lockApproval(db: Db, id: number): Promise<ApprovalRow | null> {
  const [row] = await db.query(
    sql<ApprovalRow>`SELECT ${columns} FROM approvals p WHERE p.id = ${id} FOR UPDATE`,
  )
  return row ?? null
}

export async function approvalOfSubmission(db: Db, id: SubmissionId): Promise<number | null> {
  const [row] = await db.query(
    sql<{ id: number }>`SELECT id FROM approvals WHERE submission_id = ${id}`,
  )
  return row?.id ?? null
}

/** Approvers, whether they can still decide, and who does so in their place now. */
export interface LivingApprover extends ApproverRow {
  isThere: boolean
  deputyId: AccountId | null
  deputyName: string
  deputyAddress: string
}

export const approversOf = (
  db: Db,
  ids: readonly number[],
  now: Date,
): Promise<(LivingApprover & { approvalId: number })[]> =>
  db.query(sql<LivingApprover & { approvalId: number }>`
    SELECT r.approval_id AS "approvalId", r.level, r.account_id AS "accountId", r.address, r.name, r.state,
      coalesce(u.disabled_at IS NULL AND (a.valid_until IS NULL OR a.valid_until > ${now}), false) AS "isThere",
      da.id AS "deputyId", coalesce(du.name, '') AS "deputyName", coalesce(da.address, '') AS "deputyAddress"
    FROM approval_approvers r LEFT JOIN accounts a ON a.id = r.account_id LEFT JOIN users u ON u.account_id = a.id
    LEFT JOIN approval_deputies d ON d.account_id = r.account_id AND (d.from_at IS NULL OR d.from_at <= ${now})
      AND (d.until_at IS NULL OR d.until_at > ${now})
    LEFT JOIN users du ON du.account_id = d.deputy_id AND du.disabled_at IS NULL
    LEFT JOIN accounts da ON da.id = du.account_id
    WHERE r.approval_id = ANY(${ids}::bigint[]) ORDER BY r.level, r.address`)

export const markApprovers = (
  db: Db,
  id: number,
  to: { level: number; accountIds: readonly AccountId[]; state: Record },
): Promise<number> =>
  db.run(sql`
    UPDATE approval_approvers SET state = ${to.state}
    WHERE approval_id = ${id} AND level = ${to.level} AND account_id = ANY(${to.accountIds}::bigint[])`)

/** Compare-and-set out of `pending`. @returns false when it was decided before */
export const endApproval = async (
  db: Db,
  id: number,
  { state, now }: { state: State; now: Date },
): Promise<boolean> =>
  (await db.run(sql`
    UPDATE approvals SET state = ${state}, ended_at = ${now}, deadline_at = NULL
    WHERE id = ${id} AND state = 'pending'`)) > 0

export const moveToLevel = (
  db: Db,
  id: number,
  { level, deadlineAt }: { level: number; deadlineAt: Date | null },
): Promise<number> =>
  db.run(sql`
    UPDATE approvals SET level = ${level}, deadline_at = ${deadlineAt} WHERE id = ${id} AND state = 'pending'`)

export const appendTrail = (
  db: Db,
  id: number,
  link: { seq: number; entry: string; hash: Buffer },
): Promise<number> =>
  db.run(sql`
    WITH added AS (INSERT INTO approval_trail (approval_id, seq, entry, hash)
      VALUES (${id}, ${link.seq}, ${link.entry}, ${link.hash}))
    UPDATE approvals SET trail_count = ${link.seq}, trail_hash = ${link.hash} WHERE id = ${id}`)

export interface TrailRow {
  entry: string
  hash: Buffer
}

export const trailOf = (db: Db, id: number): Promise<TrailRow[]> =>
  db.query(sql<TrailRow>`
    SELECT entry, hash FROM approval_trail WHERE approval_id = ${id} ORDER BY seq`)

/** For the check of all chains, a piece at a time. */
export const trailEnds = (
  db: Db,
  after: number,
): Promise<{ id: number; count: number; hash: Buffer }[]> =>
  db.query(sql<{ id: number; count: number; hash: Buffer }>`
    SELECT id, trail_count AS count, trail_hash AS hash FROM approvals WHERE id > ${after} ORDER BY id LIMIT 200`)

interface ListRequest {
  accountId: AccountId
  state: string
  keyword: string
  limit: number
  cursor: { at: Date; id: number } | null
  now: Date
}

const matching = ({ state, keyword, cursor }: ListRequest) => sql`
  (${state} = 'all' OR p.state = ${state})
  AND (${keyword} = '' OR strpos(lower(p.subject || ' ' || p.from_name || ' ' || p.from_address), lower(${keyword})) > 0)
  ${cursor ? sql`AND (p.created_at, p.id) < (${cursor.at}, ${cursor.id})` : none}`

/** Mail whose level somebody is of that has come up, or in whose place somebody decides now. */
export const approvalsFor = (db: Db, request: ListRequest): Promise<ApprovalRow[]> =>
  db.query(sql<ApprovalRow>`
    SELECT ${columns} FROM approvals p WHERE p.id IN (
      SELECT r.approval_id FROM approval_approvers r JOIN approvals q ON q.id = r.approval_id
      WHERE r.level <= q.level AND (r.account_id = ${request.accountId} OR r.account_id IN (
        SELECT d.account_id FROM approval_deputies d WHERE d.deputy_id = ${request.accountId}
          AND (d.from_at IS NULL OR d.from_at <= ${request.now}) AND (d.until_at IS NULL OR d.until_at > ${request.now}))))
      AND p.writer_id <> ${request.accountId} AND ${matching(request)}
    ORDER BY p.created_at DESC, p.id DESC LIMIT ${request.limit}`)

export const approvalsBy = (db: Db, request: ListRequest): Promise<ApprovalRow[]> =>
  db.query(sql<ApprovalRow>`
    SELECT ${columns} FROM approvals p WHERE p.writer_id = ${request.accountId} AND ${matching(request)}
    ORDER BY p.created_at DESC, p.id DESC LIMIT ${request.limit}`)

export interface Counts {
  /** Waiting for the person, or for those in whose place the person decides. */
  count: number
  /** Own mail that waits. */
  own: number
  /** Approval is switched on, or concerns the person already. */
  isOn: boolean
}

export async function countsOf(db: Db, accountId: AccountId, now: Date): Promise<Counts> {
  const [row] = await db.query(sql<Counts>`
    SELECT (SELECT count(DISTINCT p.id)::int FROM approval_approvers r
        JOIN approvals p ON p.id = r.approval_id AND p.state = 'pending' AND p.level = r.level
        WHERE r.state = 'waiting' AND p.writer_id <> ${accountId} AND (r.account_id = ${accountId} OR r.account_id IN (
          SELECT d.account_id FROM approval_deputies d WHERE d.deputy_id = ${accountId}
            AND (d.from_at IS NULL OR d.from_at <= ${now}) AND (d.until_at IS NULL OR d.until_at > ${now})))) AS count,
      (SELECT count(*)::int FROM approvals WHERE writer_id = ${accountId} AND state = 'pending') AS own,
      EXISTS (SELECT FROM approval_rules WHERE (rule ->> 'active')::boolean)
        OR EXISTS (SELECT FROM approvals WHERE writer_id = ${accountId})
        OR EXISTS (SELECT FROM approval_approvers WHERE account_id = ${accountId}) AS "isOn"`)
  return row ?? { count: 0, own: 0, isOn: false }
}

/** The sender's copies: where they lie now. */
export async function copiesOf(
  db: Db,
  ids: readonly SubmissionId[],
): Promise<Map<SubmissionId, { messageId: MessageId; folderId: FolderId }>> {
  const rows = await db.query(sql<{ id: SubmissionId; messageId: MessageId; folderId: FolderId }>`
    SELECT s.id, m.id AS "messageId", m.folder_id AS "folderId" FROM submissions s
    JOIN messages m ON m.account_id = s.account_id AND m.id = s.message_id WHERE s.id = ANY(${ids}::bigint[])`)
  return new Map(rows.map(({ id, ...copy }) => [id, copy]))
}

export const dueApprovals = (db: Db, now: Date): Promise<{ id: number }[]> =>
  db.query(sql<{ id: number }>`
    SELECT id FROM approvals WHERE state = 'pending' AND deadline_at <= ${now} ORDER BY deadline_at LIMIT 100`)

/** Pending ones that nobody can decide any more. */
export const orphanedApprovals = (db: Db): Promise<{ id: number }[]> =>
  db.query(sql<{ id: number }>`
    SELECT p.id FROM approvals p WHERE p.state = 'pending' AND NOT EXISTS (
      SELECT FROM approval_approvers r JOIN users u ON u.account_id = r.account_id AND u.disabled_at IS NULL
      JOIN accounts a ON a.id = u.account_id AND (a.valid_until IS NULL OR a.valid_until > now())
      WHERE r.approval_id = p.id AND r.level = p.level AND r.state = 'waiting') ORDER BY p.id LIMIT 100`)

export interface DeputyRow {
  deputy: string
  from: Date | null
  until: Date | null
}

export async function deputyOf(db: Db, accountId: AccountId): Promise<DeputyRow | null> {
  const [row] = await db.query(sql<DeputyRow>`
    SELECT a.address AS deputy, d.from_at AS "from", d.until_at AS until
    FROM approval_deputies d JOIN accounts a ON a.id = d.deputy_id WHERE d.account_id = ${accountId}`)
  return row ?? null
}

export const writeDeputy = (
  db: Db,
  accountId: AccountId,
  one: { deputyId: AccountId; from: Date | null; until: Date | null },
): Promise<number> =>
  db.run(sql`
    INSERT INTO approval_deputies (account_id, deputy_id, from_at, until_at)
    VALUES (${accountId}, ${one.deputyId}, ${one.from}, ${one.until})
    ON CONFLICT (account_id) DO UPDATE SET deputy_id = excluded.deputy_id, from_at = excluded.from_at,
      until_at = excluded.until_at`)

export const deleteDeputy = (db: Db, accountId: AccountId): Promise<number> =>
  db.run(sql`DELETE FROM approval_deputies WHERE account_id = ${accountId}`)

/** Approvers and their deputies in a rule or in a mail that waits. */
export const isApprover = async (db: Db, accountId: AccountId): Promise<boolean> =>
  (await db.query(sql`SELECT FROM approval_approvers WHERE account_id = ${accountId} LIMIT 1`))
    .length > 0

/** Mail that left lately, for trying a rule. */
export interface SentRow {
  id: SubmissionId
  accountId: AccountId
  blob: Buffer
  size: number
  recipients: string[]
  subject: string
  at: Date
}

export const sentLately = (
  db: Db,
  organisation: OrganisationId,
  { since, limit }: { since: Date; limit: number },
): Promise<SentRow[]> =>
  db.query(sql<SentRow>`
    SELECT s.id, coalesce(s.handed_by, s.account_id) AS "accountId", m.blob, m.size,
      m.subject, s.created_at AS at,
      ARRAY(SELECT address FROM submission_recipients r WHERE r.submission_id = s.id) AS recipients
    FROM submissions s JOIN accounts a ON a.id = s.account_id
    JOIN messages m ON m.account_id = s.account_id AND m.id = s.message_id
    WHERE a.organisation_id = ${organisation} AND s.kind = 'mail' AND s.created_at > ${since}
    ORDER BY s.created_at DESC LIMIT ${limit}`)

/** A scheduled mail. */
export interface WaitingMail {
  id: SubmissionId
  accountId: AccountId
  writerId: AccountId
  messageId: MessageId
  blob: Buffer
  size: number
  subject: string
  hasFiles: boolean
  createdAt: Date
  recipients: { address: string; name: string; kind: 'to' | 'cc' | 'bcc' }[]
}

/** A scheduled mail that was handed over before a rule became what it is; null: none did since. */
export async function scheduledBefore(db: Db, id: SubmissionId): Promise<WaitingMail | null> {
  const [row] = await db.query(sql<WaitingMail>`
    SELECT s.id, s.account_id AS "accountId", coalesce(s.handed_by, s.account_id) AS "writerId", m.id AS "messageId",
      m.blob, m.size, m.subject, m.has_attachment AS "hasFiles", s.created_at AS "createdAt",
      (SELECT json_agg(json_build_object('address', r.address, 'name', r.name, 'kind', r.kind))
        FROM submission_recipients r WHERE r.submission_id = s.id) AS recipients
    FROM submissions s JOIN accounts a ON a.id = s.account_id
      JOIN messages m ON m.account_id = s.account_id AND m.id = s.message_id
    WHERE s.id = ${id} AND s.state = 'scheduled' AND s.kind = 'mail' AND EXISTS (
        SELECT FROM approval_rules p WHERE p.organisation_id = a.organisation_id AND p.changed_at > s.created_at)`)
  return row ?? null
}
