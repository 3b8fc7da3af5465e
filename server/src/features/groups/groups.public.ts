import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { Feature } from '../feature.ts'
import { createGroupHook, type HookDeps, refuseAtDoor } from './group-hook.ts'
import { groupsRoutes } from './groups.routes.ts'
import type { Groups } from './groups.service.ts'
import { createPassingOn, type PassingOnOptions } from './passing-on.ts'
import { sweepDeliveries } from './posts.queries.ts'

export { createGroups, type Groups } from './groups.service.ts'

/** A repeat of a mail comes within days, if at all. */
const rememberedMs = 7 * 24 * 3_600_000

export const groupsFeature = (
  groups: Groups,
  deps: PassingOnOptions & Pick<HookDeps, 'directory'> & { database: Database; clock: Clock },
): Feature => ({
  routes: (http) => groupsRoutes(http, groups),
  atRcpt: (mailbox, sender) => refuseAtDoor(deps.database, { mailbox, sender }),
  hooks: [createGroupHook({ ...deps, ...createPassingOn(deps) })],
  crons: [
    { at: '* * * * *', task: 'count-mail-groups', run: () => groups.recount() },
    {
      at: '22 3 * * *',
      task: 'sweep-group-deliveries',
      run: () =>
        sweepDeliveries(deps.database, new Date(deps.clock.now().getTime() - rememberedMs)),
    },
  ],
})
