import type { Database } from '../../platform/db/pool.ts'
import { type ConsoleActs, type ConsoleSessions, consoleDoor } from '../console/console.public.ts'
import type { Feature } from '../feature.ts'
import { complianceConsoleRoutes } from './compliance-console.routes.ts'
import { createLegalHolds } from './holds.service.ts'

interface Options {
  database: Database
  acts: ConsoleActs
  consoleSessions: Pick<ConsoleSessions, 'adminOf'>
}

/** Mail that is kept by order, in the console. */
export function complianceFeature({ database, acts, consoleSessions }: Options): Feature {
  const holds = createLegalHolds({ database })
  return {
    consoleRoutes: (http) =>
      complianceConsoleRoutes(consoleDoor(http, consoleSessions), { holds, acts }),
    crons: [{ at: '41 * * * *', task: 'sweep-legal-copies', run: () => holds.sweep() }],
  }
}
