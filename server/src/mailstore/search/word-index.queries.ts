import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'

/** Moves new words from the waiting list of the index to their places. Others may write and search meanwhile. */
export const settleNewWords = (db: Db): Promise<number> =>
  db.run(sql`SELECT gin_clean_pending_list('message_search_words')`)
