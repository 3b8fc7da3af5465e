import type { Db } from '../../platform/db/pool.ts'
import type { AccountId, FolderId, MessageId } from '../../platform/ids.ts'
import { folderById, junkFolder } from '../folders/folders.queries.ts'
import type { Change } from '../types.ts'
import { type Gone, idsOf, type MovedRow } from './moving.ts'

/** What must happen before messages are thrown away, in the same transaction and before the mailbox is locked. */
export type LeavingHook = (
  tx: Db,
  accountId: AccountId,
  messageIds: readonly MessageId[],
) => Promise<void>

/** What somebody calls spam by moving it there, or not by taking it out. */
export type JunkHook = (
  tx: Db,
  accountId: AccountId,
  moved: { ids: readonly MessageId[]; spam: boolean },
) => Promise<void>

interface Done<T> {
  result: T
  changes: Change[]
}

interface Move {
  ids: readonly MessageId[]
  target: FolderId
  anew?: boolean
}

interface Steps {
  moveIn(tx: Db, accountId: AccountId, move: Move): Promise<Done<number>>
  moveRowsIn(tx: Db, accountId: AccountId, move: Move): Promise<Done<MovedRow[]>>
  removeIn(tx: Db, accountId: AccountId, gone: Gone): Promise<Done<number>>
}

/**
 * The steps that move and delete, with the hooks asked first whenever messages go to the recycle bin or for good, and others
 * told when they come into the junk folder or leave it for one of the own.
 */
export function guardLeaving(
  hooks: readonly LeavingHook[],
  junk: readonly JunkHook[],
  { moveRowsIn, removeIn }: Omit<Steps, 'moveIn'>,
): Steps {
  const moving = async (tx: Db, accountId: AccountId, { ids, target }: Move): Promise<void> => {
    const folder = hooks.length > 0 ? await folderById(tx, accountId, target) : null
    if (folder?.role !== 'trash') return
    for (const hook of hooks) await hook(tx, accountId, ids)
  }
  const guarded: Steps['moveRowsIn'] = async (tx, accountId, move) => {
    await moving(tx, accountId, move)
    const done = await moveRowsIn(tx, accountId, move)
    if (junk.length > 0 && done.result.length > 0)
      await tellJunk(junk, tx, { accountId, target: move.target, rows: done.result })
    return done
  }
  return {
    moveIn: async (tx, accountId, move) => {
      const { result, changes } = await guarded(tx, accountId, move)
      return { result: result.length, changes }
    },
    moveRowsIn: guarded,
    removeIn: async (tx, accountId, gone) => {
      for (const hook of hooks) await hook(tx, accountId, idsOf(gone))
      return removeIn(tx, accountId, gone)
    },
  }
}

interface Sorted {
  accountId: AccountId
  target: FolderId
  rows: readonly MovedRow[]
}

/** Thrown away from there is no word about what it was. */
async function tellJunk(
  hooks: readonly JunkHook[],
  tx: Db,
  { accountId, target, rows }: Sorted,
): Promise<void> {
  const folder = await folderById(tx, accountId, target)
  if (!folder || folder.role === 'trash') return
  const spam = folder.role === 'junk'
  const home = spam ? null : await junkFolder(tx, accountId)
  const ids = rows.filter((one) => spam || one.folderId === home).map((one) => one.id)
  if (ids.length > 0) for (const hook of hooks) await hook(tx, accountId, { ids, spam })
}
