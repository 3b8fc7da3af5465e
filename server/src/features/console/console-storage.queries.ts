import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'
import { type Sight, seen } from './console-people.queries.ts'

/** What the people of a department have, those of the departments below it apart; null: of no department. */
interface Amount {
  departmentId: number | null
  people: number
  usedBytes: number
}

interface Largest {
  accountId: AccountId
  name: string
  address: string
  department: string
  usedBytes: number
  quotaBytes: number
}

/** How much mail people have, by department, and who has the most: everybody is looked at once. */
export async function storageSeen(
  db: Db,
  sight: Sight,
  limit: number,
): Promise<{ amounts: Amount[]; largest: Largest[] }> {
  const [row] = await db.query(sql<{ amounts: Amount[]; largest: Largest[] }>`
    WITH everybody AS MATERIALIZED (
      SELECT u.department_id, u.name, a.id, a.used_bytes FROM users u JOIN accounts a ON a.id = u.account_id
      WHERE ${seen(sight)})
    SELECT
      (SELECT coalesce(json_agg(one), '[]') FROM (
        SELECT department_id AS "departmentId", count(*) AS people, sum(used_bytes) AS "usedBytes"
        FROM everybody GROUP BY 1) one) AS amounts,
      (SELECT coalesce(json_agg(one), '[]') FROM (
        SELECT e.id AS "accountId", e.name, a.address, coalesce(d.name, '') AS department,
          e.used_bytes AS "usedBytes", a.quota_bytes AS "quotaBytes"
        FROM (SELECT * FROM everybody ORDER BY used_bytes DESC, id LIMIT ${limit}) e
          JOIN accounts a ON a.id = e.id LEFT JOIN departments d ON d.id = e.department_id
        ORDER BY e.used_bytes DESC, e.id) one) AS largest`)
  return row ?? { amounts: [], largest: [] }
}
