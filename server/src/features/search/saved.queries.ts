import type { SavedSearch } from '@hongyan/contract/search'
import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'

/** Saved searches of an account, by name. */
export const savedSearches = (db: Db, accountId: AccountId): Promise<SavedSearch[]> =>
  db.query(sql<SavedSearch>`
    SELECT id, name, query FROM saved_searches WHERE account_id = ${accountId} ORDER BY name, id LIMIT 200`)

/** Saves under a name; the same name again replaces what it stood for. @returns null when there are `max` others */
export async function saveSearch(
  db: Db,
  accountId: AccountId,
  { name, query, max }: { name: string; query: object; max: number },
): Promise<SavedSearch | null> {
  // The account's row is locked, so that two savers at once cannot both take the last place.
  const [row] = await db.query(sql<SavedSearch>`
    WITH owner AS (SELECT id FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE)
    INSERT INTO saved_searches (account_id, name, query)
    SELECT owner.id, ${name}, ${JSON.stringify(query)}::jsonb FROM owner
    WHERE (SELECT count(*) FROM saved_searches WHERE account_id = owner.id AND name <> ${name}) < ${max}
    ON CONFLICT (account_id, name) DO UPDATE SET query = EXCLUDED.query
    RETURNING id, name, query`)
  return row ?? null
}

/** @returns how many were deleted */
export const forgetSearch = (db: Db, accountId: AccountId, id: number): Promise<number> =>
  db.run(sql`DELETE FROM saved_searches WHERE account_id = ${accountId} AND id = ${id}`)
