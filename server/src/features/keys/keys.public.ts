import type { Feature } from '../feature.ts'
import { keyRoutes } from './keys.routes.ts'
import type { Keys } from './keys.service.ts'

export { createKeys, type Keys } from './keys.service.ts'

export const keysFeature = (keys: Keys): Feature => ({
  routes: (http) => keyRoutes(http, keys),
})
