import type { Feature } from '../feature.ts'
import { healthRoutes } from './health.routes.ts'

export const healthFeature = (parts: Parameters<typeof healthRoutes>[1]): Feature => ({
  routes: (http) => healthRoutes(http, parts),
})
