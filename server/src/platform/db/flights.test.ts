import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestPool } from '../../testing/pool.ts'
import { createFlights } from './flights.ts'
import { type OpenedDatabase, openDatabase } from './pool.ts'
import { sql } from './sql.ts'

let test: Awaited<ReturnType<typeof openTestPool>>
let database: OpenedDatabase

beforeAll(async () => {
  test = await openTestPool()
  database = test.database
})

afterAll(() => test.close())

const pid = sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.byKey()
const askMany = async (count: number): Promise<Set<number>> => {
  const answers = await Promise.all(Array.from({ length: count }, () => database.query(pid)))
  return new Set(answers.map(([row]) => row?.pid ?? 0))
}

it('§Speed fifty look-ups at once share two connections, whatever else waits for one', async () => {
  await expect.poll(async () => (await askMany(20)).size).toBe(2)
  const holder = await database.connect()
  await holder.query('SELECT pg_advisory_lock(1)')
  const wait = sql`SELECT pg_advisory_lock_shared(1), pg_advisory_unlock_shared(1)`
  // More than the pool has left.
  const others = Array.from({ length: 20 }, () => database.query(wait))
  try {
    expect((await askMany(50)).size).toBe(2)
  } finally {
    await holder.end()
    await Promise.all(others)
  }
})

it('a look-up that is refused costs none of those that share its line', async () => {
  const bad = sql`SELECT 1 / 0 AS nothing`.byKey()
  const all = await Promise.allSettled([askMany(5), database.query(bad), askMany(5)])
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('P3 a line that lost its server is replaced, and takes no place in the pool', async () => {
  const connection = { connectionString: test.url, application_name: 'lines' }
  const pool = new pg.Pool({ ...connection, pipeline: true, max: 8 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const flights = createFlights(pool)
  const ask = () => Promise.all(Array.from({ length: 20 }, () => flights.query(pid)))
  const kill = sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lines'`
  try {
    // More often than the pool has places, while nothing is asked and while something is.
    for (let round = 0; round < 10; round++) {
      expect(await ask()).toHaveLength(20)
      const asked = round % 2 ? ask().catch(() => undefined) : null
      await expect
        .poll(async () => {
          await database.run(kill)
          await asked
          return pool.totalCount
        })
        .toBe(0)
    }
  } finally {
    flights.close()
    await pool.end()
  }
})

it('what was asked before the end is answered', async () => {
  const last = openDatabase({
    connection: { connectionString: test.url },
    onError: () => undefined,
  })
  await last.query(pid)
  const slow = last.query(sql<{ one: number }>`SELECT 1 AS one, pg_sleep(0.2)`.byKey())
  await new Promise((resolve) => setTimeout(resolve, 20))
  await last.close()
  expect(await slow).toMatchObject([{ one: 1 }])
})

it('a line that nobody uses goes back to the pool', async () => {
  const pool = new pg.Pool({ connectionString: test.url, pipeline: true, max: 8 })
  const flights = createFlights(pool, 20)
  await flights.query(pid)
  expect(pool.totalCount - pool.idleCount).toBe(1)
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
  expect(await flights.query(pid)).toHaveLength(1)
  flights.close()
  await pool.end()
})
