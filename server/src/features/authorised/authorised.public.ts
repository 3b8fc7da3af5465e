import type { Feature } from '../feature.ts'
import { authorisedRoutes } from './authorised.routes.ts'
import type { Authorised } from './authorised.service.ts'

export { type Authorised, createAuthorised } from './authorised.service.ts'
export type { SealedMail } from './sender-side.ts'

export const authorisedFeature = (authorised: Authorised): Feature => ({
  routes: (http) => authorisedRoutes(http, authorised),
  crons: [{ at: '57 * * * *', task: 'sweep-authorised', run: () => authorised.sweep() }],
})
