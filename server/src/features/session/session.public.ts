import type { Feature } from '../feature.ts'
import { type NoticeParts, registerDeviceNotices } from './device-notice.ts'
import { type SessionParts, sessionRoutes } from './session.routes.ts'

export type { Switching } from './branches.ts'
export { owingLogin } from './half-marks.ts'
export { type LoginSocket, loginSocket, watchLogins } from './login-sockets.ts'
export { screenLockedTopic } from './screen-locks.ts'
export {
  createSessions,
  type Entering,
  type Place,
  type Sessions,
  sessionEndedTopic,
} from './session.service.ts'

export { createWhoIs, type WhoIs } from './who-is.ts'

export const sessionFeature = (parts: SessionParts & NoticeParts): Feature => {
  registerDeviceNotices(parts)
  return {
    routes: (http) => sessionRoutes(http, parts),
    crons: [{ at: '17 3 * * *', task: 'sweep-sessions', run: () => parts.sessions.sweep() }],
  }
}
