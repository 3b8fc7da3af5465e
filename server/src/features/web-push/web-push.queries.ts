import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, SessionId, UserId } from '../../platform/ids.ts'

/** Where and how to reach one browser. */
export interface Subscription {
  sessionId: SessionId
  accountId: AccountId
  userId: UserId
  endpoint: string
  p256dh: Buffer
  auth: Buffer
  position: number
}

/** One for each login; a browser that was subscribed by an earlier login belongs to the new one. */
export async function saveSubscription(db: Db, one: Subscription): Promise<void> {
  await db.run(sql`
    DELETE FROM push_subscriptions
    WHERE session_id = ${one.sessionId} OR endpoint = ${one.endpoint}`)
  await db.run(sql`
    INSERT INTO push_subscriptions (session_id, account_id, user_id, endpoint, p256dh, auth, position)
    VALUES (${one.sessionId}, ${one.accountId}, ${one.userId}, ${one.endpoint}, ${one.p256dh}, ${one.auth}, ${one.position})
    ON CONFLICT DO NOTHING`)
}

export const deleteSubscriptions = (db: Db, ids: readonly SessionId[]): Promise<number> =>
  db.run(sql`DELETE FROM push_subscriptions WHERE session_id = ANY(${ids}::bigint[])`)

export async function isSubscribed(db: Db, id: SessionId): Promise<boolean> {
  const rows = await db.query(sql<{ found: boolean }>`
    SELECT true AS found FROM push_subscriptions WHERE session_id = ${id}`)
  return rows.length > 0
}

export async function subscribedAccounts(db: Db): Promise<AccountId[]> {
  const rows = await db.query(sql<{ id: AccountId }>`
    SELECT DISTINCT account_id AS id FROM push_subscriptions`)
  return rows.map((row) => row.id)
}

/**
 * Subscriptions of an account that have not been told up to `modseq`, with where they stood. Of several processes
 * that ask for the same step each subscription goes to one.
 */
export const claimSubscriptions = (
  db: Db,
  accountId: AccountId,
  modseq: number,
): Promise<Subscription[]> =>
  db.query(sql<Subscription>`
    UPDATE push_subscriptions p SET position = ${modseq}
    FROM (SELECT session_id, position FROM push_subscriptions
      WHERE account_id = ${accountId} AND position < ${modseq} FOR UPDATE SKIP LOCKED) before
    WHERE p.session_id = before.session_id
    RETURNING p.session_id AS "sessionId", p.account_id AS "accountId", p.user_id AS "userId", p.endpoint,
      p.p256dh, p.auth, before.position`)
