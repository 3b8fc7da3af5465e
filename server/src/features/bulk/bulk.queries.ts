import type { ListFilter } from '../../mailstore/list-order.queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId } from '../../platform/ids.ts'

export type BulkAction =
  | 'seen'
  | 'unseen'
  | 'star'
  | 'unstar'
  | 'move'
  | 'archive'
  | 'recycle'
  | 'spam'
  | 'restore'
  | 'destroy'

/** An action on a whole folder, as it stands. */
export interface BulkRow {
  accountId: AccountId
  jobId: number
  folderId: FolderId
  action: BulkAction
  state: 'running' | 'done' | 'stopped' | 'failed'
  /** Messages looked at, of so many; and how many of them were changed. */
  looked: number
  total: number
  changed: number
  targetId: FolderId | null
  filter: ListFilter
  lastUid: number
  untilUid: number
}

const columns = sql`account_id AS "accountId", id AS "jobId", folder_id AS "folderId", action,
  target_folder_id AS "targetId", filter, state, last_uid AS "lastUid", until_uid AS "untilUid", total,
  seen_rows AS looked, changed`

export interface NewBulk {
  accountId: AccountId
  folderId: FolderId
  action: BulkAction
  targetId: FolderId | null
  filter: ListFilter
  untilUid: number
  total: number
}

/** @returns null while another action on the folder runs */
export async function insertBulk(db: Db, bulk: NewBulk): Promise<BulkRow | null> {
  const [row] = await db.query(sql<BulkRow>`
    INSERT INTO bulk_actions (account_id, folder_id, action, target_folder_id, filter, until_uid, total)
    VALUES (${bulk.accountId}, ${bulk.folderId}, ${bulk.action}, ${bulk.targetId}, ${bulk.filter}, ${bulk.untilUid}, ${bulk.total})
    ON CONFLICT (account_id, folder_id) WHERE state = 'running' DO NOTHING
    RETURNING ${columns}`)
  return row ?? null
}

/** Holds an action for one piece of it; null when it is not there. */
export async function lockBulk(
  db: Db,
  accountId: AccountId,
  jobId: number,
): Promise<BulkRow | null> {
  const [row] = await db.query(sql<BulkRow>`
    SELECT ${columns} FROM bulk_actions WHERE account_id = ${accountId} AND id = ${jobId} FOR UPDATE`)
  return row ?? null
}

/** What one piece did. */
export interface BulkStep {
  lastUid: number
  looked: number
  changed: number
  state: 'running' | 'done'
}

export async function stepBulk(db: Db, bulk: BulkRow, step: BulkStep): Promise<BulkRow> {
  const [row] = await db.query(sql<BulkRow>`
    UPDATE bulk_actions SET last_uid = ${step.lastUid}, seen_rows = seen_rows + ${step.looked},
      changed = changed + ${step.changed}, state = ${step.state}, updated_at = now()
    WHERE account_id = ${bulk.accountId} AND id = ${bulk.jobId} RETURNING ${columns}`)
  if (!row) throw new Error('the action is gone')
  return row
}

/** Ends an action that runs; null when it does not. */
export async function endBulk(
  db: Db,
  accountId: AccountId,
  { jobId, state }: { jobId: number; state: 'stopped' | 'failed' },
): Promise<BulkRow | null> {
  const [row] = await db.query(sql<BulkRow>`
    UPDATE bulk_actions SET state = ${state}, updated_at = now()
    WHERE account_id = ${accountId} AND id = ${jobId} AND state = 'running' RETURNING ${columns}`)
  return row ?? null
}

export const runningBulks = (db: Db, accountId: AccountId): Promise<BulkRow[]> =>
  db.query(sql<BulkRow>`
    SELECT ${columns} FROM bulk_actions WHERE account_id = ${accountId} AND state = 'running' ORDER BY id`)

/** Actions that nobody has worked on for a while: their process died. They count as taken up from now. */
export const takeAbandoned = (
  db: Db,
  before: Date,
): Promise<{ accountId: AccountId; jobId: number }[]> =>
  db.query(sql<{ accountId: AccountId; jobId: number }>`
    UPDATE bulk_actions SET updated_at = now() WHERE state = 'running' AND updated_at < ${before}
    RETURNING account_id AS "accountId", id AS "jobId"`)

/** Forgets what ended long ago. */
export const sweepBulks = (db: Db): Promise<number> =>
  db.run(
    sql`DELETE FROM bulk_actions WHERE state <> 'running' AND updated_at < now() - interval '1 day'`,
  )
