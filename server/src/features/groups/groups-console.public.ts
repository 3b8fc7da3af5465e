import type { Database } from '../../platform/db/pool.ts'
import { type ConsoleSessions, consoleDoor, createConsoleActs } from '../console/console.public.ts'
import type { Feature } from '../feature.ts'
import type { Groups } from './groups.service.ts'
import { groupConsoleRoutes } from './groups-console.routes.ts'

interface Parts {
  database: Database
  consoleSessions: ConsoleSessions
}

/** Mail groups in the console. A door of its own: what groups need of others needs no console. */
export const groupsConsoleFeature = (
  groups: Groups,
  { database, consoleSessions }: Parts,
): Feature => ({
  consoleRoutes: (http) =>
    groupConsoleRoutes(consoleDoor(http, consoleSessions), groups, createConsoleActs({ database })),
})
