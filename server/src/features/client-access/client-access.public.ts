import type { Clock } from '../../platform/clock.ts'
import type { Feature } from '../feature.ts'
import { type ClientAccessParts, clientAccessRoutes } from './client-access.routes.ts'
import { setUpRoutes } from './set-up/set-up.routes.ts'
import type { SetUpDocuments } from './set-up/set-up.service.ts'

export {
  type ClientAccess,
  clientAccessTopic,
  createClientAccess,
} from './client-access.service.ts'
export type { MaildropLease } from './maildrop-lease.ts'
export { programDoors, servicesOf } from './program-doors.ts'
export type { ProgramLogin } from './program-logins.ts'
export { createSetUp } from './set-up/set-up.service.ts'

export const clientAccessFeature = (
  parts: ClientAccessParts & { clock: Clock },
  setUp: SetUpDocuments,
): Feature => ({
  routes: (http) => {
    clientAccessRoutes(http, parts)
    setUpRoutes(http, setUp, parts.clock)
  },
})
