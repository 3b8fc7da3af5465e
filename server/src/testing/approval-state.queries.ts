import type { Db } from '../platform/db/pool.ts'
import { sql } from '../platform/db/sql.ts'

/** The state of a held mail's submission. */
export async function submissionStateOf(db: Db, approvalId: number): Promise<string> {
  const [row] = await db.query(sql<{ state: string }>`
    SELECT s.state FROM submissions s JOIN approvals p ON p.submission_id = s.id WHERE p.id = ${approvalId}`)
  return row?.state ?? ''
}
