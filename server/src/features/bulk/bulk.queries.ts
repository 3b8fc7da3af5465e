import type { ListFilter } from '../../mailstore/messages/list-order.queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId, MessageId } from '../../platform/ids.ts'

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
  | 'undo'

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
  /** The action that this one takes back. */
  undoOf: number | null
  /** Where that one has put mail: this one takes it out of there. */
  undoFrom: FolderId[]
}

const columns = sql`account_id AS "accountId", id AS "jobId", folder_id AS "folderId", action,
  target_folder_id AS "targetId", filter, state, last_uid AS "lastUid", until_uid AS "untilUid", total,
  seen_rows AS looked, changed, undo_of AS "undoOf", ARRAY(SELECT DISTINCT m.folder_id FROM bulk_moves m
    WHERE m.account_id = b.account_id AND m.job_id = b.undo_of) AS "undoFrom"`

export interface NewBulk {
  accountId: AccountId
  folderId: FolderId
  action: BulkAction
  targetId: FolderId | null
  filter: ListFilter
  untilUid: number
  total: number
  undoOf?: number
}

/** @returns null while another action on the folder runs, or when it was taken back already */
export async function insertBulk(db: Db, bulk: NewBulk): Promise<BulkRow | null> {
  const [row] = await db.query(sql<BulkRow>`
    INSERT INTO bulk_actions AS b (account_id, folder_id, action, target_folder_id, filter, until_uid, total, undo_of)
    VALUES (${bulk.accountId}, ${bulk.folderId}, ${bulk.action}, ${bulk.targetId}, ${bulk.filter}, ${bulk.untilUid}, ${bulk.total},
      ${bulk.undoOf ?? null})
    ON CONFLICT DO NOTHING
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
    SELECT ${columns} FROM bulk_actions b WHERE account_id = ${accountId} AND id = ${jobId} FOR UPDATE`)
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
    UPDATE bulk_actions b SET last_uid = ${step.lastUid}, seen_rows = seen_rows + ${step.looked},
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
    UPDATE bulk_actions b SET state = ${state}, updated_at = now()
    WHERE account_id = ${accountId} AND id = ${jobId} AND state = 'running' RETURNING ${columns}`)
  return row ?? null
}

export const runningBulks = (db: Db, accountId: AccountId): Promise<BulkRow[]> =>
  db.query(sql<BulkRow>`
    SELECT ${columns} FROM bulk_actions b WHERE account_id = ${accountId} AND state = 'running' ORDER BY id`)

/** Forgets what ended long ago. */
export const sweepBulks = (db: Db): Promise<number> =>
  db.run(
    sql`DELETE FROM bulk_actions WHERE state <> 'running' AND updated_at < now() - interval '1 day'`,
  )

/** Where a piece of an action has put mail. */
export interface BulkMove {
  folderId: FolderId
  ids: readonly MessageId[]
}

export const insertMoves = (
  db: Db,
  { accountId, jobId }: { accountId: AccountId; jobId: number },
  moves: readonly BulkMove[],
): Promise<unknown> =>
  Promise.all(
    moves.map(({ folderId, ids }) =>
      db.run(sql`
        INSERT INTO bulk_moves (account_id, job_id, folder_id, message_ids)
        VALUES (${accountId}, ${jobId}, ${folderId}, ${ids}::bigint[])`),
    ),
  )

/** The next piece of what an action moved. */
export async function nextMoves(
  db: Db,
  { accountId, jobId }: { accountId: AccountId; jobId: number },
  after: number,
): Promise<(BulkMove & { piece: number }) | null> {
  const [row] = await db.query(sql<BulkMove & { piece: number }>`
    SELECT piece, folder_id AS "folderId", message_ids AS ids FROM bulk_moves
    WHERE account_id = ${accountId} AND job_id = ${jobId} AND piece > ${after} ORDER BY piece LIMIT 1`)
  return row ?? null
}

/** An action that ended not long ago and has moved mail, with the folders that it lies in now. */
export async function undoableBulk(
  db: Db,
  accountId: AccountId,
  { jobId, since }: { jobId: number; since: Date },
): Promise<(BulkRow & { into: FolderId[] }) | null> {
  const [row] = await db.query(sql<BulkRow & { into: FolderId[] }>`
    SELECT ${columns}, ARRAY(SELECT DISTINCT m.folder_id FROM bulk_moves m
      WHERE m.account_id = b.account_id AND m.job_id = b.id) AS into
    FROM bulk_actions b WHERE account_id = ${accountId} AND id = ${jobId} AND state <> 'running' AND updated_at > ${since}
      AND EXISTS (SELECT FROM bulk_moves m WHERE m.account_id = b.account_id AND m.job_id = b.id)
      AND NOT EXISTS (SELECT FROM bulk_actions u WHERE u.account_id = b.account_id AND u.undo_of = b.id)`)
  return row ?? null
}
