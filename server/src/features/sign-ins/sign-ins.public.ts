import type { Database } from '../../platform/db/pool.ts'
import { type ConsoleSessions, consoleDoor } from '../console/console.public.ts'
import type { Feature } from '../feature.ts'
import { createSignIns } from './sign-ins.service.ts'
import { signInsConsoleRoutes } from './sign-ins-console.routes.ts'

interface Options {
  database: Database
  consoleSessions: Pick<ConsoleSessions, 'adminOf'>
}

/** Who signed in, from where and with what, in the console. */
export function signInsFeature({ database, consoleSessions }: Options): Feature {
  const signIns = createSignIns({ database })
  return {
    consoleRoutes: (http) =>
      signInsConsoleRoutes(consoleDoor(http, consoleSessions), { signIns, database }),
  }
}
