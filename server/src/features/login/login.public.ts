import type { Feature } from '../feature.ts'
import { type LoginParts, loginRoutes } from './login.routes.ts'

export { createLogin } from './login.service.ts'

type Parts = LoginParts & { sweepCodes(): Promise<void> }

export const loginFeature = (parts: Parts): Feature => ({
  routes: (http) => loginRoutes(http, parts),
  crons: [{ at: '47 * * * *', task: 'sweep-codes', run: () => parts.sweepCodes() }],
})
