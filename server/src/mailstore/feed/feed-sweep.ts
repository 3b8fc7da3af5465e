import type { Database } from '../../platform/db/pool.ts'
import { accountsToSweep, sweepChanges } from './changes.queries.ts'

const accountsAtOnce = 200
const rowsAtOnce = 5_000

/**
 * Forgets old rows of the change feed, account by account in short transactions, so that deliveries hardly wait.
 * @returns how many
 */
export async function sweepFeed(database: Database): Promise<number> {
  let swept = 0
  for (;;) {
    const accountIds = await accountsToSweep(database, accountsAtOnce)
    if (accountIds.length === 0) return swept
    for (const accountId of accountIds) {
      for (let count = rowsAtOnce; count === rowsAtOnce; swept += count) {
        count = await database.transaction((tx) => sweepChanges(tx, accountId, rowsAtOnce))
      }
    }
  }
}
