import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'

export interface Correspondent {
  address: string
  name: string
}

export interface RememberedPerson extends Correspondent {
  keys: string[]
}

/**
 * Counts people as written to; a name once known is kept when the new one is empty. Those who are not to be `offered`
 * are found by no key: they only count as known.
 */
export async function rememberPeople(
  db: Db,
  accountId: AccountId,
  { people, now, offered }: { people: readonly RememberedPerson[]; now: Date; offered: boolean },
): Promise<void> {
  const rows = json(people)
  await db.run(sql`
    INSERT INTO correspondents AS c (account_id, address, name, last_at, offered)
    SELECT ${accountId}, address, name, ${now}, ${offered}::boolean FROM json_to_recordset(${rows}::json) AS x (address text, name text)
    ORDER BY address
    ON CONFLICT (account_id, address) DO UPDATE SET times = c.times + 1, last_at = EXCLUDED.last_at,
      offered = c.offered OR EXCLUDED.offered,
      name = CASE WHEN EXCLUDED.name = '' THEN c.name ELSE EXCLUDED.name END`)
  if (!offered) return
  await db.run(sql`
    INSERT INTO correspondent_keys (account_id, key, address)
    SELECT ${accountId}, key, address
    FROM json_to_recordset(${rows}::json) AS x (address text, keys json), json_array_elements_text(keys) AS key
    ON CONFLICT DO NOTHING`)
}

/** People written to before, the most frequent first; one range of the key index. */
export const peopleByPrefix = (
  db: Db,
  accountId: AccountId,
  { prefix, limit }: { prefix: string; limit: number },
): Promise<Correspondent[]> =>
  db.query(sql<Correspondent>`
    SELECT c.address, c.name FROM (
      SELECT DISTINCT address FROM (
        SELECT address FROM correspondent_keys
        WHERE account_id = ${accountId} AND key >= ${prefix} AND key < ${`${prefix}\u{10ffff}`} LIMIT 500) first) k
    JOIN correspondents c ON c.account_id = ${accountId} AND c.address = k.address
    ORDER BY c.times DESC, c.last_at DESC, c.address LIMIT ${limit}`)

/** Those of some addresses that an account has written to. */
export const knownAddresses = (
  db: Db,
  accountId: AccountId,
  addresses: readonly string[],
): Promise<{ address: string }[]> =>
  db.query(
    sql<{ address: string }>`
    SELECT address FROM correspondents WHERE account_id = ${accountId} AND address = ANY(${addresses}::text[])`.byKey(),
  )

/** Domains written to, the latest first. */
export const recentDomains = (
  db: Db,
  accountId: AccountId,
  limit: number,
): Promise<{ domain: string }[]> =>
  db.query(sql<{ domain: string }>`
    SELECT split_part(address, '@', 2) AS domain FROM (
      SELECT address, last_at FROM correspondents WHERE account_id = ${accountId}
      ORDER BY last_at DESC, address DESC LIMIT ${limit}
    ) latest GROUP BY 1 ORDER BY max(last_at) DESC, 1`)

/** People written to, the latest first. @param after the last one of the page before */
export const recentPeople = (
  db: Db,
  accountId: AccountId,
  { after, limit }: { after: { lastAt: Date; address: string } | null; limit: number },
): Promise<(Correspondent & { lastAt: Date })[]> => {
  const further = after
    ? sql`AND (last_at, address) < (${after.lastAt}::timestamptz, ${after.address}::text)`
    : sql``
  return db.query(sql<Correspondent & { lastAt: Date }>`
    SELECT address, name, last_at AS "lastAt" FROM correspondents
    WHERE account_id = ${accountId} AND offered ${further} ORDER BY last_at DESC, address DESC LIMIT ${limit}`)
}
