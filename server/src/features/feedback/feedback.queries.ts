import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'

export const insertFeedback = (
  db: Db,
  accountId: AccountId,
  { content, client }: { content: string; client: string },
): Promise<number> =>
  db.run(
    sql`INSERT INTO feedback (account_id, content, client) VALUES (${accountId}, ${content}, ${client})`,
  )

export interface FeedbackRow {
  at: Date
  accountId: AccountId
  content: string
  client: string
}

/** What came since then, newest first. */
export const feedbackSince = (db: Db, since: Date, limit: number): Promise<FeedbackRow[]> =>
  db.query(sql<FeedbackRow>`
    SELECT created_at AS at, account_id AS "accountId", content, client FROM feedback
    WHERE created_at >= ${since} ORDER BY created_at DESC, id DESC LIMIT ${limit}`)
