import type { Feature } from '../feature.ts'
import type { BoxMails } from './box-mail.ts'
import { publicBoxesRoutes } from './public-boxes.routes.ts'
import type { PublicBoxes } from './public-boxes.service.ts'

export { createBoxMail } from './box-mail.ts'
export { createPublicBoxes } from './public-boxes.service.ts'

export const publicBoxesFeature = (boxes: PublicBoxes, mail: BoxMails): Feature => ({
  routes: (http) => publicBoxesRoutes(http, boxes, mail),
  crons: [{ at: '12 3 * * *', task: 'sweep-box-mail', run: () => mail.sweep() }],
})
