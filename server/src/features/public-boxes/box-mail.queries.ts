import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, MessageId, UserId } from '../../platform/ids.ts'

export interface Named {
  name: string
  address: string
}

export interface BoxMailRow {
  mailId: MessageId
  sentBy: Named | null
  assignee: (Named & { memberId: number }) | null
}

export interface AnsweringRow extends Named {
  mailId: MessageId
  userId: UserId
}

/** What is known of those of some mails of which anything is. Mail of a member who cannot answer it any more is nobody's. */
export const boxMailOf = (
  db: Db,
  accountId: AccountId,
  ids: readonly MessageId[],
): Promise<BoxMailRow[]> =>
  db.query(sql<BoxMailRow>`
    SELECT m.message_id AS "mailId",
      CASE WHEN w.id IS NOT NULL THEN json_build_object('name', w.name, 'address', wa.address) END AS "sentBy",
      CASE WHEN s.id IS NOT NULL THEN json_build_object('memberId', s.id, 'name', s.name, 'address', sa.address) END AS assignee
    FROM box_mail m LEFT JOIN users w ON w.id = m.sent_by LEFT JOIN accounts wa ON wa.id = w.account_id
      LEFT JOIN working_members k ON k.account_id = m.account_id AND k.user_id = m.assignee AND k.level <> 'read'
      LEFT JOIN users s ON s.id = k.user_id LEFT JOIN accounts sa ON sa.id = s.account_id
    WHERE m.account_id = ${accountId} AND m.message_id = ANY(${ids}::bigint[])`)

export const answeringNow = (
  db: Db,
  accountId: AccountId,
  ids: readonly MessageId[],
): Promise<AnsweringRow[]> =>
  db.query(sql<AnsweringRow>`
    SELECT n.message_id AS "mailId", n.user_id AS "userId", u.name, a.address
    FROM box_answering n JOIN working_members k ON k.account_id = n.account_id AND k.user_id = n.user_id AND k.level <> 'read'
      JOIN users u ON u.id = n.user_id JOIN accounts a ON a.id = u.account_id
    WHERE n.account_id = ${accountId} AND n.message_id = ANY(${ids}::bigint[]) AND n.until > now() ORDER BY u.name, u.id`)

export const saveSender = (
  db: Db,
  accountId: AccountId,
  { messageId, by }: { messageId: MessageId; by: UserId },
): Promise<number> =>
  db.run(sql`
    INSERT INTO box_mail (account_id, message_id, sent_by) VALUES (${accountId}, ${messageId}, ${by})
    ON CONFLICT (account_id, message_id) DO UPDATE SET sent_by = excluded.sent_by`)

export const saveAssignee = (
  db: Db,
  accountId: AccountId,
  { ids, assignee }: { ids: readonly MessageId[]; assignee: UserId | null },
): Promise<number> =>
  db.run(sql`
    INSERT INTO box_mail (account_id, message_id, assignee)
    SELECT ${accountId}, id, ${assignee}::bigint FROM unnest(${ids}::bigint[]) id ORDER BY id
    ON CONFLICT (account_id, message_id) DO UPDATE SET assignee = excluded.assignee`)

export async function assignedTo(
  db: Db,
  accountId: AccountId,
  { assignee, limit }: { assignee: UserId; limit: number },
): Promise<MessageId[]> {
  const rows = await db.query(sql<{ id: MessageId }>`
    SELECT message_id AS id FROM box_mail WHERE account_id = ${accountId} AND assignee = ${assignee}
    ORDER BY message_id DESC LIMIT ${limit}`)
  return rows.map((row) => row.id)
}

/** A lease, by the database's clock. @returns true when there was none that holds */
export async function lease(
  db: Db,
  accountId: AccountId,
  { messageId, by, seconds }: { messageId: MessageId; by: UserId; seconds: number },
): Promise<boolean> {
  const [row] = await db.query(sql<{ fresh: boolean }>`
    WITH before AS (SELECT until FROM box_answering
      WHERE account_id = ${accountId} AND message_id = ${messageId} AND user_id = ${by} AND until > now())
    INSERT INTO box_answering (account_id, message_id, user_id, until)
    VALUES (${accountId}, ${messageId}, ${by}, now() + make_interval(secs => ${seconds}))
    ON CONFLICT (account_id, message_id, user_id) DO UPDATE SET until = excluded.until
    RETURNING NOT EXISTS (SELECT FROM before) AS fresh`)
  return row?.fresh ?? false
}

export const endLease = (
  db: Db,
  accountId: AccountId,
  { messageId, by }: { messageId: MessageId; by: UserId },
): Promise<number> =>
  db.run(sql`
    DELETE FROM box_answering WHERE account_id = ${accountId} AND message_id = ${messageId} AND user_id = ${by}`)

/** Leases that are over, and what was known of mail that is gone for good. */
export async function sweepBoxMail(db: Db): Promise<void> {
  await db.run(sql`DELETE FROM box_answering WHERE until < now()`)
  await db.run(sql`
    DELETE FROM box_mail b WHERE NOT EXISTS (SELECT FROM messages m WHERE m.account_id = b.account_id AND m.id = b.message_id)
      AND NOT EXISTS (SELECT FROM deleted_messages d WHERE d.account_id = b.account_id AND d.id = b.message_id)`)
}
