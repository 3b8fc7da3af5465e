import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, OrganisationId } from '../../platform/ids.ts'
import type { MemberType } from './group-types.ts'

/** What somebody is in a group, also by a department, a rule or a group inside it. */
export interface Role {
  groupId: number
  type: MemberType
}

/** Everything that a mailbox of ours is in any group. */
export const rolesOfAccount = (db: Db, accountId: AccountId): Promise<Role[]> =>
  db.query(sql<Role>`
    WITH RECURSIVE me AS (
        SELECT a.id, u.department_id FROM accounts a LEFT JOIN users u ON u.account_id = a.id WHERE a.id = ${accountId}),
      above AS (
        SELECT d.id, d.parent_id FROM departments d JOIN me ON d.id = me.department_id
        UNION SELECT d.id, d.parent_id FROM departments d JOIN above ON d.id = above.parent_id),
      roles AS (
        SELECT m.group_id, m.type FROM mail_group_members m WHERE m.account_id = (SELECT id FROM me)
        UNION SELECT m.group_id, m.type FROM mail_group_members m WHERE m.department_id IN (SELECT id FROM above)
        UNION SELECT r.group_id, 'member' FROM mail_group_rule_members r WHERE r.account_id = (SELECT id FROM me)),
      within AS (
        SELECT group_id, type FROM roles
        UNION SELECT m.group_id, m.type FROM within w JOIN mail_group_members m ON m.child_id = w.group_id
          WHERE w.type <> 'authorised')
    SELECT group_id AS "groupId", type FROM within`)

/** The same of an address outside. @param address lower case */
export const rolesOfAddress = (db: Db, address: string): Promise<Role[]> =>
  db.query(sql<Role>`
    WITH RECURSIVE within AS (
      SELECT m.group_id, m.type FROM mail_group_members m WHERE m.address = ${address}
      UNION SELECT m.group_id, m.type FROM within w JOIN mail_group_members m ON m.child_id = w.group_id
        WHERE w.type <> 'authorised')
    SELECT group_id AS "groupId", type FROM within`)

/** All that gets mail of a group: itself with the groups inside it, and their departments with all below. */
const reach = (groupIds: readonly number[]) => sql`
  tree AS (
    SELECT id FROM unnest(${groupIds}::bigint[]) AS x (id)
    UNION SELECT m.child_id FROM tree t JOIN mail_group_members m ON m.group_id = t.id
      WHERE m.child_id IS NOT NULL AND m.type <> 'authorised'),
  below AS (
    SELECT m.department_id AS id FROM mail_group_members m JOIN tree t ON t.id = m.group_id
    WHERE m.department_id IS NOT NULL AND m.type <> 'authorised'
    UNION SELECT d.id FROM departments d JOIN below b ON d.parent_id = b.id),
  named AS MATERIALIZED (
    SELECT m.account_id AS id FROM mail_group_members m JOIN tree t ON t.id = m.group_id
    WHERE m.account_id IS NOT NULL AND m.type <> 'authorised'),
  ruled AS MATERIALIZED (
    SELECT r.account_id AS id FROM mail_group_rule_members r JOIN tree t ON t.id = r.group_id)`

/** Mailboxes that are reached. */
const reached = sql`a.kind <> 'group' AND a.disabled_at IS NULL AND (a.id IN (SELECT id FROM named)
  OR u.department_id IN (SELECT id FROM below)
  OR u.disabled_at IS NULL AND a.id IN (SELECT id FROM ruled))`
const mailboxes = sql`accounts a LEFT JOIN users u ON u.account_id = a.id`

export interface Reached {
  id: AccountId
  address: string
  name: string
}

export interface Asked {
  groupIds: readonly number[]
  organisationId: OrganisationId
}

/** The next mailboxes that get mail of groups, in the order of their ids. */
export const nextMailboxes = (
  db: Db,
  { groupIds, organisationId }: Asked,
  { after, limit }: { after: number; limit: number },
): Promise<Reached[]> =>
  db.query(sql<Reached>`
    WITH RECURSIVE ${reach(groupIds)}
    SELECT a.id, a.address, coalesce(u.name, a.display_name) AS name FROM ${mailboxes}
    WHERE a.organisation_id = ${organisationId} AND a.id > ${after} AND ${reached}
    ORDER BY a.id LIMIT ${limit}`)

/** The next addresses outside, in their order. */
export const nextAddresses = (
  db: Db,
  { groupIds }: Asked,
  { after, limit }: { after: string; limit: number },
): Promise<{ address: string; name: string }[]> =>
  db.query(sql<{ address: string; name: string }>`
    WITH RECURSIVE ${reach(groupIds)}
    SELECT m.address, max(m.name) AS name FROM mail_group_members m JOIN tree t ON t.id = m.group_id
    WHERE m.address > ${after} AND m.type <> 'authorised' GROUP BY m.address ORDER BY m.address LIMIT ${limit}`)

/** How many people and addresses mail to some groups reaches, each counted once. */
export async function countReached(db: Db, { groupIds, organisationId }: Asked): Promise<number> {
  const [row] = await db.query(sql<{ n: number }>`
    WITH RECURSIVE ${reach(groupIds)}
    SELECT ((SELECT count(*) FROM ${mailboxes} WHERE a.organisation_id = ${organisationId} AND ${reached})
      + (SELECT count(DISTINCT m.address) FROM mail_group_members m JOIN tree t ON t.id = m.group_id
         WHERE m.address IS NOT NULL AND m.type <> 'authorised'))::int AS n`)
  return row?.n ?? 0
}

/** Whether a group lies in another, at whatever depth, or is it. */
export async function isWithin(db: Db, inner: number, outer: number): Promise<boolean> {
  const rows = await db.query(sql`
    WITH RECURSIVE tree AS (
      SELECT ${outer}::bigint AS id
      UNION SELECT m.child_id FROM tree t JOIN mail_group_members m ON m.group_id = t.id WHERE m.child_id IS NOT NULL)
    SELECT FROM tree WHERE id = ${inner}`)
  return rows.length > 0
}

/**
 * Takes an address outside out of a group and of those inside it, by which it would get the same mail; those who manage or
 * may write stay what they are. @returns how often it was in
 */
export const deleteReachOf = (db: Db, groupId: number, address: string): Promise<number> =>
  db.run(sql`
    WITH RECURSIVE ${reach([groupId])}
    DELETE FROM mail_group_members m USING tree t
    WHERE m.group_id = t.id AND m.type = 'member' AND m.address = ${address}`)
