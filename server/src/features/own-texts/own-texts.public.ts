import type { Feature } from '../feature.ts'
import { ownTextRoutes, type TakeOwnText } from './own-texts.routes.ts'
import type { OwnTexts } from './own-texts.service.ts'

export { organisationAccount } from './own-pictures.service.ts'
export { createOwnTexts, type OwnTexts } from './own-texts.service.ts'

export const ownTextsFeature = (ownTexts: OwnTexts, takeOwnText: TakeOwnText): Feature => ({
  routes: (http) => ownTextRoutes(http, ownTexts, takeOwnText),
  crons: [{ at: '37 3 * * *', task: 'sweep-own-pictures', run: () => ownTexts.sweep() }],
})
