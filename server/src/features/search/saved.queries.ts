import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'

/** `query` holds the parameters of /search, checked when they were saved. */
export interface SavedRow<Query> {
  id: number
  name: string
  query: Query
}

/** Saved searches of an account, by name. */
export const savedSearches = <Query>(db: Db, accountId: AccountId): Promise<SavedRow<Query>[]> =>
  db.query(sql<SavedRow<Query>>`
    SELECT id, name, query FROM saved_searches WHERE account_id = ${accountId} ORDER BY name, id LIMIT 200`)

/** Saves under a name; the same name again replaces what it stood for. @returns null when there are `max` others */
export async function saveSearch<Query extends object>(
  db: Db,
  accountId: AccountId,
  { name, query, max }: { name: string; query: Query; max: number },
): Promise<SavedRow<Query> | null> {
  // The account's row is locked, so that two savers at once cannot both take the last place.
  const [row] = await db.query(sql<SavedRow<Query>>`
    WITH owner AS (SELECT id FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE)
    INSERT INTO saved_searches (account_id, name, query)
    SELECT owner.id, ${name}, ${json(query)}::jsonb FROM owner
    WHERE (SELECT count(*) FROM saved_searches WHERE account_id = owner.id AND name <> ${name}) < ${max}
    ON CONFLICT (account_id, name) DO UPDATE SET query = EXCLUDED.query
    RETURNING id, name, query`)
  return row ?? null
}

/** @returns how many were deleted */
export const forgetSearch = (db: Db, accountId: AccountId, id: number): Promise<number> =>
  db.run(sql`DELETE FROM saved_searches WHERE account_id = ${accountId} AND id = ${id}`)
