import type { Feature } from '../feature.ts'
import { settingsRoutes } from './settings.routes.ts'

export { createSettings } from './settings.service.ts'

export const settingsFeature = (parts: Parameters<typeof settingsRoutes>[1]): Feature => ({
  routes: (http) => settingsRoutes(http, parts),
})
