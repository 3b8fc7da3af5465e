import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'
import { scopesBetween } from './search-terms.ts'

/** The scopes that words of an account's mail have: its months, newest first. */
export async function scopesOf(db: Db, accountId: AccountId): Promise<string[]> {
  const [span] = await db.query(sql<{ oldest: Date | null; newest: Date | null }>`
    SELECT min(received_at) AS oldest, max(received_at) AS newest FROM message_search WHERE account_id = ${accountId}`)
  return span?.oldest && span.newest ? scopesBetween(accountId, span.oldest, span.newest) : []
}
