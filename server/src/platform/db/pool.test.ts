import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { longestTurn } from '../../testing/longest-turn.ts'
import type { TestDatabase } from '../../testing/test-postgres.ts'
import { type OpenedDatabase, openDatabase } from './pool.ts'
import { sql } from './sql.ts'

let testDatabase: TestDatabase
let database: OpenedDatabase

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({
    connection: { connectionString: testDatabase.url },
    max: 1,
    patience: { starting: 100_000, running: 50 },
    onError: () => undefined,
  })
})

afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

it('P3 a start waits for a database that is slow; what is asked later is refused when it has waited', async () => {
  const one = sql<{ one: number }>`SELECT 1 AS one`
  const taken = () =>
    database.transaction(async (tx) => void (await tx.run(sql`SELECT pg_sleep(0.5)`)))
  const first = taken()
  expect(await database.query(one)).toEqual([{ one: 1 }])
  await first
  database.started()
  const second = taken()
  await expect(database.query(one)).rejects.toThrow('timeout')
  await second
  expect(await database.query(one)).toEqual([{ one: 1 }])
})

it('P13 issue 12 line 1: a long answer of the database holds nobody up', async () => {
  const rows = sql<{ n: string }>`SELECT md5(n::text) AS n FROM generate_series(1, 400000) AS n`
  const longest = await longestTurn(async () => {
    expect(await database.query(rows)).toHaveLength(400_000)
  })
  // An eighth when all that waits is read at once.
  expect(longest).toBeLessThan(0.08)
})
