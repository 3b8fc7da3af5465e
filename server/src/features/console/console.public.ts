import type { Feature } from '../feature.ts'
import { type ConsoleParts, consoleRoutes, consoleTokenRoute } from './console.routes.ts'
import { createConsoleActs } from './console-acts.ts'
import { type ChangeParts, createConsoleChanges } from './console-changes.ts'
import { createConsoleDepartments } from './console-departments.ts'
import { createConsolePeople, type PeopleParts } from './console-people.ts'
import type { createConsoleSessions } from './console-sessions.ts'

export { checkActs } from './acts-chain.ts'
export { createConsoleSessions } from './console-sessions.ts'

type Options = Omit<PeopleParts & ChangeParts, 'acts'> &
  Pick<ConsoleParts, 'prove' | 'origin' | 'settingsOf'> & {
    consoleSessions: ReturnType<typeof createConsoleSessions>
  }

/** The console: one call at the mail's door, all others at its own. */
export function consoleFeature(options: Options): Feature {
  const { database, directory, consoleSessions: sessions, prove, origin } = options
  const acts = createConsoleActs({ database })
  const parts: ConsoleParts = {
    sessions,
    acts,
    people: createConsolePeople({ ...options, acts }),
    changes: createConsoleChanges({ ...options, acts }),
    departments: createConsoleDepartments({ database, directory, acts }),
    prove,
    origin,
    settingsOf: options.settingsOf,
    domains: directory.domains,
  }
  return {
    routes: (http) => consoleTokenRoute(http, parts),
    consoleRoutes: (http) => consoleRoutes(http, parts),
    crons: [{ at: '33 * * * *', task: 'sweep-console', run: () => sessions.sweep() }],
  }
}
