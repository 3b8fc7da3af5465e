import type { Feature } from '../feature.ts'
import { ssoRoutes } from './sso.routes.ts'
import type { Sso } from './sso.service.ts'

export { createSso } from './sso.service.ts'

export const ssoFeature = (sso: Sso): Feature => ({
  routes: (http) => ssoRoutes(http, sso),
  crons: [{ at: '49 * * * *', task: 'sweep-sso', run: async () => void (await sso.sweep()) }],
})
