import type { Db } from '../../../platform/db/pool.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface Meeting {
  firstAt: Date
  passedAt: Date | null
}

/** Notes that these met, and tells since when they know each other. @param forgotten a first try before it is a new one */
export async function meet(
  db: Db,
  { key, now, forgotten }: { key: Buffer; now: Date; forgotten: Date },
): Promise<Meeting> {
  const [row] = await db.query(sql<Meeting>`
    INSERT INTO greylist AS g (key, first_at) VALUES (${key}, ${now})
    ON CONFLICT (key) DO UPDATE
    SET first_at = CASE WHEN g.passed_at IS NULL AND g.first_at < ${forgotten} THEN EXCLUDED.first_at ELSE g.first_at END
    RETURNING first_at AS "firstAt", passed_at AS "passedAt"`)
  return row ?? { firstAt: now, passedAt: null }
}

export const notePassed = (db: Db, key: Buffer, now: Date): Promise<number> =>
  db.run(sql`UPDATE greylist SET passed_at = ${now} WHERE key = ${key}`)

/** Forgets who did not come again, and who has not come for long; some at a time. */
export const forgetStrangers = (
  db: Db,
  { waiting, passed }: { waiting: Date; passed: Date },
): Promise<number> =>
  db.run(sql`
    DELETE FROM greylist WHERE key IN (
      SELECT key FROM greylist WHERE coalesce(passed_at, first_at) < ${waiting}
        AND (passed_at IS NULL OR passed_at < ${passed}) LIMIT 5000)`)
