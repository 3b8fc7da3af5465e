import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestPool } from '../../testing/pool.ts'
import type { Database } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { createLog } from '../log.ts'
import { createJobs, type Jobs } from './jobs.ts'

const log = createLog('silent')
let test: Awaited<ReturnType<typeof openTestPool>>
let database: Database

beforeAll(async () => {
  test = await openTestPool({ max: 12, onError: (error) => log.warn(error) })
  database = test.database
})

afterAll(() => test.close())

/** A process that does one kind of work. */
function processWith(task: string, work: (payload: unknown) => Promise<void>): Jobs {
  const jobs = createJobs({ database, log, worker: true })
  jobs.register(task, work)
  return jobs
}

/** The disk of the database is full whenever the end of a job is written down. */
async function refuseEnds(on: 'DELETE' | 'UPDATE'): Promise<() => Promise<unknown>> {
  await database.run(sql`
    CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$`)
  // What is taken up is written down as well: only the end leaves nobody's name behind.
  await database.run(
    on === 'DELETE'
      ? sql`CREATE TRIGGER no_room BEFORE DELETE ON graphile_worker._private_jobs
          FOR EACH ROW EXECUTE FUNCTION no_room()`
      : sql`CREATE TRIGGER no_room BEFORE UPDATE ON graphile_worker._private_jobs
          FOR EACH ROW WHEN (NEW.locked_by IS NULL) EXECUTE FUNCTION no_room()`,
  )
  return () => database.run(sql`DROP TRIGGER no_room ON graphile_worker._private_jobs`)
}

it.each([
  ['done', 'DELETE'],
  ['failed', 'UPDATE'],
] as const)(
  'P4 a job that is %s while the disk of the database is full ends neither the process nor the jobs after it',
  async (end, on) => {
    const seen: unknown[] = []
    const first = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    const jobs = processWith(`work-${end}`, async (payload) => {
      const { n } = payload as { n: number }
      seen.push(n)
      if (n === 2) return second.resolve()
      first.resolve()
      if (end === 'failed') throw new Error('it fails')
    })
    await jobs.start()
    const makeRoom = await refuseEnds(on)
    await jobs.enqueue(database, { task: `work-${end}`, payload: { n: 1 } })
    await first.promise
    await wait(200)
    await makeRoom()
    await jobs.enqueue(database, { task: `work-${end}`, payload: { n: 2 } })
    await second.promise
    await jobs.stop()
    expect(seen).toEqual([1, 2])
  },
)

it('server.md: a job that takes long stays with the living process that has it', async () => {
  let hands = 0
  const begun = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const long = async (): Promise<void> => {
    hands++
    begun.resolve()
    await release.promise
  }
  const one = processWith('long', long)
  await one.start()
  await one.enqueue(database, { task: 'long', payload: {} })
  await begun.promise
  // It has worked for longer than a dead process is waited for.
  await database.run(sql`
    UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '10 minutes' WHERE locked_by IS NOT NULL`)
  const other = processWith('long', long)
  await other.start()
  await other.enqueue(database, { task: 'long', payload: {}, key: 'marks the end of the look' })
  while (hands < 2) await wait(10)
  await wait(200)
  release.resolve()
  await Promise.all([one.stop(), other.stop()])
  expect(hands).toBe(2)
})
