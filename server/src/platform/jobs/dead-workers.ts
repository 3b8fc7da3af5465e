import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type { Database } from '../db/pool.ts'
import { sql } from '../db/sql.ts'

/** A pool of workers says so often that it lives, in ms. */
const beatMs = 15_000
/** After this time of silence what it held is given to others. A job of it that goes on all the same is met as a repeat. */
const deadSeconds = 45

export interface Heartbeat {
  /** Hears of the pools of this process: what a worker holds is locked in the name of its pool. */
  events: WorkerEvents
  start(): Promise<void>
  /** Every pool so far is at its end: what it holds all the same is given to others. */
  forget(): void
  stop(): Promise<void>
}

/**
 * One take-up for every job: the queue keeps the lock of a process that was killed for four hours. Each pool of workers
 * leaves a sign of life, and what is locked by one without is free again within a minute.
 */
export function createHeartbeat(database: Database, onError: (thrown: unknown) => void): Heartbeat {
  const events: WorkerEvents = new EventEmitter()
  const own = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  events.on('pool:create', ({ workerPool }) => {
    own.add(workerPool.id)
    void beat(database, own).catch(onError)
  })
  const round = async (): Promise<void> => {
    await beat(database, own)
    await freeJobsOfDead(database)
  }
  return {
    events,
    start: async () => {
      await round()
      timer = setInterval(() => void round().catch(onError), beatMs).unref()
    },
    forget: () => own.clear(),
    stop: async () => {
      if (timer) clearInterval(timer)
      if (own.size === 0) return
      await database.run(sql`DELETE FROM job_workers WHERE worker = ANY(${[...own]}::text[])`)
    },
  }
}

const beat = (database: Database, own: ReadonlySet<string>): Promise<number> =>
  database.run(sql`
    INSERT INTO job_workers (worker) SELECT unnest(${[...own]}::text[])
    ON CONFLICT (worker) DO UPDATE SET seen_at = now()`)

async function freeJobsOfDead(database: Database): Promise<void> {
  await database.run(
    sql`DELETE FROM job_workers WHERE seen_at < now() - make_interval(secs => ${deadSeconds})`,
  )
  // A lock this young may be of a pool that is being written down.
  await database.run(sql`
    SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by)) FROM graphile_worker._private_jobs
    WHERE locked_at < now() - make_interval(secs => ${deadSeconds})
      AND NOT EXISTS (SELECT FROM job_workers WHERE worker = locked_by)`)
}
