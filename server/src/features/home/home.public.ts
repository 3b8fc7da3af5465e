import type { Feature } from '../feature.ts'
import { homeRoutes } from './home.routes.ts'
import type { Home } from './home.service.ts'

export { type Announcements, createAnnouncements } from './announcements.service.ts'
export { createHome, type Home } from './home.service.ts'

export const homeFeature = (home: Home): Feature => ({
  routes: (http) => homeRoutes(http, home),
})
