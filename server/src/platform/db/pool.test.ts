import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestPool } from '../../testing/pool.ts'
import { socketOf } from './connections.ts'
import type { OpenedDatabase } from './pool.ts'
import { sql } from './sql.ts'

let test: Awaited<ReturnType<typeof openTestPool>>
let database: OpenedDatabase

beforeAll(async () => {
  test = await openTestPool({ max: 1, patience: { starting: 100_000, running: 50 } })
  database = test.database
})

afterAll(() => test.close())

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

it('P13 issue 12 line 1: of a long answer of the database no more than a few pieces are read in a turn', async () => {
  let inTurn = 0
  let most = 0
  const count = ({ length }: Buffer): void => {
    if (inTurn === 0)
      setImmediate(() => {
        inTurn = 0
      })
    inTurn += length
    most = Math.max(most, inTurn)
  }
  const lines = new Set<Socket>()
  database.pool.on('acquire', (client) => {
    const stream = socketOf(client)
    if (!lines.has(stream)) stream.on('data', count)
    lines.add(stream)
  })
  const rows = sql<{ n: string }>`SELECT md5(n::text) AS n FROM generate_series(1, 400000) AS n`
  expect(await database.query(rows)).toHaveLength(400_000)
  expect(lines.size).toBeGreaterThan(0)
  // Two megabytes, which were 90 ms, when all that waits is read at once.
  expect(most).toBeLessThanOrEqual(4 * 64 * 1024)
})
