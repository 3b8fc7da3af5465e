import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { AccountId, OrganisationId } from '../../platform/ids.ts'

export interface RuleRow {
  id: number
  name: string
  rule: unknown
  changedAt: Date
}

const columns = sql`id, name, rule, changed_at AS "changedAt"`

/** In their order: the first that approves or blocks ends the list. */
export const rulesOf = (db: Db, organisation: OrganisationId): Promise<RuleRow[]> =>
  db.query(sql<RuleRow>`
    SELECT ${columns} FROM approval_rules WHERE organisation_id = ${organisation} ORDER BY sort, id`)

/** Puts rules in an order. @returns how many there were of them */
export const orderRules = (
  db: Db,
  organisation: OrganisationId,
  ids: readonly number[],
): Promise<number> =>
  db.run(sql`
    UPDATE approval_rules r SET sort = o.place FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS o (id, place)
    WHERE r.id = o.id AND r.organisation_id = ${organisation}`)

interface NewRule {
  organisation: OrganisationId
  name: string
  rule: object
  now: Date
}

/** @returns null where another rule has the name */
export async function insertRule(db: Db, one: NewRule): Promise<RuleRow | null> {
  const [row] = await db.query(sql<RuleRow>`
    INSERT INTO approval_rules (organisation_id, name, rule, changed_at, sort)
    SELECT ${one.organisation}, ${one.name}, ${json(one.rule)}::jsonb, ${one.now}, coalesce(max(sort), 0) + 1
    FROM approval_rules WHERE organisation_id = ${one.organisation}
    ON CONFLICT DO NOTHING RETURNING ${columns}`)
  return row ?? null
}

/** @throws where another rule has the name; @returns null where there is none */
export async function updateRule(db: Db, one: NewRule & { id: number }): Promise<RuleRow | null> {
  const [row] = await db.query(sql<RuleRow>`
    UPDATE approval_rules SET name = ${one.name}, rule = ${json(one.rule)}::jsonb, changed_at = ${one.now}
    WHERE id = ${one.id} AND organisation_id = ${one.organisation} RETURNING ${columns}`)
  return row ?? null
}

export const isNameTaken = async (
  db: Db,
  organisation: OrganisationId,
  { name, but }: { name: string; but: number },
): Promise<boolean> => {
  const rows = await db.query(sql`
    SELECT id FROM approval_rules WHERE organisation_id = ${organisation} AND name = ${name} AND id <> ${but}`)
  return rows.length > 0
}

/** Some rules look for something else from now on, though nobody wrote them anew. */
export const touchRules = (
  db: Db,
  organisation: OrganisationId,
  { ids, now }: { ids: readonly number[]; now: Date },
): Promise<number> =>
  db.run(sql`
    UPDATE approval_rules SET changed_at = ${now}
    WHERE organisation_id = ${organisation} AND id = ANY(${ids}::bigint[])`)

export const deleteRule = (db: Db, organisation: OrganisationId, id: number): Promise<number> =>
  db.run(sql`DELETE FROM approval_rules WHERE id = ${id} AND organisation_id = ${organisation}`)

export interface ListRow {
  name: string
  words: string[]
}

export const listsOf = (db: Db, organisation: OrganisationId): Promise<ListRow[]> =>
  db.query(sql<ListRow>`
    SELECT name, words FROM approval_lists WHERE organisation_id = ${organisation} ORDER BY name`)

/** @returns 0 where it is what it was */
export const writeList = (
  db: Db,
  organisation: OrganisationId,
  { name, words }: ListRow,
): Promise<number> =>
  words.length === 0
    ? db.run(sql`
        DELETE FROM approval_lists WHERE organisation_id = ${organisation} AND name = ${name}`)
    : db.run(sql`
        INSERT INTO approval_lists AS known (organisation_id, name, words)
        VALUES (${organisation}, ${name}, ${words}::text[])
        ON CONFLICT (organisation_id, name) DO UPDATE SET words = excluded.words
        WHERE known.words IS DISTINCT FROM excluded.words`)

/** A colleague who can decide. */
export interface PersonRow {
  accountId: AccountId
  address: string
  name: string
}

const person = sql`a.id AS "accountId", a.address, coalesce(nullif(u.nickname, ''), u.name) AS name`
const living = sql`u.disabled_at IS NULL AND (a.valid_until IS NULL OR a.valid_until > now())`

/** People behind addresses, those who may work alone; by the address that was asked for. */
export async function peopleOf(
  db: Db,
  addresses: readonly string[],
): Promise<Map<string, PersonRow>> {
  const wanted = addresses.map((one) => one.toLowerCase())
  const rows = await db.query(sql<PersonRow & { wanted: string }>`
    SELECT d.address AS wanted, ${person} FROM addresses d JOIN accounts a ON a.id = d.account_id
    JOIN users u ON u.account_id = a.id
    WHERE d.address = ANY(${wanted}::text[]) AND a.kind = 'personal' AND ${living}`)
  return new Map(rows.map(({ wanted: address, ...row }) => [address, row]))
}

export const administratorsOf = (db: Db, organisation: OrganisationId): Promise<PersonRow[]> =>
  db.query(sql<PersonRow>`
    SELECT ${person} FROM users u JOIN accounts a ON a.id = u.account_id
    WHERE u.organisation_id = ${organisation} AND u.is_admin
      AND coalesce(u.console_role, 'owner') IN ('owner', 'admin') AND ${living} ORDER BY u.id LIMIT 20`)

/**
 * Those who head the department of a writer, or the next one above it that is headed by somebody else (a role of the
 * console).
 */
export const headsOf = (db: Db, writerId: AccountId): Promise<PersonRow[]> =>
  db.query(sql<PersonRow>`
    WITH RECURSIVE above AS (
      SELECT d.id, d.parent_id, 0 AS height FROM departments d JOIN users u ON u.department_id = d.id
      WHERE u.account_id = ${writerId}
      UNION ALL
      SELECT d.id, d.parent_id, a.height + 1 FROM departments d JOIN above a ON d.id = a.parent_id
      WHERE a.height < 50),
    heads AS (
      SELECT above.height, ${person} FROM above JOIN users u ON u.console_department = above.id
        AND u.console_role = 'department' AND u.is_admin
      JOIN accounts a ON a.id = u.account_id WHERE ${living} AND a.id <> ${writerId})
    SELECT "accountId", address, name FROM heads
    WHERE height = (SELECT min(height) FROM heads) ORDER BY "accountId" LIMIT 20`)

/** Departments by id, with their names. */
export const departmentsOf = (
  db: Db,
  organisation: OrganisationId,
): Promise<{ id: number; name: string }[]> =>
  db.query(sql<{ id: number; name: string }>`
    SELECT id, name FROM departments WHERE organisation_id = ${organisation} ORDER BY sort, id`)

/** Who writes: organisation, every own address, and the department with those above it. */
export interface WriterRow {
  organisationId: OrganisationId
  name: string
  address: string
  addresses: string[]
  departments: { id: number; name: string }[]
}

/** The row of `a`, an account, as one who writes. */
const writerColumns = sql`
  a.organisation_id AS "organisationId", a.address,
  coalesce((SELECT name FROM users WHERE account_id = a.id), a.display_name) AS name,
  ARRAY(SELECT address FROM addresses WHERE account_id = a.id) AS addresses,
  (WITH RECURSIVE above AS (
    SELECT d.id, d.parent_id, d.name, 0 AS height FROM departments d JOIN users u ON u.department_id = d.id
    WHERE u.account_id = a.id
    UNION ALL
    SELECT d.id, d.parent_id, d.name, b.height + 1 FROM departments d JOIN above b ON d.id = b.parent_id
    WHERE b.height < 50)
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) ORDER BY height), '[]'::jsonb) FROM above)
    AS departments`

/** Tells one state of rules, word lists and labels of the organisation of `a`, an account, from every other. */
const version = sql`concat_ws('|',
  (SELECT string_agg(id || ':' || xmin, ',' ORDER BY sort, id) FROM approval_rules
    WHERE organisation_id = a.organisation_id),
  (SELECT string_agg(xmin::text, ',' ORDER BY name) FROM approval_lists WHERE organisation_id = a.organisation_id),
  (SELECT xmin::text FROM sensitivity_labels WHERE organisation_id = a.organisation_id))`

/** Who writes, from which mailbox, to whom. */
export interface Written {
  writerId: AccountId
  accountId: AccountId
  /** In lower case. */
  addresses: readonly string[]
  /** Theirs, as they stand in the database. */
  domains: readonly string[]
}

export interface LookedUp {
  writer: WriterRow
  /** Of the rules that hold now. */
  version: string
  /** Own addresses of the mailbox, where that is not the writer's. */
  boxAddresses: string[]
  /** Mailboxes of ours, by address. */
  boxes: Map<string, { accountId: AccountId; kind: string }>
  /** Those that are ours. */
  domains: string[]
}

interface LookedUpRow extends WriterRow, Pick<LookedUp, 'version' | 'boxAddresses' | 'domains'> {
  boxes: { wanted: string; accountId: AccountId; kind: string }[]
}

/** All that is asked of a mail before it leaves, in one statement; null: there is no such writer. */
export async function lookUp(db: Db, mail: Written): Promise<LookedUp | null> {
  const [row] = await db.query(sql<LookedUpRow>`
    SELECT ${writerColumns}, ${version} AS version,
      ARRAY(SELECT address FROM addresses WHERE account_id = ${mail.accountId} AND account_id <> a.id) AS "boxAddresses",
      ARRAY(SELECT name FROM domains WHERE name = ANY(${mail.domains}::text[])) AS domains,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('wanted', d.address, 'accountId', b.id, 'kind', b.kind)), '[]'::jsonb)
        FROM addresses d JOIN accounts b ON b.id = d.account_id WHERE d.address = ANY(${mail.addresses}::text[])) AS boxes
    FROM accounts a WHERE a.id = ${mail.writerId}`)
  if (!row) return null
  const { version: now, boxAddresses, domains, boxes, ...writer } = row
  const byAddress = new Map(boxes.map(({ wanted, ...box }) => [wanted, box]))
  return { writer, version: now, boxAddresses, domains, boxes: byAddress }
}

export interface ChoiceRow {
  candidates: AccountId[] | null
  approver: string | null
}

export async function choiceOf(
  db: Db,
  accountId: AccountId,
  sendKey: string,
): Promise<ChoiceRow | null> {
  const [row] = await db.query(sql<ChoiceRow>`
    SELECT candidates, approver FROM approval_choices
    WHERE account_id = ${accountId} AND send_key = ${sendKey}`)
  return row ?? null
}

/** What is not given stays. */
export const writeChoice = (
  db: Db,
  accountId: AccountId,
  one: { sendKey: string; candidates: AccountId[] | null; approver: string | null; now: Date },
): Promise<number> =>
  db.run(sql`
    INSERT INTO approval_choices (account_id, send_key, candidates, approver, at)
    VALUES (${accountId}, ${one.sendKey}, ${one.candidates && json(one.candidates)}::jsonb, ${one.approver}, ${one.now})
    ON CONFLICT (account_id, send_key) DO UPDATE SET
      candidates = coalesce(excluded.candidates, approval_choices.candidates),
      approver = coalesce(excluded.approver, approval_choices.approver), at = excluded.at`)

export const forgetChoices = (db: Db, before: Date): Promise<number> =>
  db.run(sql`DELETE FROM approval_choices WHERE at < ${before}`)

export const peopleById = (db: Db, ids: readonly AccountId[]): Promise<PersonRow[]> =>
  db.query(sql<PersonRow>`
    SELECT ${person} FROM accounts a JOIN users u ON u.account_id = a.id
    WHERE a.id = ANY(${ids}::bigint[]) AND ${living} ORDER BY array_position(${ids}::bigint[], a.id)`)
