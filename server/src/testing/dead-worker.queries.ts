import type { Database } from '../platform/db/pool.ts'
import { sql } from '../platform/db/sql.ts'

/** Leaves every job as a process does that was killed with it in its hands, so many seconds ago. */
export const heldByDead = (
  database: Database,
  { worker = 'worker-killed', seconds = 50 } = {},
): Promise<number> =>
  database.run(sql`
    UPDATE graphile_worker._private_jobs SET attempts = 1, locked_by = ${worker},
      locked_at = now() - make_interval(secs => ${seconds})`)
