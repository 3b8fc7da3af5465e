import type { Feature } from '../feature.ts'
import { type SettingsParts, settingsRoutes } from './settings.routes.ts'

export { createSettings } from './settings.service.ts'

export const settingsFeature = (parts: SettingsParts): Feature => ({
  routes: (http) => settingsRoutes(http, parts),
})
