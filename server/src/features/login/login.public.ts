import type { Feature } from '../feature.ts'
import { loginRoutes } from './login.routes.ts'

export { createLogin } from './login.service.ts'

type Parts = Parameters<typeof loginRoutes>[1] & { sweepCodes(): Promise<void> }

export const loginFeature = (parts: Parts): Feature => ({
  routes: (http) => loginRoutes(http, parts),
  crons: [{ at: '47 * * * *', task: 'sweep-codes', run: () => parts.sweepCodes() }],
})
