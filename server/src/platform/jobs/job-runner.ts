import { setTimeout as wait } from 'node:timers/promises'
import { type Runner, type RunnerOptions, run } from 'graphile-worker'
import { messageOf } from '../errors.ts'
import type { Log } from '../log.ts'

/** The queue's runner, for as long as the process lives. */
export interface JobRunner {
  /** @throws when the first does not start */
  start(): Promise<void>
  /** Waits for the jobs in hand. */
  stop(): Promise<void>
}

/** Between the end of a runner and the start of the next, in ms. */
const pauseMs = 1_000

/**
 * The library asks for the end of a job to be written down and, without a delay, looks at no answer: the first that the
 * database refuses would be nobody's rejection, which ends the process.
 */
const awaitedEnds = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

interface Options {
  plan: () => RunnerOptions
  /** Every runner so far is at its end. */
  onEnd(): void
  log: Log
}

/** A runner gives up when the end of a job could not be written down, as on a full disk: another goes on (P4). */
export function createJobRunner({ plan, onEnd, log }: Options): JobRunner {
  const stopping = new AbortController()
  let current: Runner | null = null
  let keeping: Promise<void> | null = null

  const begin = async (): Promise<void> => {
    current = await run({ ...plan(), preset: awaitedEnds })
    // The stop came while it started.
    if (stopping.signal.aborted) await current.stop()
  }
  /** @returns when one runs, or the stop has come */
  const beginAgain = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      try {
        return await begin()
      } catch (thrown) {
        log.warn({ reason: messageOf(thrown) }, 'the job runner does not start')
      }
    }
  }
  const keepRunning = async (): Promise<void> => {
    for (;;) {
      await current?.promise.catch((thrown) => log.warn({ err: thrown }, 'the job runner'))
      if (stopping.signal.aborted) return
      current = null
      onEnd()
      log.warn('the job runner ended, another is started')
      await beginAgain()
    }
  }

  return {
    start: async () => {
      await begin()
      keeping = keepRunning()
    },
    stop: async () => {
      stopping.abort()
      if (!keeping) return
      await current?.stop().catch((thrown) => log.warn({ err: thrown }, 'the job runner'))
      await keeping
    },
  }
}
