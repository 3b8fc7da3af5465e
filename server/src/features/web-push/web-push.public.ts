export { createPushServices } from './push-service.ts'
export { createVapid } from './vapid.ts'
export { createWebPush, type WebPush } from './web-push.service.ts'
