import type { Feature } from '../feature.ts'
import { type ClientAccessParts, clientAccessRoutes } from './client-access.routes.ts'

export {
  type ClientAccess,
  clientAccessTopic,
  createClientAccess,
} from './client-access.service.ts'
export type { MaildropLease } from './maildrop-lease.ts'
export type { ProgramLogin } from './program-logins.ts'

export const clientAccessFeature = (parts: ClientAccessParts): Feature => ({
  routes: (http) => clientAccessRoutes(http, parts),
})
