import type { Feature } from '../feature.ts'
import { composeRoutes } from './compose.routes.ts'
import type { Compose } from './compose.service.ts'

export { type Compose, createCompose } from './compose.service.ts'
export { newMessageId } from './content/build-message.ts'
export { isAscii, readPerson } from './content/compose-checks.ts'
export { fileNameOf, insertablePicture } from './uploads/file-rules.ts'

export const composeFeature = (compose: Compose): Feature => ({
  routes: (http) => composeRoutes(http, compose),
  crons: [
    { at: '7 * * * *', task: 'sweep-uploads', run: () => compose.sweep() },
    { at: '* * * * *', task: 'empty-protected', run: () => compose.emptyProtected() },
  ],
})
