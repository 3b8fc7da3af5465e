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
