import type { Db } from '../platform/db/pool.ts'
import type { AccountId, FolderId, MessageId } from '../platform/ids.ts'
import { folderById } from './folders.queries.ts'
import type { Change } from './types.ts'

/** What must happen before messages are thrown away, in the same transaction and before the mailbox is locked. */
export type LeavingHook = (
  tx: Db,
  accountId: AccountId,
  messageIds: readonly MessageId[],
) => Promise<void>

type Done = Promise<{ result: number; changes: Change[] }>
type Gone = readonly MessageId[] | { forget: readonly MessageId[] }

interface Steps {
  moveIn(tx: Db, accountId: AccountId, move: { ids: readonly MessageId[]; target: FolderId }): Done
  removeIn(tx: Db, accountId: AccountId, gone: Gone): Done
}

/** The same steps, with the hooks asked first whenever messages go to the recycle bin or for good. */
export const guardLeaving = (
  hooks: readonly LeavingHook[],
  { moveIn, removeIn }: Steps,
): Steps => ({
  moveIn: async (tx, accountId, move) => {
    const target = hooks.length > 0 ? await folderById(tx, accountId, move.target) : null
    if (target?.role === 'trash') {
      for (const hook of hooks) await hook(tx, accountId, move.ids)
    }
    return moveIn(tx, accountId, move)
  },
  removeIn: async (tx, accountId, gone) => {
    const ids = 'forget' in gone ? gone.forget : gone
    for (const hook of hooks) await hook(tx, accountId, ids)
    return removeIn(tx, accountId, gone)
  },
})
