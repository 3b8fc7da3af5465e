import type { Feature } from '../feature.ts'
import { type SettingsParts, settingsRoutes } from './settings.routes.ts'

export { createPlatformConfig } from './platform-config.ts'
export type { SettingsParts } from './settings.routes.ts'
export { createSettings, type Settings } from './settings.service.ts'

export const settingsFeature = (parts: SettingsParts): Feature => ({
  routes: (http) => settingsRoutes(http, parts),
})
