import type { Feature } from '../feature.ts'
import { clientAccessRoutes } from './client-access.routes.ts'
import type { ClientAccess } from './client-access.service.ts'

export {
  type ClientAccess,
  clientAccessTopic,
  createClientAccess,
  type ProgramLogin,
} from './client-access.service.ts'

export const clientAccessFeature = (access: ClientAccess): Feature => ({
  routes: (http) => clientAccessRoutes(http, access),
})
