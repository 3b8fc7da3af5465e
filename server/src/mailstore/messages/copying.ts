import type { Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { type AccountId, asId, type FolderId, type MessageId } from '../../platform/ids.ts'
import { insertChange } from '../feed/changes.queries.ts'
import {
  accountState,
  folderById,
  lockAccount,
  stepAccount,
  stepFolders,
} from '../folders/folders.queries.ts'
import { addLabels } from '../labels/labels.ts'
import type { Change } from '../types.ts'
import { insertCopies } from './copying.queries.ts'
import { lockRows, type MovingRow } from './messages.queries.ts'
import { stepDays } from './ranks.queries.ts'
import { type IdSource, takeIds } from './store.ts'

/** A message and its copy (COPYUID of RFC 4315). */
export interface Copied {
  id: MessageId
  uid: number
  copyId: MessageId
  copyUid: number
}

/**
 * Copies messages into a folder, all or none (RFC 9051 §6.4.7): the content is stored once, the copy counts against
 * the quota. @returns the copies in the order of their sources' UIDs. @throws folder.not-found, quota.full
 */
export async function copyIn(
  tx: Db,
  accountId: AccountId,
  { ids, target, source }: { ids: readonly MessageId[]; target: FolderId; source: IdSource },
): Promise<{ result: Copied[]; changes: Change[] }> {
  const before = await lockAccount(tx, accountId)
  const folder = await folderById(tx, accountId, target)
  if (!folder) throw new AppError('folder.not-found')
  const rows = await lockRows(tx, accountId, ids)
  if (rows.length === 0) return { result: [], changes: [] }
  const bytes = rows.reduce((sum, row) => sum + row.size, 0)
  const state = await accountState(tx, accountId)
  if (!state || state.used + bytes > state.quota) throw new AppError('quota.full')
  const modseq = Math.max(before, await stepAccount(tx, accountId, bytes))
  const newIds = await takeIds(tx, source, rows.length)
  const copies = rows.map((row, index) => ({
    row,
    id: newIds[index] ?? 0,
    uid: folder.uidNext + index,
  }))
  await insertCopies(tx, accountId, {
    target,
    modseq,
    rows: copies.map(({ row, id, uid }) => ({ from: row.id, id, uid })),
  })
  await place(tx, accountId, { target, copies })
  const counted = await stepFolders(tx, accountId, {
    modseq,
    steps: [
      {
        folderId: target,
        total: rows.length,
        unread: rows.filter((row) => !row.seen).length,
        bytes,
        uids: rows.length,
      },
    ],
  })
  const change: Change = {
    accountId,
    modseq,
    kind: 'added',
    messageIds: copies.map(({ id }) => asId<MessageId>(id)),
    detail: { folders: counted.map(({ folderId, mail, unread }) => ({ folderId, mail, unread })) },
  }
  const told = await insertChange(tx, change)
  const result = copies.map(({ row, id, uid }) => ({
    id: row.id,
    uid: row.uid,
    copyId: asId<MessageId>(id),
    copyUid: uid,
  }))
  return { result, changes: [told] }
}

/** The copies in the index by label and in the counts by day. */
async function place(
  tx: Db,
  accountId: AccountId,
  { target, copies }: { target: FolderId; copies: readonly { row: MovingRow; id: number }[] },
): Promise<void> {
  const placed = copies.map(({ row, id }) => ({
    ...row,
    id: asId<MessageId>(id),
    folderId: target,
  }))
  await addLabels(tx, accountId, placed)
  await stepDays(
    tx,
    accountId,
    placed.map(({ receivedAt }) => ({ folderId: target, receivedAt, by: 1 as const })),
  )
}
