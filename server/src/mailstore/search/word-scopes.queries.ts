import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId } from '../../platform/ids.ts'
import { scopesBetween } from './search-terms.ts'

/** A folder of no more is gone through faster than the hits of the whole account. */
const fewMessages = 1_000
/** Characters of all words in all months: mail may be dated back to 1900, and a command may ask for thousands of words. */
const mostAsked = 256 * 1024

interface Asking {
  folderId: FolderId
  /** Of all words that are asked for. */
  length: number
}

/** The months in which the index is asked for words, newest first; null where each message is asked by itself. */
export async function scopesToAsk(
  db: Db,
  accountId: AccountId,
  { folderId, length }: Asking,
): Promise<string[] | null> {
  const [span] = await db.query(sql<{ oldest: Date | null; newest: Date | null; total: number }>`
    SELECT min(s.received_at) AS oldest, max(s.received_at) AS newest,
      coalesce((SELECT f.total FROM folders f WHERE f.account_id = ${accountId} AND f.id = ${folderId}), 0) AS total
    FROM message_search s WHERE s.account_id = ${accountId}`)
  if (!span?.oldest || !span.newest || span.total <= fewMessages) return null
  const scopes = scopesBetween(accountId, span.oldest, span.newest)
  const scopesLength = scopes.reduce((sum, scope) => sum + scope.length, 0)
  return length * scopes.length + scopesLength > mostAsked ? null : scopes
}
