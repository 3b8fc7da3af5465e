import { releaseBlobs } from '../../platform/blobs/blobs.queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { type AccountId, asId, type FolderId, type MessageId } from '../../platform/ids.ts'
import { insertChange } from '../feed/changes.queries.ts'
import {
  type FolderStep,
  folderById,
  lockAccount,
  stepAccount,
  stepFolders,
} from '../folders/folders.queries.ts'
import { dropLabels, moveLabels } from '../labels/labels.ts'
import { insertMessageActivity } from '../records/activity.queries.ts'
import { keepDeleted } from '../records/deleted.queries.ts'
import { keepForLaw } from '../records/legal.queries.ts'
import type { Change } from '../types.ts'
import { deleteRows, lockRows, type MovingRow, placeRows } from './messages.queries.ts'
import { type DayStep, stepDays } from './ranks.queries.ts'

interface Moving {
  ids: readonly MessageId[]
  target: FolderId
  /** What lies there already gets a new UID too (RFC 6851 §3.3). */
  anew?: boolean
}

/** Moves messages in the caller's transaction; answers how many. It throws folder.not-found. */
export type MoveIn = (
  tx: Db,
  accountId: AccountId,
  moving: Moving,
) => Promise<{ result: number; changes: Change[] }>

/** A row as it was before it moved, and its UID in the folder it moved to (COPYUID of RFC 4315). */
export interface MovedRow extends MovingRow {
  newUid: number
}

/** Moves messages; @returns those that moved, in the order of their UIDs. @throws folder.not-found */
export async function moveRowsIn(
  tx: Db,
  accountId: AccountId,
  { ids, target, anew = false }: Moving,
): Promise<{ result: MovedRow[]; changes: Change[] }> {
  const modseq = await lockAccount(tx, accountId)
  const folder = await folderById(tx, accountId, target)
  if (!folder) throw new AppError('folder.not-found')
  const locked = await lockRows(tx, accountId, ids)
  const rows = anew ? locked : locked.filter((row) => row.folderId !== target)
  if (rows.length === 0) return { result: [], changes: [] }
  await moveLabels(tx, accountId, { rows, target })
  await insertMessageActivity(tx, accountId, {
    kind: folder.role === 'trash' ? 'recycle' : 'move',
    ids: rows.map((row) => row.id),
    target,
  })
  await placeRows(tx, accountId, {
    folderId: target,
    modseq,
    ids: rows.map((row) => row.id),
    uids: rows.map((_, index) => folder.uidNext + index),
    keepOrigin: folder.role === 'trash' || folder.role === 'junk',
  })
  await stepDays(tx, accountId, [
    ...leavingDays(rows),
    ...rows.map(({ receivedAt }): DayStep => ({ folderId: target, receivedAt, by: 1 })),
  ])
  const counted = await stepFolders(tx, accountId, { modseq, steps: movingSteps(rows, target) })
  const change: Change = {
    accountId,
    modseq,
    kind: 'moved',
    messageIds: rows.map((row) => row.id),
    detail: {
      folders: counted.map(({ folderId, mail, unread }) => ({ folderId, mail, unread })),
      vanished: vanished(rows),
    },
  }
  const told = await insertChange(tx, change)
  const result = rows.map((row, index) => ({ ...row, newUid: folder.uidNext + index }))
  return { result, changes: [told] }
}

/** Messages that go for good: to be forgotten at once, or `replaced` by what they have become. */
export type Gone =
  | readonly MessageId[]
  | { forget: readonly MessageId[] }
  | { replaced: readonly MessageId[] }

/** Their ids. */
export function idsOf(gone: Gone): readonly MessageId[] {
  if ('forget' in gone) return gone.forget
  return 'replaced' in gone ? gone.replaced : gone
}

/**
 * Deletes messages for good. They can be fetched back for 30 days and stand in the log, but for drafts and what is
 * to be forgotten (a mail that was taken back before it left). Of what is on legal hold a copy is kept when nobody can fetch
 * it back; not of what goes on in another shape, as a draft in its next version.
 */
export async function removeIn(
  tx: Db,
  accountId: AccountId,
  gone: Gone,
): Promise<{ result: number; changes: Change[] }> {
  const ids = idsOf(gone)
  const before = await lockAccount(tx, accountId)
  const rows = await lockRows(tx, accountId, ids)
  if (rows.length === 0) return { result: 0, changes: [] }
  const modseq = await stepAccount(tx, accountId, -sumOf(rows).bytes)
  await dropLabels(tx, accountId, rows)
  const kept = 'replaced' in gone ? new Set() : await keep(tx, accountId, { gone, rows })
  await deleteRows(tx, accountId, rows)
  await stepDays(tx, accountId, leavingDays(rows))
  await releaseBlobs(
    tx,
    rows.filter((row) => !kept.has(row.id)).map((row) => row.blob),
  )
  const counted = await stepFolders(tx, accountId, { modseq, steps: leavingSteps(rows) })
  const change: Change = {
    accountId,
    modseq: Math.max(before, modseq),
    kind: 'removed',
    messageIds: rows.map((row) => row.id),
    detail: {
      folders: counted.map(({ folderId, mail, unread }) => ({ folderId, mail, unread })),
      vanished: vanished(rows),
    },
  }
  return { result: rows.length, changes: [await insertChange(tx, change)] }
}

/** @returns those whose blobs stay referenced */
async function keep(
  tx: Db,
  accountId: AccountId,
  { gone, rows }: { gone: Gone; rows: readonly MovingRow[] },
): Promise<Set<MessageId>> {
  const ids = rows.map((row) => row.id)
  if ('forget' in gone) return keepForLaw(tx, accountId, ids)
  await insertMessageActivity(tx, accountId, { kind: 'destroy', ids, target: null })
  const kept = await keepDeleted(tx, accountId, ids)
  const lost = ids.filter((id) => !kept.has(id))
  return new Set([...kept, ...(await keepForLaw(tx, accountId, lost))])
}

const sumOf = (rows: readonly MovingRow[]) => ({
  total: rows.length,
  unread: rows.filter((row) => !row.seen).length,
  bytes: rows.reduce((sum, row) => sum + row.size, 0),
})

/** Rows by the folder they lie in. */
export const byFolder = (rows: readonly MovingRow[]): Map<FolderId, MovingRow[]> =>
  Map.groupBy(rows, (row) => row.folderId)

const leavingDays = (rows: readonly MovingRow[]): DayStep[] =>
  rows.map(({ folderId, receivedAt }) => ({ folderId, receivedAt, by: -1 }))

const leavingSteps = (rows: readonly MovingRow[]): FolderStep[] =>
  [...byFolder(rows)].map(([folderId, group]) => {
    const { total, unread, bytes } = sumOf(group)
    return { folderId: asId(folderId), total: -total, unread: -unread, bytes: -bytes, uids: 0 }
  })

/** One step for each folder: what moves within one leaves it and comes. */
function movingSteps(rows: readonly MovingRow[], target: FolderId): FolderStep[] {
  const fromElsewhere = rows.filter((row) => row.folderId !== target)
  const arrived = { ...sumOf(fromElsewhere), folderId: target, uids: rows.length }
  return [...leavingSteps(fromElsewhere), arrived]
}

const vanished = (rows: readonly MovingRow[]) =>
  [...byFolder(rows)].map(([folderId, group]) => ({ folderId, uids: group.map((row) => row.uid) }))
