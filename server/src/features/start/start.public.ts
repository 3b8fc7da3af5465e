import type { Feature } from '../feature.ts'
import { startRoutes } from './start.routes.ts'
import type { Start } from './start.service.ts'

export { createStart } from './start.service.ts'

export const startFeature = (start: Start): Feature => ({
  routes: (http) => startRoutes(http, start),
})
