import type { Db } from '../platform/db/pool.ts'
import { sql } from '../platform/db/sql.ts'
import type { AccountId } from '../platform/ids.ts'
import type { Change } from './types.ts'

/** Writes one row of the feed. */
export const insertChange = (db: Db, change: Change): Promise<number> =>
  db.run(sql`
    INSERT INTO changes (account_id, modseq, kind, message_ids, detail)
    VALUES (${change.accountId}, ${change.modseq}, ${change.kind}, ${change.messageIds}::bigint[],
      ${JSON.stringify(change.detail)}::jsonb)`)

/** Feed rows after a position, oldest first, at most `limit`. */
export const changesAfter = (
  db: Db,
  accountId: AccountId,
  { since, limit }: { since: number; limit: number },
): Promise<Change[]> =>
  db.query(sql<Change>`
    SELECT account_id AS "accountId", modseq, kind, message_ids AS "messageIds", detail FROM changes
    WHERE account_id = ${accountId} AND modseq > ${since} ORDER BY modseq LIMIT ${limit}`)
