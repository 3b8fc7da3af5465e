import type { Feature } from '../feature.ts'
import { smimeRoutes } from './smime.routes.ts'
import type { Keys } from './smime.service.ts'

export { createKeys, type Keys } from './smime.service.ts'

export const smimeFeature = (keys: Keys): Feature => ({
  routes: (http) => smimeRoutes(http, keys),
  crons: [{ at: '*/10 * * * *', task: 'sweep-key-codes', run: () => keys.sweep() }],
})
