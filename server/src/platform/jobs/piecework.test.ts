import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestPool } from '../../testing/pool.ts'
import type { Database } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { type AccountId, asId } from '../ids.ts'
import { createLog } from '../log.ts'
import { createJobs } from './jobs.ts'
import { createPiecework, type JobPlace, jobPlace } from './piecework.ts'

const log = createLog('silent')
let test: Awaited<ReturnType<typeof openTestPool>>
let database: Database

beforeAll(async () => {
  test = await openTestPool({ max: 6, onError: (error) => log.warn(error) })
  database = test.database
})

afterAll(() => test.close())

const place = (jobId: number): JobPlace => ({ accountId: asId<AccountId>(1), jobId })

/** A process with work of its own; `piece` says whether there is more. */
function processWith(
  piece: (place: JobPlace) => Promise<boolean>,
  fail?: (place: JobPlace, trouble: AppError) => Promise<void>,
) {
  const jobs = createJobs({ database, log, worker: true })
  const plan = { task: 'count', place: jobPlace, piece }
  return { jobs, work: createPiecework({ database, jobs }, fail ? { ...plan, fail } : plan) }
}

it('server.md: a process that is stopped ends its piece and hands the rest to another', async () => {
  let left = 1_000
  const begun = Promise.withResolvers<void>()
  const first = processWith(async () => {
    begun.resolve()
    await wait(20)
    return --left > 0
  })
  await first.jobs.start()
  await first.work.enqueue(database, place(1))
  await begun.promise
  await first.jobs.stop()
  const handedOn = left
  expect(handedOn).toBeGreaterThan(0)
  const done = Promise.withResolvers<void>()
  const second = processWith(async () => {
    if (--left === 0) done.resolve()
    return left > 0
  })
  await second.jobs.start()
  await done.promise
  await second.jobs.stop()
  expect(left).toBe(0)
})

it('server.md: work that runs into expected trouble is ended, and is not tried again', async () => {
  const ended = Promise.withResolvers<string>()
  let tries = 0
  const { jobs, work } = processWith(
    async () => {
      tries++
      throw new AppError('folder.not-found')
    },
    async (_place, trouble) => ended.resolve(trouble.code),
  )
  await jobs.start()
  await work.enqueue(database, place(2))
  expect(await ended.promise).toBe('folder.not-found')
  await jobs.stop()
  expect(tries).toBe(1)
})

it('server.md: work that is enqueued while it is in hand looks again, and no second hand takes it', async () => {
  let hands = 0
  let most = 0
  let looks = 0
  const again = Promise.withResolvers<void>()
  const { jobs, work } = processWith(async (one) => {
    hands++
    most = Math.max(most, hands)
    if (looks++ === 0) {
      await work.enqueue(database, one)
      // Long enough for the queue to give the second job to another hand of this process.
      await wait(500)
    } else again.resolve()
    hands--
    return false
  })
  await jobs.start()
  await work.enqueue(database, place(3))
  await again.promise
  await jobs.stop()
  expect({ most, looks }).toEqual({ most: 1, looks: 2 })
})
