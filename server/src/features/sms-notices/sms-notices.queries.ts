import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'

/** Somebody who wants to be told. */
export interface Wish {
  userId: UserId
  accountId: AccountId
  /** Changes up to here were told of, or are no news. */
  position: number
  isDue: boolean
}

/** Mail of before is no news. Who wishes for it already, and saves that once more, loses no notice that waits. */
export const insertWish = (db: Db, wish: Omit<Wish, 'isDue'>): Promise<number> =>
  db.run(sql`
    INSERT INTO sms_notices (account_id, user_id, position) VALUES (${wish.accountId}, ${wish.userId}, ${wish.position})
    ON CONFLICT (account_id) DO UPDATE SET wished = true, due_at = NULL,
      position = greatest(sms_notices.position, excluded.position)
    WHERE NOT sms_notices.wished`)

export const endWish = (db: Db, accountId: AccountId): Promise<number> =>
  db.run(sql`UPDATE sms_notices SET wished = false, due_at = NULL WHERE account_id = ${accountId}`)

export async function wishingAccounts(db: Db): Promise<AccountId[]> {
  const rows = await db.query(
    sql<{ id: AccountId }>`SELECT account_id AS id FROM sms_notices WHERE wished`,
  )
  return rows.map((row) => row.id)
}

export async function wishOf(db: Db, accountId: AccountId): Promise<Wish | null> {
  const [row] = await db.query(sql<Wish>`
    SELECT user_id AS "userId", account_id AS "accountId", position, due_at IS NOT NULL AS "isDue"
    FROM sms_notices WHERE account_id = ${accountId} AND wished`)
  return row ?? null
}

export const moveOn = (db: Db, accountId: AccountId, position: number): Promise<number> =>
  db.run(sql`
    UPDATE sms_notices SET position = ${position}
    WHERE account_id = ${accountId} AND due_at IS NULL AND position < ${position}`)

/** @returns when, for the one that comes first; null where one is due already */
export async function setDue(
  db: Db,
  accountId: AccountId,
  { waitSeconds, gapSeconds }: { waitSeconds: number; gapSeconds: number },
): Promise<Date | null> {
  const [row] = await db.query(sql<{ at: Date }>`
    UPDATE sms_notices SET due_at = greatest(now() + make_interval(secs => ${waitSeconds}),
      sent_at[cardinality(sent_at)] + make_interval(secs => ${gapSeconds}))
    WHERE account_id = ${accountId} AND due_at IS NULL RETURNING due_at AS at`)
  return row?.at ?? null
}

/** What is due is so no longer. @returns 1 for whoever comes first */
export const takeDue = (
  db: Db,
  { accountId, position }: Pick<Wish, 'accountId' | 'position'>,
): Promise<number> =>
  db.run(sql`
    UPDATE sms_notices SET due_at = NULL, position = ${position}
    WHERE account_id = ${accountId} AND due_at IS NOT NULL`)

/** Notes a text message unless there were `most` within a day. @returns 1, or 0 when there were */
export const noteSent = (db: Db, accountId: AccountId, most: number): Promise<number> =>
  db.run(sql`
    UPDATE sms_notices SET sent_at = today.list || clock_timestamp()::timestamptz(3)
    FROM (SELECT array(SELECT at FROM sms_notices, unnest(sent_at) AS at
      WHERE account_id = ${accountId} AND at > now() - interval '1 day' ORDER BY at) AS list) today
    WHERE account_id = ${accountId} AND cardinality(today.list) < ${most}`)
