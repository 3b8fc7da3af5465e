import type { Db } from '../../../platform/db/pool.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { AccountId, LabelId } from '../../../platform/ids.ts'

/** What was said to belong under a label; '' where nothing was. */
export async function wordsOfLabel(
  db: Db,
  accountId: AccountId,
  labelId: LabelId,
): Promise<string> {
  const [row] = await db.query(sql<{ words: string }>`
    SELECT words FROM label_words WHERE account_id = ${accountId} AND label_id = ${labelId}`)
  return row?.words ?? ''
}

/** Keeps it for the next time. @returns 0 where there is no such label */
export const keepWords = (
  db: Db,
  accountId: AccountId,
  { labelId, words }: { labelId: LabelId; words: string },
): Promise<number> =>
  db.run(sql`
    INSERT INTO label_words (account_id, label_id, words)
    SELECT account_id, id, ${words} FROM labels
    WHERE account_id = ${accountId} AND id = ${labelId} AND deleted_at IS NULL
    ON CONFLICT (account_id, label_id) DO UPDATE SET words = EXCLUDED.words`)
