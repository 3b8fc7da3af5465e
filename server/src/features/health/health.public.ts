import type { Feature } from '../feature.ts'
import { type HealthParts, healthRoutes } from './health.routes.ts'

export const healthFeature = (parts: HealthParts): Feature => ({
  routes: (http) => healthRoutes(http, parts),
})
