import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Log } from '../../platform/log.ts'
import type { Feature } from '../feature.ts'
import { composeRoutes } from './compose.routes.ts'
import type { Compose } from './compose.service.ts'
import { warmUp } from './content/warm-up.ts'

export { type Compose, createCompose } from './compose.service.ts'
export { newMessageId } from './content/build-message.ts'
export { isAscii, readPerson } from './content/compose-checks.ts'
export { fileNameOf, insertablePicture } from './uploads/file-rules.ts'

/** The start is over by then. */
const warmUpAfterMs = 1_000

export const composeFeature = (
  compose: Compose,
  { mailstore, log }: { mailstore: Mailstore; log: Log },
): Feature => ({
  role: 'web',
  routes: (http) => composeRoutes(http, compose),
  start: () => {
    const warm = () =>
      warmUp(mailstore).catch((err: unknown) => log.warn({ err }, 'no first mail could be made'))
    setTimeout(() => void warm(), warmUpAfterMs).unref()
  },
  crons: [
    { at: '7 * * * *', task: 'sweep-uploads', run: () => compose.sweep() },
    { at: '* * * * *', task: 'empty-protected', run: () => compose.emptyProtected() },
  ],
})
