import type { Feature } from '../feature.ts'
import { lockRoutes } from './lock.routes.ts'
import type { Lock } from './lock.service.ts'

export { createLock } from './lock.service.ts'

export const lockFeature = (lock: Lock): Feature => ({
  routes: (http) => lockRoutes(http, lock),
})
