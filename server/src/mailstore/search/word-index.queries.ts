import type { Db } from '../../platform/db/pool.ts'
import { none, sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'

/**
 * Gives the words of mails that wait their places in the index: of one mailbox, or of all. One transaction, so that what a
 * killed process began waits as before; mails that somebody else is at are left to them.
 * @returns how many mails; 0 when none wait
 */
export async function settleWords(
  db: Db,
  { accountId, limit }: { accountId: AccountId | null; limit: number },
): Promise<number> {
  const ofOne = accountId === null ? none : sql`AND account_id = ${accountId}`
  const settled = await db.run(sql`
    UPDATE message_search s SET settled = true
    FROM (SELECT account_id, received_at, message_id FROM message_search WHERE NOT settled ${ofOne}
      ORDER BY account_id, received_at, message_id LIMIT ${limit} FOR UPDATE SKIP LOCKED) w
    WHERE s.account_id = w.account_id AND s.received_at = w.received_at AND s.message_id = w.message_id`)
  // The update put them into a list that every search reads from end to end (GIN fast update): it is emptied at once.
  if (settled > 0) await db.run(sql`SELECT gin_clean_pending_list('message_search_words')`)
  return settled
}
