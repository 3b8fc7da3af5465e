import type { Db } from '../../platform/db/pool.ts'
import type { AccountId, FolderId, MessageId } from '../../platform/ids.ts'
import { folderById } from '../folders/folders.queries.ts'
import type { Change } from '../types.ts'
import type { MovedRow } from './moving.ts'

/** What must happen before messages are thrown away, in the same transaction and before the mailbox is locked. */
export type LeavingHook = (
  tx: Db,
  accountId: AccountId,
  messageIds: readonly MessageId[],
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

type Gone = readonly MessageId[] | { forget: readonly MessageId[] }

interface Steps {
  moveIn(tx: Db, accountId: AccountId, move: Move): Promise<Done<number>>
  moveRowsIn(tx: Db, accountId: AccountId, move: Move): Promise<Done<MovedRow[]>>
  removeIn(tx: Db, accountId: AccountId, gone: Gone): Promise<Done<number>>
}

/** The steps that move and delete, with the hooks asked first whenever messages go to the recycle bin or for good. */
export function guardLeaving(
  hooks: readonly LeavingHook[],
  { moveIn, moveRowsIn, removeIn }: Steps,
): Steps {
  const moving = async (tx: Db, accountId: AccountId, { ids, target }: Move): Promise<void> => {
    const folder = hooks.length > 0 ? await folderById(tx, accountId, target) : null
    if (folder?.role !== 'trash') return
    for (const hook of hooks) await hook(tx, accountId, ids)
  }
  return {
    moveIn: async (tx, accountId, move) => {
      await moving(tx, accountId, move)
      return moveIn(tx, accountId, move)
    },
    moveRowsIn: async (tx, accountId, move) => {
      await moving(tx, accountId, move)
      return moveRowsIn(tx, accountId, move)
    },
    removeIn: async (tx, accountId, gone) => {
      const ids = 'forget' in gone ? gone.forget : gone
      for (const hook of hooks) await hook(tx, accountId, ids)
      return removeIn(tx, accountId, gone)
    },
  }
}
