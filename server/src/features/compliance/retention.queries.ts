import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, OrganisationId } from '../../platform/ids.ts'

export interface Sums {
  people: number
  mails: number
  bytes: number
  oldest: Date | null
}

export interface TrialRow extends Sums {
  at: Date
  startedAt: Date
  endedAt: Date | null
  looked: number
  mailboxes: number
}

/** Where mail lies that a rule is about. */
type Kind = 'inbox' | 'sent' | 'archive' | 'own' | 'junk' | 'trash'

/** What a rule says. */
export interface Said {
  name: string
  everybody: boolean
  kinds: Kind[]
  days: number
  keepStarred: boolean
  keepLabel: string
}

export interface RuleRow extends Said {
  id: number
  changedBy: string
  changedAt: Date
  activeSince: Date | null
  activeBy: string
  runsFrom: Date | null
  people: { accountId: number; name: string; address: string }[]
  departments: { id: number; name: string }[]
}

const columns = sql`
  r.id, r.name, r.everybody, r.kinds, r.days, r.keep_starred AS "keepStarred", r.keep_label AS "keepLabel",
  r.changed_by AS "changedBy", r.changed_at AS "changedAt", r.active_since AS "activeSince", r.active_by AS "activeBy",
  r.runs_from AS "runsFrom",
  coalesce((SELECT json_agg(json_build_object('accountId', a.id, 'name', u.name, 'address', a.address) ORDER BY a.address)
    FROM retention_rule_people p JOIN accounts a ON a.id = p.account_id JOIN users u ON u.account_id = a.id
    WHERE p.rule_id = r.id AND u.deleted_at IS NULL), '[]') AS people,
  coalesce((SELECT json_agg(json_build_object('id', d.id, 'name', d.name) ORDER BY d.sort, d.id)
    FROM retention_rule_departments x JOIN departments d ON d.id = x.department_id WHERE x.rule_id = r.id), '[]') AS departments`

/** What a row of `retention_sums s` says. */
const sums = sql`s.people, s.mails, s.bytes, s.oldest`

/** All rules of an organisation, which are few. */
export const rulesOf = (db: Db, organisationId: OrganisationId): Promise<RuleRow[]> =>
  db.query(sql<RuleRow>`
    SELECT ${columns} FROM retention_rules r WHERE r.organisation_id = ${organisationId} ORDER BY r.id`)

export async function ruleById(
  db: Db,
  organisationId: OrganisationId,
  id: number,
): Promise<RuleRow | null> {
  const [row] = await db.query(sql<RuleRow>`
    SELECT ${columns} FROM retention_rules r WHERE r.organisation_id = ${organisationId} AND r.id = ${id}`)
  return row ?? null
}

/** The dry run of each rule that has one. */
export const trialsOf = (
  db: Db,
  organisationId: OrganisationId,
): Promise<(TrialRow & { ruleId: number })[]> =>
  db.query(sql<TrialRow & { ruleId: number }>`
    SELECT w.trial_of AS "ruleId", w.at, w.started_at AS "startedAt", w.ended_at AS "endedAt", w.looked, w.mailboxes, ${sums}
    FROM retention_walks w JOIN retention_sums s ON s.walk_id = w.id
    WHERE w.organisation_id = ${organisationId} AND w.trial_of IS NOT NULL`)

export interface RuleWish extends Said {
  accountIds: readonly number[]
  departmentIds: readonly number[]
}

/** Waits for others who change rules of the organisation. @returns how many there are */
export async function lockRules(tx: Db, organisationId: OrganisationId): Promise<number> {
  await tx.query(
    sql`SELECT FROM retention_rules WHERE organisation_id = ${organisationId} FOR UPDATE`,
  )
  const [row] = await tx.query(sql<{ count: number }>`
    SELECT count(*)::int AS count FROM retention_rules WHERE organisation_id = ${organisationId}`)
  return row?.count ?? 0
}

export async function insertRule(
  tx: Db,
  organisationId: OrganisationId,
  { wish, by }: { wish: RuleWish; by: string },
): Promise<number> {
  const [row] = await tx.query(sql<{ id: number }>`
    INSERT INTO retention_rules (organisation_id, name, everybody, kinds, days, keep_starred, keep_label, changed_by)
    VALUES (${organisationId}, ${wish.name}, ${wish.everybody}, ${wish.kinds}::text[], ${wish.days}, ${wish.keepStarred},
      ${wish.keepLabel}, ${by}) RETURNING id`)
  const { id } = row as { id: number }
  await nameWhom(tx, id, wish)
  return id
}

/** One that is off; its dry run was of what it said before. @returns 0 where it is on or gone */
export async function changeRule(
  tx: Db,
  organisationId: OrganisationId,
  { id, wish, by }: { id: number; wish: RuleWish; by: string },
): Promise<number> {
  const count = await tx.run(sql`
    UPDATE retention_rules SET name = ${wish.name}, everybody = ${wish.everybody}, kinds = ${wish.kinds}::text[],
      days = ${wish.days}, keep_starred = ${wish.keepStarred}, keep_label = ${wish.keepLabel}, changed_by = ${by},
      changed_at = clock_timestamp()
    WHERE id = ${id} AND organisation_id = ${organisationId} AND active_since IS NULL`)
  if (count === 0) return 0
  await tx.run(sql`DELETE FROM retention_walks WHERE trial_of = ${id}`)
  await tx.run(sql`DELETE FROM retention_rule_people WHERE rule_id = ${id}`)
  await tx.run(sql`DELETE FROM retention_rule_departments WHERE rule_id = ${id}`)
  await nameWhom(tx, id, wish)
  return count
}

async function nameWhom(
  tx: Db,
  id: number,
  { everybody, accountIds, departmentIds }: RuleWish,
): Promise<void> {
  if (everybody) return
  await tx.run(sql`
    INSERT INTO retention_rule_people (rule_id, account_id) SELECT ${id}, a FROM unnest(${accountIds}::bigint[]) a`)
  await tx.run(sql`
    INSERT INTO retention_rule_departments (rule_id, department_id) SELECT ${id}, d FROM unnest(${departmentIds}::bigint[]) d`)
}

/** Of a rule as it was read and tried. @returns 0 where it is another by now, has no finished dry run, or is on */
export const activate = (
  tx: Db,
  { id, changedAt }: Pick<RuleRow, 'id' | 'changedAt'>,
  { by, now, runsFrom }: { by: string; now: Date; runsFrom: Date },
): Promise<number> =>
  tx.run(sql`
    UPDATE retention_rules SET active_since = ${now}, active_by = ${by}, runs_from = ${runsFrom}
    WHERE id = ${id} AND active_since IS NULL AND changed_at = ${changedAt}
      AND EXISTS (SELECT FROM retention_walks w WHERE w.trial_of = ${id} AND w.ended_at IS NOT NULL)`)

export const deactivate = (tx: Db, id: number): Promise<number> =>
  tx.run(
    sql`UPDATE retention_rules SET active_since = NULL, active_by = '', runs_from = NULL WHERE id = ${id}`,
  )

export const deleteRule = (tx: Db, id: number): Promise<number> =>
  tx.run(sql`DELETE FROM retention_rules WHERE id = ${id}`)

export interface RunRow extends Sums {
  id: number
  at: Date
  endedAt: Date | null
  rule: string
}

/** What was deleted, by night and rule, the latest first. */
export const runsPage = (
  db: Db,
  organisationId: OrganisationId,
  { before, limit }: { before: number | null; limit: number },
): Promise<RunRow[]> =>
  db.query(sql<RunRow>`
    SELECT s.id, w.at, w.ended_at AS "endedAt", s.rule_name AS rule, ${sums}
    FROM retention_sums s JOIN retention_walks w ON w.id = s.walk_id
    WHERE s.organisation_id = ${organisationId} AND s.night IS NOT NULL AND (${before}::bigint IS NULL OR s.id < ${before}::bigint)
    ORDER BY s.id DESC LIMIT ${limit}`)

export interface KeptRow {
  kind: Kind
  days: number
  keepStarred: boolean
  keepLabel: string
}

/** What rules say of the folders of a mailbox. Where none is on that is one look at a small table. */
export const keptOf = (db: Db, accountId: AccountId): Promise<KeptRow[]> =>
  db.query(sql<KeptRow>`
    SELECT o.kind, r.days, r.keep_starred AS "keepStarred", r.keep_label AS "keepLabel"
    FROM retention_of(${accountId}, NULL) o JOIN retention_rules r ON r.id = o.rule_id
    WHERE EXISTS (SELECT FROM retention_rules WHERE active_since IS NOT NULL)`)
