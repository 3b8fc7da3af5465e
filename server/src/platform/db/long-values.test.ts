import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestPool } from '../../testing/pool.ts'
import { socketOf } from './connections.ts'
import { isOnItsWay, sendLongValues } from './long-values.ts'
import type { OpenedDatabase } from './pool.ts'
import { sql } from './sql.ts'

let test: Awaited<ReturnType<typeof openTestPool>>
let database: OpenedDatabase

beforeAll(async () => {
  test = await openTestPool()
  database = test.database
})

afterAll(() => test.close())

const sum = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')
const nothing = sql<{ one: number }>`SELECT 1 AS one`

it('P13 issue 12 line 1: long bytes arrive as they are, among short ones, texts, dates and nothing', async () => {
  const long = randomBytes(9_000_000)
  const other = randomBytes(300_000)
  const at = new Date('2026-01-02T03:04:05.678Z')
  const row = sql`SELECT md5(${long}::bytea) AS long, ${'中"\\'}::text AS text, ${null}::int AS none, md5(${other}::bytea) AS other,
    ${at}::timestamptz AS at, ${Buffer.from('short')}::bytea AS short, ${[1, 2]}::bigint[] AS list, ${7}::bigint AS number`
  const expected = {
    ...{ long: sum(long), other: sum(other), text: '中"\\', none: null, at },
    ...{ short: Buffer.from('short'), list: [1, 2], number: 7 },
  }
  // Again: the statement is prepared by then. Others travel beside it.
  for (let round = 0; round < 2; round++)
    expect(await Promise.all([database.query(row), database.query(nothing)])).toEqual([
      [expected],
      [{ one: 1 }],
    ])
  await database.transaction(async (tx) => {
    const three = await Promise.all([tx.query(nothing), tx.query(row), tx.query(nothing)])
    expect(three).toEqual([[{ one: 1 }], [expected], [{ one: 1 }]])
  })
})

it('P13 issue 12 line 1: they are not copied, and are known to be read until they have left', async () => {
  const long = Buffer.alloc(40_000_000, 7)
  const before = process.memoryUsage().arrayBuffers
  const asked = database.query(sql`SELECT length(${long}::bytea) AS length`)
  let isOver = false
  void asked.finally(() => {
    isOver = true
  })
  while (!isOnItsWay(long) && !isOver) await new Promise((go) => setImmediate(go))
  expect(isOver).toBe(false)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000)
  expect(await asked).toEqual([{ length: long.length }])
  expect(isOnItsWay(long)).toBe(false)
})

it('a statement that fails takes its long bytes with it and leaves the line as it was', async () => {
  const long = Buffer.alloc(2_000_000, 'x')
  await expect(database.query(sql`SELECT ${long}::jsonb`)).rejects.toThrow()
  await expect(database.query(sql`SELECT 1 / ${0}::int, ${long}::bytea`)).rejects.toThrow()
  expect(await database.query(nothing)).toEqual([{ one: 1 }])
})

it('P13 issue 12 line 1: no turn of the loop hands more than a piece of them to the socket', async () => {
  const client = new pg.Client({ connectionString: test.url })
  await client.connect()
  const stream = socketOf(client)
  const written: number[] = []
  const one = stream._write.bind(stream)
  stream._write = (chunk: Buffer, encoding, done) => {
    written.push(chunk.length)
    one(chunk, encoding, done)
  }
  const several = stream._writev?.bind(stream)
  stream._writev = (chunks: { chunk: Buffer; encoding: BufferEncoding }[], done) => {
    written.push(chunks.reduce((sum, { chunk }) => sum + chunk.length, 0))
    several?.(chunks, done)
  }
  sendLongValues(client)
  const long = randomBytes(3_000_001)
  const { rows } = await client.query('SELECT md5($1::bytea) AS sum', [long])
  await client.end()
  expect(rows).toEqual([{ sum: sum(long) }])
  expect(Math.max(...written)).toBeLessThanOrEqual(256 * 1024)
})
