import type { Database } from '../../platform/db/pool.ts'
import { type ConsoleActs, type ConsoleSessions, consoleDoor } from '../console/console.public.ts'
import type { Feature } from '../feature.ts'
import { complianceConsoleRoutes } from './compliance-console.routes.ts'
import { createLegalHolds } from './holds.service.ts'
import { createRetention, nightly } from './retention.service.ts'
import { retentionConsoleRoutes } from './retention-console.routes.ts'
import { createRetentionWalks, type WalkParts } from './retention-walk.ts'

export { createKept } from './retention.service.ts'

interface Options extends WalkParts {
  database: Database
  acts: ConsoleActs
  consoleSessions: Pick<ConsoleSessions, 'adminOf'>
}

/** Mail that is kept by order, and mail that goes by rule, in the console. */
export function complianceFeature(options: Options): Feature {
  const { database, acts, consoleSessions } = options
  const holds = createLegalHolds({ database })
  const walks = createRetentionWalks(options)
  const retention = createRetention({ ...options, walks })
  return {
    consoleRoutes: (http) => {
      const door = consoleDoor(http, consoleSessions)
      complianceConsoleRoutes(door, { holds, acts })
      retentionConsoleRoutes(door, retention)
    },
    crons: [
      { at: '41 * * * *', task: 'sweep-legal-copies', run: () => holds.sweep() },
      { at: nightly, task: 'retention-night', run: () => walks.night() },
    ],
  }
}
