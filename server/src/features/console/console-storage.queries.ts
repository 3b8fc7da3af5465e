import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'
import { type Sight, seen } from './console-people.queries.ts'

interface Amount {
  people: number
  usedBytes: number
}

/** What the people of each department have, those of the departments below it apart; null: of no department. */
export const amountsSeen = (
  db: Db,
  sight: Sight,
): Promise<(Amount & { departmentId: number | null })[]> =>
  db.query(sql<Amount & { departmentId: number | null }>`
    SELECT u.department_id AS "departmentId", count(*)::int AS people, sum(a.used_bytes)::float8 AS "usedBytes"
    FROM users u JOIN accounts a ON a.id = u.account_id WHERE ${seen(sight)} GROUP BY 1`)

export interface LargestRow {
  accountId: AccountId
  name: string
  address: string
  department: string
  usedBytes: number
  quotaBytes: number
}

/** Who has the most mail. */
export const largestSeen = (db: Db, sight: Sight, limit: number): Promise<LargestRow[]> =>
  db.query(sql<LargestRow>`
    SELECT a.id AS "accountId", u.name, a.address, coalesce(d.name, '') AS department,
      a.used_bytes AS "usedBytes", a.quota_bytes AS "quotaBytes"
    FROM users u JOIN accounts a ON a.id = u.account_id LEFT JOIN departments d ON d.id = u.department_id
    WHERE ${seen(sight)} ORDER BY a.used_bytes DESC, a.id LIMIT ${limit}`)
