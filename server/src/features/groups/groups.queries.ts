import { releaseBlobs } from '../../platform/blobs/blobs.queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { json, none, sql } from '../../platform/db/sql.ts'
import type { AccountId, OrganisationId } from '../../platform/ids.ts'
import type { GroupRule, GroupSenders, MemberType } from './group-types.ts'

/** A mail group as it is kept. */
export interface GroupRow {
  id: number
  accountId: AccountId
  organisationId: OrganisationId
  address: string
  name: string
  description: string
  senders: GroupSenders
  replyTo: 'author' | 'group'
  subjectPrefix: string
  rule: GroupRule | null
  moderated: boolean
  archive: boolean
  /** As it was last counted. */
  memberCount: number
}

const columns = sql`g.id, g.account_id AS "accountId", g.organisation_id AS "organisationId", a.address, g.name, g.description,
  g.senders, g.reply_to AS "replyTo", g.subject_prefix AS "subjectPrefix", g.rule, g.moderated, g.archive, g.member_count AS "memberCount"`

/** Every group of an organisation, by name. */
export const groupsOf = (db: Db, organisationId: OrganisationId): Promise<GroupRow[]> =>
  db.query(sql<GroupRow>`
    SELECT ${columns} FROM mail_groups g JOIN accounts a ON a.id = g.account_id
    WHERE g.organisation_id = ${organisationId} ORDER BY g.name, g.id`)

/** A page of them by name or address, and how many there are. @param keyword '' for all */
export const groupsPage = (
  db: Db,
  organisationId: OrganisationId,
  { keyword, limit, offset }: { keyword: string; limit: number; offset: number },
): Promise<(GroupRow & { total: number })[]> =>
  db.query(sql<GroupRow & { total: number }>`
    SELECT ${columns}, count(*) OVER ()::int AS total FROM mail_groups g JOIN accounts a ON a.id = g.account_id
    WHERE g.organisation_id = ${organisationId}
      AND (${keyword} = '' OR strpos(lower(g.name || ' ' || a.address), lower(${keyword})) > 0)
    ORDER BY g.name, g.id LIMIT ${limit} OFFSET ${offset}`)

export async function groupById(db: Db, id: number): Promise<GroupRow | null> {
  const [row] = await db.query(sql<GroupRow>`
    SELECT ${columns} FROM mail_groups g JOIN accounts a ON a.id = g.account_id WHERE g.id = ${id}`)
  return row ?? null
}

/** The groups behind some mailboxes. */
export const groupsOfAccounts = (db: Db, accounts: readonly AccountId[]): Promise<GroupRow[]> =>
  db.query(sql<GroupRow>`
    SELECT ${columns} FROM mail_groups g JOIN accounts a ON a.id = g.account_id
    WHERE g.account_id = ANY(${accounts}::bigint[])`)

/** The groups behind some addresses, by address (lower case). */
export async function groupsByAddress(
  db: Db,
  wanted: readonly string[],
): Promise<Map<string, GroupRow>> {
  const rows = await db.query(sql<GroupRow & { wanted: string }>`
    SELECT ${columns}, d.address AS wanted FROM addresses d JOIN mail_groups g ON g.account_id = d.account_id
      JOIN accounts a ON a.id = g.account_id
    WHERE d.address = ANY(${wanted}::text[])`)
  return new Map(rows.map(({ wanted: address, ...row }) => [address, row]))
}

/** What is said of a group, all but its address. */
export type GroupValues = Pick<
  GroupRow,
  | 'name'
  | 'description'
  | 'senders'
  | 'replyTo'
  | 'subjectPrefix'
  | 'rule'
  | 'moderated'
  | 'archive'
>

export async function insertGroup(
  db: Db,
  at: { accountId: AccountId; organisationId: OrganisationId },
  values: GroupValues,
): Promise<number> {
  const [row] = await db.query(sql<{ id: number }>`
    INSERT INTO mail_groups (account_id, organisation_id, name, description, senders, reply_to, subject_prefix, rule, moderated, archive)
    VALUES (${at.accountId}, ${at.organisationId}, ${values.name}, ${values.description}, ${values.senders},
      ${values.replyTo}, ${values.subjectPrefix}, ${ruleOf(values)}::jsonb, ${values.moderated}, ${values.archive})
    RETURNING id`)
  return row?.id ?? 0
}

export async function updateGroup(db: Db, group: GroupRow, values: GroupValues): Promise<void> {
  await db.run(sql`
    UPDATE mail_groups SET name = ${values.name}, description = ${values.description}, senders = ${values.senders},
      reply_to = ${values.replyTo}, subject_prefix = ${values.subjectPrefix}, rule = ${ruleOf(values)}::jsonb,
      moderated = ${values.moderated}, archive = ${values.archive}
    WHERE id = ${group.id}`)
  await db.run(sql`UPDATE accounts SET display_name = ${values.name} WHERE id = ${group.accountId}`)
}

const ruleOf = ({ rule }: GroupValues) => (rule === null ? null : json(rule))

/** The mailbox stays, closed: what was sent to it is not lost, and its address is nobody else's. */
export async function deleteGroup(db: Db, { id, accountId }: GroupRow): Promise<void> {
  // Mail that is being passed on at this moment goes no further.
  const posts = await db.query(sql<{ inside: Buffer; outside: Buffer }>`
    SELECT inside_blob AS inside, outside_blob AS outside FROM mail_group_posts
    WHERE group_id = ${id} AND inside_blob IS NOT NULL FOR UPDATE`)
  await releaseBlobs(
    db,
    posts.flatMap(({ inside, outside }) => [inside, outside]),
  )
  await db.run(sql`DELETE FROM mail_groups WHERE id = ${id}`)
  await db.run(sql`UPDATE accounts SET disabled_at = now() WHERE id = ${accountId}`)
}

/** The closed mailbox of a group that was deleted, open again for a new one at its address. */
export async function reopenAccount(
  db: Db,
  {
    organisationId,
    address,
    name,
  }: { organisationId: OrganisationId; address: string; name: string },
): Promise<AccountId | null> {
  const [row] = await db.query(sql<{ id: AccountId }>`
    UPDATE accounts a SET disabled_at = NULL, display_name = ${name}
    WHERE a.address = ${address} AND a.organisation_id = ${organisationId} AND a.kind = 'group'
      AND NOT EXISTS (SELECT FROM mail_groups g WHERE g.account_id = a.id)
    RETURNING a.id`)
  return row?.id ?? null
}

/** An entry of a group as it is shown. */
export interface EntryRow {
  id: number
  type: MemberType
  kind: 'person' | 'department' | 'group' | 'outside'
  name: string
  address: string
  department: string
}

export interface EntriesAsked {
  groupId: number
  type: MemberType | undefined
  keyword: string
  after: number
  limit: number
}

const entries = sql`mail_group_members m
  LEFT JOIN accounts a ON a.id = m.account_id
  LEFT JOIN users u ON u.account_id = m.account_id
  LEFT JOIN departments ud ON ud.id = u.department_id
  LEFT JOIN departments d ON d.id = m.department_id
  LEFT JOIN mail_groups c ON c.id = m.child_id
  LEFT JOIN accounts ca ON ca.id = c.account_id`
const entryName = sql`coalesce(u.name, a.display_name, d.name, c.name, nullif(m.name, ''), m.address)`
const entryAddress = sql`coalesce(a.address, ca.address, m.address, '')`

const matching = ({ groupId, type, keyword }: EntriesAsked) => sql`
  m.group_id = ${groupId} ${type === undefined ? none : sql`AND m.type = ${type}`}
  ${keyword === '' ? none : sql`AND position(lower(${keyword}) IN lower(${entryName} || ' ' || ${entryAddress})) > 0`}`

export const entriesOf = (db: Db, asked: EntriesAsked): Promise<EntryRow[]> =>
  db.query(sql<EntryRow>`
    SELECT m.id, m.type, ${entryName} AS name, ${entryAddress} AS address, coalesce(ud.name, '') AS department,
      CASE WHEN m.account_id IS NOT NULL THEN 'person' WHEN m.department_id IS NOT NULL THEN 'department'
        WHEN m.child_id IS NOT NULL THEN 'group' ELSE 'outside' END AS kind
    FROM ${entries} WHERE ${matching(asked)} AND m.id > ${asked.after} ORDER BY m.id LIMIT ${asked.limit}`)

export async function countEntries(db: Db, asked: EntriesAsked): Promise<number> {
  const [row] = await db.query(
    sql<{ n: number }>`SELECT count(*)::int AS n FROM ${entries} WHERE ${matching(asked)}`,
  )
  return row?.n ?? 0
}

/** Changes of the entries of one group come after each other; a group in a group is decided alone in its organisation. */
export async function lockGroup(db: Db, id: number): Promise<boolean> {
  const rows = await db.query(sql`SELECT FROM mail_groups WHERE id = ${id} FOR UPDATE`)
  return rows.length > 0
}

export const lockNesting = (db: Db, organisationId: OrganisationId): Promise<number> =>
  db.run(sql`SELECT pg_advisory_xact_lock(7267, ${organisationId}::int)`)

/** What is put into a group: one of the four. */
export interface NewEntry {
  accountId?: number
  departmentId?: number
  childId?: number
  address?: string
  name?: string
}

export const insertEntries = (
  db: Db,
  { groupId, type }: { groupId: number; type: MemberType },
  list: readonly NewEntry[],
): Promise<number> =>
  db.run(sql`
    INSERT INTO mail_group_members (group_id, type, account_id, department_id, child_id, address, name)
    SELECT ${groupId}, ${type}, "accountId", "departmentId", "childId", address, coalesce(name, '')
    FROM json_to_recordset(${json(list)}::json)
      AS x ("accountId" bigint, "departmentId" bigint, "childId" bigint, address text, name text)
    ON CONFLICT DO NOTHING`)

/** Entries get another type; one that has that type beside is gone with it. */
export async function changeType(
  db: Db,
  { groupId, type, ids }: { groupId: number; type: MemberType; ids: readonly number[] },
): Promise<number> {
  await db.run(sql`
    DELETE FROM mail_group_members o USING mail_group_members m
    WHERE m.group_id = ${groupId} AND m.id = ANY(${ids}::bigint[]) AND m.type <> ${type}
      AND o.group_id = m.group_id AND o.type = ${type}
      AND (o.account_id = m.account_id OR o.department_id = m.department_id OR o.child_id = m.child_id OR o.address = m.address)`)
  return db.run(sql`
    UPDATE mail_group_members SET type = ${type} WHERE group_id = ${groupId} AND id = ANY(${ids}::bigint[])`)
}

export const deleteEntries = (db: Db, groupId: number, ids: readonly number[]): Promise<number> =>
  db.run(
    sql`DELETE FROM mail_group_members WHERE group_id = ${groupId} AND id = ANY(${ids}::bigint[])`,
  )

/** Of somebody who leaves: managers stay until another takes their place. */
export const deleteMembership = (
  db: Db,
  groupId: number,
  entry: { accountId: AccountId } | { address: string },
): Promise<number> =>
  db.run(sql`
    DELETE FROM mail_group_members WHERE group_id = ${groupId} AND type = 'member'
      AND ${'accountId' in entry ? sql`account_id = ${entry.accountId}` : sql`address = ${entry.address}`}`)

/** How many entries a group has, and how many of them manage it. */
export async function sizesOf(
  db: Db,
  groupId: number,
): Promise<{ entries: number; managers: number }> {
  const [row] = await db.query(sql<{ entries: number; managers: number }>`
    SELECT count(*)::int AS entries, count(*) FILTER (WHERE type = 'manager')::int AS managers
    FROM mail_group_members WHERE group_id = ${groupId}`)
  return row ?? { entries: 0, managers: 0 }
}

/** Those entries among some that no manager can be: departments, groups and addresses outside. */
export async function otherThanPeople(
  db: Db,
  groupId: number,
  ids: readonly number[],
): Promise<number> {
  const [row] = await db.query(sql<{ n: number }>`
    SELECT count(*)::int AS n FROM mail_group_members m LEFT JOIN accounts a ON a.id = m.account_id
    WHERE m.group_id = ${groupId} AND m.id = ANY(${ids}::bigint[]) AND a.kind IS DISTINCT FROM 'personal'`)
  return row?.n ?? 0
}

/** Mail domains of the whole installation. */
export async function ownDomains(db: Db): Promise<Set<string>> {
  const rows = await db.query(sql<{ name: string }>`SELECT name FROM domains`)
  return new Set(rows.map((row) => row.name))
}

/** Those of some departments that the organisation has. */
export async function departmentsAmong(
  db: Db,
  organisationId: OrganisationId,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await db.query(sql<{ id: number }>`
    SELECT id FROM departments WHERE organisation_id = ${organisationId} AND id = ANY(${ids}::bigint[])`)
  return new Set(rows.map((row) => row.id))
}

export interface FoundMailbox {
  accountId: AccountId
  kind: 'personal' | 'public' | 'group'
  groupId: number | null
  groupName: string | null
}

/** Mailboxes of an organisation behind addresses (lower case). */
export async function mailboxesAt(
  db: Db,
  organisationId: OrganisationId,
  wanted: readonly string[],
): Promise<Map<string, FoundMailbox>> {
  const rows = await db.query(sql<FoundMailbox & { wanted: string }>`
    SELECT d.address AS wanted, a.id AS "accountId", a.kind, g.id AS "groupId", g.name AS "groupName"
    FROM addresses d JOIN accounts a ON a.id = d.account_id LEFT JOIN mail_groups g ON g.account_id = a.id
    WHERE d.address = ANY(${wanted}::text[]) AND a.organisation_id = ${organisationId} AND a.disabled_at IS NULL`)
  return new Map(rows.map(({ wanted: address, ...row }) => [address, row]))
}

export const setCount = (db: Db, id: number, count: number): Promise<number> =>
  db.run(sql`UPDATE mail_groups SET member_count = ${count}, counted_at = now() WHERE id = ${id}`)

/** Groups that nobody counted for some minutes, the longest first. */
export const staleCounts = (
  db: Db,
  limit: number,
): Promise<{ id: number; organisationId: OrganisationId }[]> =>
  db.query(sql<{ id: number; organisationId: OrganisationId }>`
    SELECT id, organisation_id AS "organisationId" FROM mail_groups
    WHERE counted_at < now() - interval '10 minutes' ORDER BY counted_at LIMIT ${limit}`)
