import { Logger, makeWorkerUtils } from 'graphile-worker'
import type { Database, Db } from '../db/pool.ts'
import { json, sql } from '../db/sql.ts'
import type { Log } from '../log.ts'
import { createHeartbeat } from './dead-workers.ts'
import { createJobRunner } from './job-runner.ts'

/** A piece of work for later: `key` makes a second enqueue replace the first. */
export interface Job {
  task: string
  payload: object
  runAt?: Date
  key?: string
}

/** Work that some process does now and then: at each match of a cron pattern (UTC), once in the whole installation. */
export interface Cron {
  at: string
  task: string
  run(): Promise<unknown>
}

/** Jobs on PostgreSQL (graphile-worker): enqueued in the caller's transaction, run once by some process. */
export interface Jobs {
  enqueue(db: Db, job: Job): Promise<void>
  /** Before start. A handler that throws is tried again later, with growing waits. */
  register(task: string, handler: (payload: unknown) => Promise<void>): void
  /** Before start: runs at each match of a cron pattern (UTC), once in the whole installation. */
  schedule(pattern: string, task: string): void
  /** Both at once, for work that needs no payload. */
  every(pattern: string, task: string, work: () => Promise<unknown>): void
  /** Aborted when this process ends: long work ends at its next halt. */
  stopping: AbortSignal
  start(): Promise<void>
  stop(): Promise<void>
}

interface Options {
  database: Database
  log: Log
  /** False in processes without the worker role: they enqueue only. */
  worker: boolean
}

export function createJobs({ database, log, worker }: Options): Jobs {
  const handlers: Record<string, (payload: unknown) => Promise<void>> = {}
  const crons: string[] = []
  const stopping = new AbortController()
  const heartbeat = createHeartbeat(database, (thrown) =>
    log.warn({ err: thrown }, 'the sign of life of the job workers'),
  )
  const logger = new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ from: 'jobs' }, message)
  })
  const runner = createJobRunner({
    log,
    onEnd: heartbeat.forget,
    plan: () => ({
      events: heartbeat.events,
      pgPool: database.pool,
      logger,
      concurrency: 4,
      noHandleSignals: true,
      pollInterval: 2_000,
      taskList: handlers,
      crontab: crons.join('\n'),
    }),
  })
  return {
    enqueue: async (db, { task, payload, runAt, key }) => {
      await db.run(sql`SELECT graphile_worker.add_job(${task}, ${json(payload)}::json,
        run_at => ${runAt ?? null}::timestamptz, job_key => ${key ?? null}::text)`)
    },
    register: (task, handler) => {
      handlers[task] = handler
    },
    schedule: (pattern, task) => {
      crons.push(`${pattern} ${task}`)
    },
    every: (pattern, task, work) => {
      handlers[task] = async () => void (await work())
      crons.push(`${pattern} ${task}`)
    },
    stopping: stopping.signal,
    start: async () => {
      const utils = await makeWorkerUtils({ pgPool: database.pool, logger })
      await utils.migrate()
      await utils.release()
      if (!worker) return
      await heartbeat.start()
      await runner.start()
    },
    stop: async () => {
      stopping.abort()
      await runner.stop()
      await heartbeat
        .stop()
        .catch((thrown) => log.warn({ err: thrown }, 'the sign of life of the job workers'))
    },
  }
}
