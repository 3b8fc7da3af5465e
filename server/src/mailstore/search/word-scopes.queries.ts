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

/** How far parts of words are looked for in a folder: beyond that by the index alone, which has words and their beginnings. */
export interface PartReach {
  /** In the rows of the messages. */
  rows: boolean
  /** In all words of the messages. */
  words: boolean
}

/** A row costs some microseconds, and so do the words of a message for each kilobyte of them and each pattern. */
const mostRows = 10_000
const mostBytes = 16 * 1024 * 1024

/** @param patterns that are looked for in all words */
export async function partReach(
  db: Db,
  accountId: AccountId,
  { folderId, patterns }: { folderId: FolderId; patterns: number },
): Promise<PartReach> {
  const [folder] = await db.query(sql<{ total: number; bytes: number | null }>`
    SELECT f.total, CASE WHEN f.total <= ${fewMessages} THEN (
      SELECT coalesce(sum(pg_column_size(s.tsv)), 0)::bigint FROM messages m JOIN message_search s
        ON s.account_id = m.account_id AND s.received_at = m.received_at AND s.message_id = m.id
      WHERE m.account_id = ${accountId} AND m.folder_id = ${folderId}) END AS bytes
    FROM folders f WHERE f.account_id = ${accountId} AND f.id = ${folderId}`)
  if (!folder) return { rows: false, words: false }
  const { total, bytes } = folder
  return { rows: total <= mostRows, words: bytes !== null && bytes * patterns <= mostBytes }
}
