import type { Feature } from '../feature.ts'
import { type ConsoleParts, consoleRoutes, consoleTokenRoute } from './console.routes.ts'
import { type AccountParts, createConsoleAccount } from './console-account.ts'
import { createConsoleActs } from './console-acts.ts'
import { type ChangeParts, createConsoleChanges } from './console-changes.ts'
import { createDeletions, type DeletionParts } from './console-deletions.ts'
import { createConsoleDepartments } from './console-departments.ts'
import { createConsolePeople, type PeopleParts } from './console-people.ts'
import type { createConsoleSessions } from './console-sessions.ts'

import { createDirectorySync, type SyncParts } from './lists/directory-sync.ts'
import { createPeopleLists, type ListParts } from './lists/people-lists.ts'
import { createScim, type ScimParts } from './scim/scim.service.ts'

export { checkActs } from './acts-chain.ts'
export type { AtWork } from './at-work.ts'
export { type ConsoleActs, createConsoleActs } from './console-acts.ts'
export { type ConsoleDoor, consoleDoor } from './console-door.routes.ts'
export { type ConsoleSessions, createConsoleSessions } from './console-sessions.ts'
export { csvLine } from './lists/csv.ts'
export { createReach, readableBy } from './reach.ts'

type Options = Omit<
  PeopleParts & ChangeParts & AccountParts & DeletionParts & ListParts & ScimParts & SyncParts,
  'acts' | 'deletions' | 'lists'
> &
  Pick<ConsoleParts, 'prove' | 'origin' | 'settingsOf'> & {
    consoleSessions: ReturnType<typeof createConsoleSessions>
  }

/** The console: one call at the mail's door, all others at its own. */
export function consoleFeature(options: Options): Feature {
  const { database, directory, consoleSessions: sessions, prove, origin } = options
  const acts = createConsoleActs({ database })
  const deletions = createDeletions({ ...options, acts })
  const lists = createPeopleLists({ ...options, acts })
  const sync = createDirectorySync({ ...options, acts, lists })
  const parts: ConsoleParts = {
    deletions,
    lists,
    sync,
    database,
    clock: options.clock,
    log: options.log,
    scim: createScim({ ...options, acts }),
    account: createConsoleAccount({ ...options, acts, deletions }),
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
    crons: [
      { at: '33 * * * *', task: 'sweep-console', run: () => sessions.sweep() },
      { at: '17 * * * *', task: 'directory-sync', run: () => sync.due() },
      { at: '27 * * * *', task: 'sweep-people-lists', run: () => lists.sweep() },
    ],
  }
}
