import type { Feature } from '../feature.ts'
import { type PasskeysParts, passkeysRoutes } from './passkeys.routes.ts'

export { createPasskeys, type Passkeys } from './passkeys.service.ts'

export const passkeysFeature = (parts: PasskeysParts): Feature => ({
  routes: (http) => passkeysRoutes(http, parts),
  crons: [{ at: '*/10 * * * *', task: 'sweep-challenges', run: () => parts.passkeys.sweep() }],
})
