import type { ListFilter } from '@hongyan/contract/messages'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Mark } from '../../mailstore/messages/messages.queries.ts'
import { type Change, wholeAccount } from '../../mailstore/types.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { FolderId, MessageId } from '../../platform/ids.ts'
import { homeOf } from '../messages/messages.public.ts'
import { type BulkMove, type BulkRow, type BulkStep, nextMoves } from './bulk.queries.ts'

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
): Promise<BulkStep & Pick<Done, 'changes' | 'moves'>> {
  if (bulk.undoOf !== null) return putBack({ mailstore, tx, bulk }, bulk.undoOf)
  const rows = await mailstore.walkIn(tx, bulk.accountId, {
    folderId: bulk.folderId,
    after: bulk.lastUid,
    before: bulk.untilUid,
    limit: pieceSize,
  })
  const chosen = rows.filter(fits[bulk.filter])
  const done = chosen.length > 0 ? await applyAction({ mailstore, tx, bulk }, chosen) : nothing()
  return {
    ...done,
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
  /** What was moved, and where it lies now. */
  moves: BulkMove[]
}

const nothing = (): Done => ({ changes: [], changed: 0, moves: [] })

/** Puts the next piece of what another action moved back into the folder it came from. */
async function putBack(
  { mailstore, tx, bulk }: Scope,
  jobId: number,
): Promise<BulkStep & Pick<Done, 'changes' | 'moves'>> {
  const { accountId, folderId: target } = bulk
  const next = await nextMoves(tx, { accountId, jobId }, bulk.lastUid)
  if (!next) return { ...nothing(), looked: 0, lastUid: bulk.lastUid, state: 'done' }
  const lying = await mailstore.originsIn(tx, wholeAccount(accountId), next.ids)
  const ids = lying.filter((one) => one.folderId === next.folderId).map((one) => one.id)
  const { result, changes } = await mailstore.moveIn(tx, accountId, { ids, target })
  const { piece: lastUid } = next
  return { changes, changed: result, moves: [], looked: next.ids.length, lastUid, state: 'running' }
}

const marks: Partial<Record<BulkRow['action'], Mark>> = {
  seen: { flag: 'seen', value: true },
  unseen: { flag: 'seen', value: false },
  star: { flag: 'starred', value: true },
  unstar: { flag: 'starred', value: false },
}

async function applyAction(scope: Scope, rows: readonly Walked[]): Promise<Done> {
  const { mailstore, tx, bulk } = scope
  const ids = rows.map((row) => row.id)
  const mark = marks[bulk.action]
  if (mark) {
    const changes = await mailstore.setFlagIn(tx, bulk.accountId, { ids, ...mark })
    const changed = changes.reduce((sum, one) => sum + one.messageIds.length, 0)
    return { changes, changed, moves: [] }
  }
  if (bulk.action === 'destroy') {
    const { result, changes } = await mailstore.removeIn(tx, bulk.accountId, ids)
    return { changes, changed: result, moves: [] }
  }
  if (bulk.action === 'restore') return bringBack(scope, ids)
  return bulk.targetId === null ? nothing() : moveTo(scope, ids, bulk.targetId)
}

async function moveTo(
  { mailstore, tx, bulk }: Scope,
  ids: readonly MessageId[],
  target: FolderId,
): Promise<Done> {
  const { result, changes } = await mailstore.moveIn(tx, bulk.accountId, { ids, target })
  const moved = changes.flatMap((one) => one.messageIds)
  return { changes, changed: result, moves: [{ folderId: target, ids: moved }] }
}

async function bringBack(scope: Scope, ids: readonly MessageId[]): Promise<Done> {
  const { mailstore, tx, bulk } = scope
  const viewer = wholeAccount(bulk.accountId)
  const folders = await mailstore.foldersIn(tx, bulk.accountId)
  const origins = await mailstore.originsIn(tx, viewer, ids)
  const all = nothing()
  for (const [target, group] of Map.groupBy(origins, (one) => homeOf(folders, viewer, one))) {
    const done = await moveTo(
      scope,
      group.map((one) => one.id),
      target,
    )
    all.changes.push(...done.changes)
    all.changed += done.changed
    all.moves.push(...done.moves)
  }
  return all
}
