import type { Tracing } from '../../delivery/hops/hops.ts'
import type { Database } from '../../platform/db/pool.ts'
import { type ConsoleSessions, consoleDoor } from '../console/console.public.ts'
import type { Feature } from '../feature.ts'
import { createTrace } from './trace.service.ts'
import { traceConsoleRoutes } from './trace-console.routes.ts'

interface Options {
  database: Database
  tracing: Pick<Tracing, 'repair' | 'upkeep'>
  consoleSessions: Pick<ConsoleSessions, 'adminOf'>
}

/** Where mail went, in the console; delivery writes it down (`delivery/hops`). */
export function traceFeature({ database, tracing, consoleSessions }: Options): Feature {
  const trace = createTrace({ database })
  return {
    consoleRoutes: (http) =>
      traceConsoleRoutes(consoleDoor(http, consoleSessions), { trace, database }),
    crons: [
      { at: '7 * * * *', task: 'trace-upkeep', run: () => tracing.upkeep() },
      { at: '*/10 * * * *', task: 'trace-repair', run: () => tracing.repair() },
    ],
  }
}
