import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, MessageId } from '../../platform/ids.ts'

/**
 * Somebody knows what stands in one of these mails: it was read, answered or passed on, by hand or by a rule, whatever
 * its marks say now. Thrown away ones count like the others.
 */
export async function areKnown(
  db: Db,
  accountId: AccountId,
  ids: readonly MessageId[],
): Promise<boolean> {
  const [row] = await db.query(sql<{ known: boolean }>`
    SELECT EXISTS (
      SELECT FROM messages WHERE account_id = ${accountId} AND id = ANY(${ids}::bigint[])
        AND (seen OR answered OR forwarded OR read_before))
    OR EXISTS (
      SELECT FROM deleted_messages d, jsonb_populate_record(NULL::messages, d.message) m
      WHERE d.account_id = ${accountId} AND d.id = ANY(${ids}::bigint[])
        AND (m.seen OR m.answered OR m.forwarded OR m.read_before))
    OR EXISTS (
      SELECT FROM activity WHERE account_id = ${accountId} AND message_id = ANY(${ids}::bigint[]) AND kind = 'forward'
    ) AS known`)
  return row?.known ?? false
}
