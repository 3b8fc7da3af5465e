export { forgetSubscription } from './web-push.ts'
