import { currentAsker } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { Change, ChangeDetail } from '../types.ts'

/** How long a row of the feed is kept: a browser that was away for longer loads everything again. */
const kept = sql`interval '30 days'`

/**
 * What a change did, with the name that its client gave it. Every row that a request writes has it, but for new mail: that
 * is written for several at once, and is news to everybody.
 */
export function ofThisClient<Detail extends ChangeDetail>(detail: Detail): Detail & ChangeDetail {
  const { origin } = currentAsker()
  return origin === undefined ? detail : { ...detail, origin }
}

/** Writes one row of the feed. @returns what is to be announced after the commit */
export async function insertChange(db: Db, change: Change): Promise<Change> {
  const told = { ...change, detail: ofThisClient(change.detail) }
  await db.run(sql`
    INSERT INTO changes (account_id, modseq, kind, message_ids, detail)
    VALUES (${told.accountId}, ${told.modseq}, ${told.kind}, ${told.messageIds}::bigint[],
      ${json(told.detail)}::jsonb)`)
  return told
}

/** Feed rows after a position, oldest first, at most `limit`. */
export const changesAfter = (
  db: Db,
  accountId: AccountId,
  { since, limit }: { since: number; limit: number },
): Promise<Change[]> =>
  db.query(sql<Change>`
    SELECT account_id AS "accountId", modseq, kind, message_ids AS "messageIds", detail FROM changes
    WHERE account_id = ${accountId} AND modseq > ${since} ORDER BY modseq LIMIT ${limit}`)

/** Up to where rows of an account's feed may have been swept. */
export async function feedFloor(db: Db, accountId: AccountId): Promise<number> {
  const [row] = await db.query(
    sql<{ floor: number }>`SELECT feed_floor AS floor FROM accounts WHERE id = ${accountId}`,
  )
  return row?.floor ?? 0
}

/** Some accounts with rows that are old enough to be swept. */
export async function accountsToSweep(db: Db, limit: number): Promise<AccountId[]> {
  const rows = await db.query(sql<{ accountId: AccountId }>`
    SELECT DISTINCT account_id AS "accountId" FROM changes WHERE at < now() - ${kept} LIMIT ${limit}`)
  return rows.map((one) => one.accountId)
}

/** Sweeps old rows of one account, the oldest first, and notes up to where. @returns how many */
export async function sweepChanges(db: Db, accountId: AccountId, limit: number): Promise<number> {
  const [row] = await db.query(sql<{ swept: number }>`
    WITH old AS (
      SELECT modseq FROM changes WHERE account_id = ${accountId} AND at < now() - ${kept}
      ORDER BY modseq LIMIT ${limit}),
    gone AS (
      DELETE FROM changes c USING old WHERE c.account_id = ${accountId} AND c.modseq = old.modseq
      RETURNING c.modseq),
    floor AS (
      UPDATE accounts SET feed_floor = greatest(feed_floor, (SELECT max(modseq) FROM gone))
      WHERE id = ${accountId} AND EXISTS (SELECT FROM gone))
    SELECT count(*)::int AS swept FROM gone`)
  return row?.swept ?? 0
}
