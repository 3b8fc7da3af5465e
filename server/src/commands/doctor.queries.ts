import type { Db } from '../platform/db/pool.ts'
import { sql as statement } from '../platform/db/sql.ts'

/** Settings without which an accepted mail may be lost (P2). */
export const durableSettings = (
  db: Db,
): Promise<{ name: string; setting: string; wanted: string }[]> =>
  db.query(statement<{ name: string; setting: string; wanted: string }>`
    SELECT name, setting, 'on' AS wanted FROM pg_settings
    WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes') ORDER BY name`)

export const databaseVersion = async (db: Db): Promise<string> => {
  const [row] = await db.query(statement<{ version: string }>`SELECT version() AS version`)
  return row?.version ?? 'PostgreSQL'
}
