import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, MessageId, UserId } from '../../platform/ids.ts'

export interface NewRequest {
  id: string
  userId: UserId
  accountId: AccountId
  kind: number
  messageId: MessageId | null
  at: Date
}

/** Notes that a ticket is used. @returns 0 when it was used before */
export const insertRequest = (db: Db, one: NewRequest): Promise<number> =>
  db.run(sql`
    INSERT INTO assistant_requests (id, user_id, account_id, kind, message_id, begun_at)
    VALUES (${one.id}::uuid, ${one.userId}, ${one.accountId}, ${one.kind}, ${one.messageId}, ${one.at})
    ON CONFLICT DO NOTHING`)

/** How many requests a person made since then. */
export async function requestsSince(db: Db, userId: UserId, since: Date): Promise<number> {
  const [row] = await db.query(sql<{ requests: number }>`
    SELECT count(*)::int AS requests FROM assistant_requests WHERE user_id = ${userId} AND begun_at > ${since}`)
  return row?.requests ?? 0
}

/** How many characters the whole house sent to models since then. */
export async function sentSince(db: Db, since: Date): Promise<number> {
  const [row] = await db.query(sql<{ sent: number }>`
    SELECT coalesce(sum(sent), 0)::float8 AS sent FROM assistant_requests WHERE begun_at > ${since}`)
  return row?.sent ?? 0
}

/** Notes what goes to a model before it goes, so that answers that are written at once count each other. */
export const noteSent = (db: Db, id: string, sent: number): Promise<number> =>
  db.run(sql`UPDATE assistant_requests SET sent = ${sent} WHERE id = ${id}::uuid`)

/** A request that was one too many: it is not used up. */
export const dropRequest = (db: Db, id: string): Promise<number> =>
  db.run(sql`DELETE FROM assistant_requests WHERE id = ${id}::uuid`)

export interface Outcome {
  engine: string
  outcome: string
  sent: number
  received: number
  masked: number
  at: Date
}

export const endRequest = (db: Db, id: string, one: Outcome): Promise<number> =>
  db.run(sql`
    UPDATE assistant_requests SET ended_at = ${one.at}, engine = ${one.engine}, outcome = ${one.outcome}, sent = ${one.sent},
      received = ${one.received}, masked = ${one.masked} WHERE id = ${id}::uuid`)

export const sweepRequests = (db: Db, before: Date): Promise<number> =>
  db.run(sql`DELETE FROM assistant_requests WHERE begun_at < ${before}`)
