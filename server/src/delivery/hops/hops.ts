import type { Clock } from '../../platform/clock.ts'
import { isConnectionLoss } from '../../platform/db/connections.ts'
import type { Database } from '../../platform/db/pool.ts'
import { messageOf } from '../../platform/errors.ts'
import type { SubmissionId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Part } from '../../platform/part.ts'
import type { Arrival, Hops, Try } from './hop-types.ts'
import {
  insertTraced,
  insertTries,
  type SubmittedRow,
  submittedRows,
  type TracedRow,
  traceUpkeep,
  untracedSubmissions,
} from './hops.queries.ts'
import { wordsOfDay } from './subject-words.ts'

const everyMs = 1_000
/** Rows of one statement. */
const atOnce = 1_000
/** Rows that wait at most, where the database is away or slow: what comes on top is not traced. */
const mostWaiting = 20_000
/** Of those that were turned away before their first byte, from one writing to the next: who knocks a thousand times fills no log. */
const mostTurnedAway = 200
/** How often a submission is looked for whose transaction does not end, or was rolled back. */
const mostLooks = 120

interface Options {
  database: Database
  clock: Clock
  log: Log
  metrics: Metrics
}

export interface Tracing extends Hops, Part {
  /** Writes what waits. */
  flush(): Promise<void>
  /** Traces what a killed process did not. */
  repair(): Promise<void>
  /** Partitions for what comes, and none for what is over. */
  upkeep(): Promise<void>
}

/** Gathers where mail goes and writes it once a second: a delivery neither waits for its trace nor fails by it. */
export function createTracing({ database, clock, log, metrics }: Options): Tracing {
  const arrivals: Arrival[] = []
  const tries: Try[] = []
  const looks = new Map<SubmissionId, number>()
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let turnedAway = 0

  const lost = (count: number): void => metrics.count('hongyan_trace_lost_total', {}, count)
  const take = <T>(queue: T[], rows: readonly T[]): void => {
    const room = Math.max(0, mostWaiting - queue.length)
    queue.push(...rows.slice(0, room))
    if (rows.length > room) lost(rows.length - room)
  }
  /** Takes rows off a queue and writes them; they come back where the database is away. */
  const write = async <T>(queue: T[], insert: (rows: T[]) => Promise<unknown>): Promise<void> => {
    while (queue.length > 0) {
      const rows = queue.splice(0, atOnce)
      try {
        await insert(rows)
      } catch (thrown) {
        if (isConnectionLoss(thrown)) {
          queue.unshift(...rows)
          throw thrown
        }
        lost(rows.length)
        log.error({ err: thrown }, 'where mails went could not be written down')
      }
    }
  }
  const lookUp = async (): Promise<void> => {
    const ids = [...looks.keys()].slice(0, atOnce)
    if (ids.length === 0) return
    const rows = await submittedRows(database, ids)
    const found = new Set(rows.map((one) => one.submissionId))
    await write(rows, (some) => insertTraced(database, some.map(ofSubmission)))
    for (const id of found) looks.delete(id)
    for (const id of ids.filter((one) => !found.has(one))) {
      const before = looks.get(id) ?? 0
      if (before >= mostLooks) looks.delete(id)
      else looks.set(id, before + 1)
    }
  }
  const work = async (): Promise<void> => {
    turnedAway = 0
    try {
      await write(arrivals, (rows) => insertTraced(database, rows.map(ofArrival)))
      await write(tries, (rows) => insertTries(database, rows))
      await lookUp()
    } catch (thrown) {
      log.warn({ reason: messageOf(thrown) }, 'where mails went waits to be written down')
    }
  }
  const flush = (): Promise<void> => {
    running ??= work().finally(() => {
      running = null
    })
    return running
  }
  const upkeep = async (): Promise<void> => void (await traceUpkeep(database, clock.now()))

  return {
    arrived: (rows) => {
      if (rows[0]?.mail !== '') take(arrivals, rows)
      else if (turnedAway++ < mostTurnedAway) take(arrivals, rows)
      else lost(rows.length)
    },
    tried: (rows) => take(tries, rows),
    submitted: (id) => {
      if (looks.size < mostWaiting) looks.set(id, 0)
      else lost(1)
    },
    flush,
    upkeep,
    repair: async () => {
      for (const id of await untracedSubmissions(database, atOnce)) looks.set(id, 0)
      await flush()
    },
    start: async () => {
      timer = setInterval(() => void flush(), everyMs)
      timer.unref()
    },
    stop: async () => {
      if (timer) clearInterval(timer)
      await running
      await flush()
    },
  }
}

const ofArrival = (one: Arrival): TracedRow => ({
  ...one,
  submissionId: null,
  senderAccount: null,
  words: wordsOfDay(one.subject, one.at),
})

const ofSubmission = (one: SubmittedRow): TracedRow => ({
  ...one,
  messageId: one.messageId.slice(0, 500),
  subject: one.subject.slice(0, 500),
  words: wordsOfDay(one.subject, one.at),
  ...{ mail: '', outcome: '', said: '', protocol: '', ip: '', helo: '', tls: '', copyId: null },
})
