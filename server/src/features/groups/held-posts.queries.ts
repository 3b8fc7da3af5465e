import type { Authentication } from '../../mailstore/types.ts'
import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, MessageId, OrganisationId, UserId } from '../../platform/ids.ts'
import type { PostState } from './posts.queries.ts'

/** A mail to a group, with the group that it went to. */
export interface ShownPost {
  id: number
  groupId: number
  groupName: string
  /** The mailbox of the group, and where the mail lies in it. */
  accountId: AccountId
  messageId: MessageId
  archive: boolean
  state: PostState
  author: string
  foreign: boolean
  subject: string
  authentication: Authentication | null
  reason: string
  createdAt: Date
}

const shown = sql`p.id, p.group_id AS "groupId", g.name AS "groupName", g.account_id AS "accountId",
  p.message_id AS "messageId", g.archive, p.state, p.author, p.foreign_mail AS foreign, p.subject, p.authentication,
  p.reason, p.created_at AS "createdAt"
  FROM mail_group_posts p JOIN mail_groups g ON g.id = p.group_id`

export async function shownPost(db: Db, id: number): Promise<ShownPost | null> {
  const [row] = await db.query(sql<ShownPost>`SELECT ${shown} WHERE p.id = ${id}`)
  return row ?? null
}

/** Those that wait, the oldest first. */
export const heldIn = (db: Db, groupIds: readonly number[], limit: number): Promise<ShownPost[]> =>
  db.query(sql<ShownPost>`
    SELECT ${shown} WHERE p.group_id = ANY(${groupIds}::bigint[]) AND p.state = 'waiting' ORDER BY p.id LIMIT ${limit}`)

/** Those that waited too long. */
export const overduePosts = (db: Db, before: Date, limit: number): Promise<ShownPost[]> =>
  db.query(sql<ShownPost>`
    SELECT ${shown} WHERE p.state = 'waiting' AND p.created_at < ${before} ORDER BY p.id LIMIT ${limit}`)

/** What a group keeps, the latest first. @param keyword in subject or author; '' for all */
export const keptIn = (
  db: Db,
  groupId: number,
  { keyword, before, limit }: { keyword: string; before: number | null; limit: number },
): Promise<ShownPost[]> =>
  db.query(sql<ShownPost>`
    SELECT ${shown} WHERE p.group_id = ${groupId} AND g.archive AND p.state = 'sent'
      AND EXISTS (SELECT FROM messages m WHERE m.account_id = g.account_id AND m.id = p.message_id)
      AND (${before}::bigint IS NULL OR p.id < ${before})
      AND (${keyword} = '' OR strpos(lower(p.subject || ' ' || p.author), lower(${keyword})) > 0)
    ORDER BY p.id DESC LIMIT ${limit}`)

export const decidePost = (
  db: Db,
  id: number,
  { state, reason, by }: { state: 'sending' | 'refused'; reason: string; by: UserId | null },
): Promise<number> =>
  db.run(sql`
    UPDATE mail_group_posts SET state = ${state}, reason = ${reason}, decided_by = ${by},
      ended_at = CASE WHEN ${state} = 'refused' THEN now() END
    WHERE id = ${id}`)

/** Groups that somebody looks after by name. @param of an organisation: all of its groups as well */
export async function groupsManaged(
  db: Db,
  of: { accountId: AccountId; organisationId: OrganisationId | null },
): Promise<number[]> {
  const rows = await db.query(sql<{ id: number }>`
    SELECT m.group_id AS id FROM mail_group_members m WHERE m.account_id = ${of.accountId} AND m.type = 'manager'
    UNION SELECT g.id FROM mail_groups g WHERE g.organisation_id = ${of.organisationId}`)
  return rows.map((row) => row.id)
}

export async function managersOf(db: Db, groupId: number): Promise<AccountId[]> {
  const rows = await db.query(sql<{ id: AccountId }>`
    SELECT account_id AS id FROM mail_group_members
    WHERE group_id = ${groupId} AND type = 'manager' AND account_id IS NOT NULL ORDER BY id`)
  return rows.map((row) => row.id)
}
