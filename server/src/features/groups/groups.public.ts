import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { Feature } from '../feature.ts'
import { createGroupHook, type HookDeps, refuseAtDoor } from './group-hook.ts'
import { groupPostRoutes } from './group-posts.routes.ts'
import { groupsRoutes } from './groups.routes.ts'
import type { Groups } from './groups.service.ts'
import { leavingRoutes } from './leaving/leaving.routes.ts'
import { createLeaving, type LeavingDeps } from './leaving/leaving.ts'
import { createModeration, type ModerationDeps } from './moderation.ts'
import { createPassingOn, type PassingOnOptions } from './passing-on.ts'
import { sweepDeliveries } from './posts.queries.ts'

export { createGroups, type Groups } from './groups.service.ts'

/** A repeat of a mail comes within days, if at all. */
const rememberedMs = 7 * 24 * 3_600_000

type Deps = PassingOnOptions &
  LeavingDeps &
  Omit<ModerationDeps, 'passOnIn'> &
  Pick<HookDeps, 'directory'> & {
    database: Database
    clock: Clock
  }

export const groupsFeature = (groups: Groups, deps: Deps): Feature => {
  const { database, clock } = deps
  const passing = createPassingOn(deps)
  const moderation = createModeration({ ...deps, ...passing })
  return {
    routes: (http) => {
      groupsRoutes(http, groups)
      groupPostRoutes(http, moderation)
      leavingRoutes(http, createLeaving(deps), clock)
    },
    atRcpt: (mailbox, sender) => refuseAtDoor(database, { mailbox, sender }),
    hooks: [createGroupHook({ ...deps, ...passing, ...moderation })],
    crons: [
      { at: '* * * * *', task: 'count-mail-groups', run: () => groups.recount() },
      { at: '12 * * * *', task: 'turn-away-group-mail', run: () => moderation.turnAway() },
      {
        at: '22 3 * * *',
        task: 'sweep-group-deliveries',
        run: () => sweepDeliveries(database, new Date(clock.now().getTime() - rememberedMs)),
      },
    ],
  }
}
