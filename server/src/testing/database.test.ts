import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from './database.ts'

it('a test database has the newest schema and its rows are its own', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const client = new pg.Client({ connectionString: one.url })
  const other = new pg.Client({ connectionString: two.url })
  await Promise.all([client.connect(), other.connect()])
  await client.query("INSERT INTO organisations (name) VALUES ('Wild Goose')")
  const count = async (on: pg.Client) =>
    (await on.query<{ n: number }>('SELECT count(*)::int AS n FROM organisations')).rows[0]?.n
  expect([await count(client), await count(other)]).toEqual([1, 0])
  await Promise.all([client.end(), other.end()])
  await Promise.all([one.drop(), two.drop()])
})

it('every key that takes rows along has an index, so that what goes does not read whole tables', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ key: string }>(`
    SELECT conrelid::regclass || ' ' || conname AS key FROM pg_constraint AS key
    WHERE contype = 'f' AND confdeltype IN ('c', 'n') AND NOT EXISTS (
      SELECT FROM pg_index WHERE indrelid = key.conrelid
        AND (string_to_array(indkey::text, ' ')::smallint[])[1:cardinality(key.conkey)] @> key.conkey)`)
  expect(rows.map(({ key }) => key)).toEqual([])
  await client.end()
  await database.drop()
})
