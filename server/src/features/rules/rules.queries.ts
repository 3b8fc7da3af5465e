import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId } from '../../platform/ids.ts'

export interface RuleRow {
  id: number
  name: string
  enabled: boolean
  match: 'all' | 'any'
  conditions: StoredCondition[]
  action: StoredAction
}

/** As written by `rules.service.ts`, which has checked it. */
export interface StoredCondition {
  field: 'sender' | 'recipients' | 'subject' | 'body' | 'size' | 'attachment'
  operator: 'contains' | 'notContains' | 'equals' | 'beginsWith' | 'endsWith' | 'larger' | 'smaller'
  value: string
}

export interface StoredAction {
  moveTo: number | null
  labelIds: number[]
  star: boolean
  markRead: boolean
  forwardTo: string[] | null
  reject: boolean
}

const columns = sql`id, name, enabled, match, conditions, action`

/** All rules of an account, in their order. */
export const rulesOf = (db: Db, accountId: AccountId): Promise<RuleRow[]> =>
  db.query(
    sql<RuleRow>`SELECT ${columns} FROM mail_rules WHERE account_id = ${accountId} ORDER BY sort, id`,
  )

/** Makes other changes of the account's rules wait: their number and order are looked at. */
export const lockRules = (db: Db, accountId: AccountId): Promise<number> =>
  db.run(sql`SELECT pg_advisory_xact_lock(hashtextextended('mail_rules', ${accountId}))`)

/** Those of some accounts that are on, by account and in their order. */
export async function rulesInForce(
  db: Db,
  accounts: readonly AccountId[],
): Promise<Map<AccountId, RuleRow[]>> {
  const rows = await db.query(sql<RuleRow & { accountId: AccountId }>`
    SELECT account_id AS "accountId", ${columns} FROM mail_rules
    WHERE account_id = ANY(${accounts}::bigint[]) AND enabled ORDER BY account_id, sort, id`)
  return Map.groupBy(rows, ({ accountId }) => accountId)
}

type NewRule = Omit<RuleRow, 'id'>

/** A new rule, behind the others. */
export async function insertRule(db: Db, accountId: AccountId, rule: NewRule): Promise<number> {
  const [row] = await db.query(sql<{ id: number }>`
    INSERT INTO mail_rules (account_id, sort, name, enabled, match, conditions, action)
    SELECT ${accountId}, coalesce(max(sort), 0) + 1, ${rule.name}, ${rule.enabled}, ${rule.match},
      ${json(rule.conditions)}::jsonb, ${json(rule.action)}::jsonb
    FROM mail_rules WHERE account_id = ${accountId} RETURNING id`)
  return row?.id ?? 0
}

export const updateRule = (db: Db, accountId: AccountId, rule: RuleRow): Promise<number> =>
  db.run(sql`
    UPDATE mail_rules SET name = ${rule.name}, enabled = ${rule.enabled}, match = ${rule.match},
      conditions = ${json(rule.conditions)}::jsonb, action = ${json(rule.action)}::jsonb
    WHERE account_id = ${accountId} AND id = ${rule.id}`)

export const deleteRules = (
  db: Db,
  accountId: AccountId,
  ids: readonly number[],
): Promise<number> =>
  db.run(sql`DELETE FROM mail_rules WHERE account_id = ${accountId} AND id = ANY(${ids}::bigint[])`)

export const enableRule = (
  db: Db,
  accountId: AccountId,
  { id, enabled }: { id: number; enabled: boolean },
): Promise<number> =>
  db.run(
    sql`UPDATE mail_rules SET enabled = ${enabled} WHERE account_id = ${accountId} AND id = ${id}`,
  )

/** Numbers the rules in the order of the ids. */
export const orderRules = (db: Db, accountId: AccountId, ids: readonly number[]): Promise<number> =>
  db.run(sql`
    UPDATE mail_rules r SET sort = x.sort FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS x (id, sort)
    WHERE r.account_id = ${accountId} AND r.id = x.id`)

export interface RunRow {
  id: number
  folderId: FolderId
  ruleIds: number[]
  state: 'running' | 'done' | 'stopped'
  total: number
  done: number
  changed: number
  below: number
}

const runColumns = sql`id, folder_id AS "folderId", rule_ids AS "ruleIds", state, total, done, changed, below`

/** Starts a run; null while another one goes on. */
export async function insertRun(
  db: Db,
  accountId: AccountId,
  run: Pick<RunRow, 'folderId' | 'ruleIds' | 'total' | 'below'>,
): Promise<RunRow | null> {
  const [row] = await db.query(sql<RunRow>`
    INSERT INTO rule_runs (account_id, folder_id, rule_ids, total, below)
    VALUES (${accountId}, ${run.folderId}, ${run.ruleIds}::bigint[], ${run.total}, ${run.below})
    ON CONFLICT (account_id) WHERE state = 'running' DO NOTHING RETURNING ${runColumns}`)
  return row ?? null
}

/** The newest run; one over a hidden folder is as if it were not there. */
export async function lastRun(
  db: Db,
  accountId: AccountId,
  hidden: readonly FolderId[] = [],
): Promise<RunRow | null> {
  const [row] = await db.query(sql<RunRow>`
    SELECT ${runColumns} FROM rule_runs WHERE account_id = ${accountId} AND folder_id <> ALL(${hidden}::bigint[])
    ORDER BY id DESC LIMIT 1`)
  return row ?? null
}

/** The run when it still goes on, locked. */
export async function lockRun(db: Db, accountId: AccountId, id: number): Promise<RunRow | null> {
  const [row] = await db.query(sql<RunRow>`
    SELECT ${runColumns} FROM rule_runs
    WHERE account_id = ${accountId} AND id = ${id} AND state = 'running' FOR UPDATE`)
  return row ?? null
}

export const stepRun = (
  db: Db,
  accountId: AccountId,
  step: { id: number; done: number; changed: number; below: number; end: boolean },
): Promise<number> =>
  db.run(sql`
    UPDATE rule_runs SET done = done + ${step.done}, changed = changed + ${step.changed}, below = ${step.below},
      state = CASE WHEN ${step.end} THEN 'done' ELSE state END
    WHERE account_id = ${accountId} AND id = ${step.id}`)

/** Stops a run; 0 when there is no such run. One that has ended stays as it is. */
export const stopRun = (
  db: Db,
  accountId: AccountId,
  { id, hidden }: { id: number; hidden: readonly FolderId[] },
): Promise<number> =>
  db.run(sql`
    UPDATE rule_runs SET state = CASE state WHEN 'running' THEN 'stopped' ELSE state END
    WHERE account_id = ${accountId} AND id = ${id} AND folder_id <> ALL(${hidden}::bigint[])`)

/** Runs that ended a month ago. */
export const sweepRuns = (db: Db): Promise<number> =>
  db.run(
    sql`DELETE FROM rule_runs WHERE state <> 'running' AND created_at < now() - interval '30 days'`,
  )
