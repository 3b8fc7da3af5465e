import { statfs } from 'node:fs/promises'
import { type HealthFigure, healthFigures } from '@hongyan/contract/console-health'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import { messageOf } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { addFigures, figuresSince, houseOf, type NewFigure, type Span } from './figures.queries.ts'

export interface FigureParts {
  database: Database
  clock: Clock
  log: Log
  metrics: Metrics
  dataFolder: string
}

const minute = 60_000
const rings: Record<Span, { step: number; slots: number }> = {
  hour: { step: minute, slots: 60 },
  day: { step: 10 * minute, slots: 144 },
}
const requests = 'hongyan_http_requests_total'

/** Looks once a minute, in each process at its own figures, in one of them at those of the house. */
export function createFigures({ database, clock, log, metrics, dataFolder }: FigureParts) {
  let timer: NodeJS.Timeout | null = null
  let requestsBefore = metrics.sum(requests)

  const add = async (figures: readonly NewFigure[]): Promise<void> => {
    const now = clock.now().getTime()
    for (const span of ['hour', 'day'] as const) {
      const { step, slots } = rings[span]
      const place = Math.floor(now / step)
      await addFigures(database, { span, slot: place % slots, at: new Date(place * step) }, figures)
    }
  }
  /** Of this process. */
  const own = async (): Promise<void> => {
    const now = await metrics.gauges()
    const all = metrics.sum(requests)
    const read = (name: string) => now.get(`hongyan_${name}`) ?? 0
    await add([
      figure('requests', all - requestsBefore, true),
      figure('browsers', read('push_connections')),
      figure('programs', read('imap_connections') + read('pop3_connections')),
      figure('loop-stall-ms', read('event_loop_stall_ms')),
      figure('memory-mb', read('memory_bytes') / 1024 ** 2),
    ])
    requestsBefore = all
  }
  const look = (): void =>
    void own().catch((thrown: unknown) =>
      log.debug({ reason: messageOf(thrown) }, 'figures of this process were not written down'),
    )

  return {
    /** Of the house. */
    house: async (): Promise<void> => {
      const since = performance.now()
      await database.ping()
      const databaseMs = performance.now() - since
      const { mailsIn, mailsOut, bounces, waiting, oldestMinutes } = await houseOf(
        database,
        clock.now(),
      )
      const free = await freePercent(dataFolder)
      await add([
        figure('mails-in', mailsIn, true),
        figure('mails-out', mailsOut, true),
        figure('bounces', bounces, true),
        figure('waiting', waiting),
        figure('oldest-minutes', oldestMinutes),
        figure('database-ms', databaseMs),
        ...(free === null ? [] : [figure('disk-free-percent', free)]),
      ])
    },
    own,
    /** Every figure, a value for each step until now. */
    list: async (span: Span) => {
      const { step, slots } = rings[span]
      const last = Math.floor(clock.now().getTime() / step)
      const rows = await figuresSince(database, span, new Date((last - slots) * step))
      const values = new Map(rows.map(({ name, at, value }) => [`${name} ${at.getTime()}`, value]))
      return {
        until: new Date(last * step).toISOString(),
        stepSeconds: step / 1_000,
        list: healthFigures.map((name) => ({
          name,
          values: Array.from(
            { length: slots },
            (_, index) => values.get(`${name} ${(last - slots + 1 + index) * step}`) ?? null,
          ),
        })),
      }
    },
    start: async (): Promise<void> => {
      timer = setInterval(look, minute)
      timer.unref()
    },
    stop: async (): Promise<void> => {
      if (timer) clearInterval(timer)
    },
  }
}

export type Figures = ReturnType<typeof createFigures>

const figure = (name: HealthFigure, value: number, adds = false): NewFigure => ({
  name,
  value: Math.round(value * 10) / 10,
  adds,
})

/** Null where nobody can say it. */
async function freePercent(folder: string): Promise<number | null> {
  try {
    const { bavail, blocks } = await statfs(folder)
    return blocks === 0 ? null : (bavail / blocks) * 100
  } catch {
    return null
  }
}
