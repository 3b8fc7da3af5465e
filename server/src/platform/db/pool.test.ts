import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
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
