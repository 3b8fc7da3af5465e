import type { ListFilter } from '@hongyan/contract/messages'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Mark } from '../../mailstore/messages.queries.ts'
import { type Change, wholeAccount } from '../../mailstore/types.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { FolderId, MessageId } from '../../platform/ids.ts'
import { homeOf } from '../messages/messages.public.ts'
import type { BulkRow, BulkStep } from './bulk.queries.ts'

/** Messages of one transaction: some tens of milliseconds, so that deliveries hardly wait. */
const pieceSize = 500

export interface PieceDone {
  row: BulkRow
  changes: Change[]
}

type Walked = Awaited<ReturnType<Mailstore['walkIn']>>[number]

const fits: Record<ListFilter, (row: Walked) => boolean> = {
  all: () => true,
  unread: (row) => !row.seen,
  read: (row) => row.seen,
  starred: (row) => row.starred,
  attachment: (row) => row.hasAttachment,
  colored: (row) => row.color !== 0,
}

/** Does the next piece of an action inside a transaction. */
export async function runPiece(
  mailstore: Mailstore,
  tx: Db,
  bulk: BulkRow,
): Promise<BulkStep & { changes: Change[] }> {
  const rows = await mailstore.walkIn(tx, bulk.accountId, {
    folderId: bulk.folderId,
    after: bulk.lastUid,
    before: bulk.untilUid,
    limit: pieceSize,
  })
  const chosen = rows.filter(fits[bulk.filter])
  const { changes, changed } =
    chosen.length > 0 ? await act({ mailstore, tx, bulk }, chosen) : { changes: [], changed: 0 }
  return {
    changes,
    changed,
    looked: rows.length,
    lastUid: rows.at(-1)?.uid ?? bulk.lastUid,
    state: rows.length < pieceSize ? 'done' : 'running',
  }
}

interface Scope {
  mailstore: Mailstore
  tx: Db
  bulk: BulkRow
}

interface Done {
  changes: Change[]
  changed: number
}

const marks: Partial<Record<BulkRow['action'], Mark>> = {
  seen: { flag: 'seen', value: true },
  unseen: { flag: 'seen', value: false },
  star: { flag: 'starred', value: true },
  unstar: { flag: 'starred', value: false },
}

async function act(scope: Scope, rows: readonly Walked[]): Promise<Done> {
  const { mailstore, tx, bulk } = scope
  const ids = rows.map((row) => row.id)
  const mark = marks[bulk.action]
  if (mark) {
    const changes = await mailstore.setFlagIn(tx, bulk.accountId, { ids, ...mark })
    return { changes, changed: changes.reduce((sum, one) => sum + one.messageIds.length, 0) }
  }
  if (bulk.action === 'destroy') {
    const { result, changes } = await mailstore.removeIn(tx, bulk.accountId, ids)
    return { changes, changed: result }
  }
  if (bulk.action === 'restore') return bringBack(scope, ids)
  return bulk.targetId === null ? { changes: [], changed: 0 } : moveTo(scope, ids, bulk.targetId)
}

async function moveTo(
  { mailstore, tx, bulk }: Scope,
  ids: readonly MessageId[],
  target: FolderId,
): Promise<Done> {
  const { result, changes } = await mailstore.moveIn(tx, bulk.accountId, { ids, target })
  return { changes, changed: result }
}

async function bringBack(scope: Scope, ids: readonly MessageId[]): Promise<Done> {
  const { mailstore, tx, bulk } = scope
  const viewer = wholeAccount(bulk.accountId)
  const folders = await mailstore.folders(bulk.accountId)
  const origins = await mailstore.originsIn(tx, viewer, ids)
  const all: Done = { changes: [], changed: 0 }
  for (const [target, group] of Map.groupBy(origins, (one) => homeOf(folders, viewer, one))) {
    const done = await moveTo(
      scope,
      group.map((one) => one.id),
      target,
    )
    all.changes.push(...done.changes)
    all.changed += done.changed
  }
  return all
}
