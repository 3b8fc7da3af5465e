import type { Database } from '../platform/db/pool.ts'
import { sql } from '../platform/db/sql.ts'
import type { AccountId } from '../platform/ids.ts'

/** From now on the database answers every change as it does when its disk is full (SQLSTATE 53100); it is read as ever. */
export async function fillDisk(database: Database): Promise<void> {
  await database.run(sql`
    CREATE FUNCTION disk_is_full() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`)
  await onEveryTable(
    database,
    'CREATE TRIGGER disk_is_full BEFORE INSERT OR UPDATE OR DELETE ON %s EXECUTE FUNCTION disk_is_full()',
  )
}

export async function emptyDisk(database: Database): Promise<void> {
  await onEveryTable(database, 'DROP TRIGGER disk_is_full ON %s')
  await database.run(sql`DROP FUNCTION disk_is_full()`)
}

/** @param statement with `%s` where the table stands */
async function onEveryTable(database: Database, statement: string): Promise<void> {
  const rows = await database.query(sql<{ statement: string }>`
    SELECT format(${statement}, c.oid::regclass) AS statement FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`)
  for (const row of rows) await database.pool.query(row.statement)
}

/** As if some had done nothing for so long; their tokens are good. */
export const lastUsed = (
  database: Database,
  seconds: number,
  accounts: readonly AccountId[],
): Promise<number> =>
  database.run(sql`
    UPDATE sessions SET last_used_at = now() - make_interval(secs => ${seconds}),
      access_expires_at = now() + interval '1 hour' WHERE account_id = ANY(${accounts}::bigint[])`)

/** Every access token is too old. */
export const expireAccess = (database: Database): Promise<number> =>
  database.run(sql`UPDATE sessions SET access_expires_at = now() - interval '1 second'`)
