import type { Feature } from '../feature.ts'
import { webPushRoutes } from './web-push.routes.ts'
import type { WebPush } from './web-push.service.ts'

export { createPushServices } from './push-service.ts'
export { createVapid } from './vapid.ts'
export { createWebPush, type WebPush } from './web-push.service.ts'

export const webPushFeature = (webPush: WebPush): Feature => ({
  routes: (http) => webPushRoutes(http, webPush),
  role: 'worker',
  start: webPush.start,
  stop: webPush.stop,
})
