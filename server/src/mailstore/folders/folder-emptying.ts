import type { Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { NewCopy } from '../types.ts'
import { foldersOf } from './folders.queries.ts'

/** What is stored now would go with the rest: it comes again when that has ended. */
export class FolderEmptying extends AppError {
  constructor() {
    super('trash.emptying')
  }
}

/**
 * Behind the storing, in its transaction: the rows of the folders are locked by then, and who begins to empty one waits
 * for this transaction. @throws FolderEmptying
 */
export async function refuseEmptying(
  tx: Db,
  copies: readonly Pick<NewCopy, 'accountId' | 'folder'>[],
): Promise<void> {
  for (const accountId of new Set(copies.map((copy) => copy.accountId))) {
    const emptying = (await foldersOf(tx, accountId)).filter((one) => one.emptying)
    const meant = copies.filter((copy) => copy.accountId === accountId)
    if (
      emptying.some(({ id, role }) => meant.some(({ folder }) => folder === id || folder === role))
    )
      throw new FolderEmptying()
  }
}
