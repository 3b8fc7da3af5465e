import type { Feature } from '../feature.ts'
import { publicBoxesRoutes } from './public-boxes.routes.ts'
import type { PublicBoxes } from './public-boxes.service.ts'

export { createPublicBoxes } from './public-boxes.service.ts'

export const publicBoxesFeature = (boxes: PublicBoxes): Feature => ({
  routes: (http) => publicBoxesRoutes(http, boxes),
})
