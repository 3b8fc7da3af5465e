import { webPush as contract } from '@hongyan/contract/web-push'
import type { Http } from '../../platform/http/http.ts'
import type { WebPush } from './web-push.service.ts'

/** Subscriptions of this login. */
export function webPushRoutes(http: Http, webPush: WebPush): void {
  http.bind(contract.state, ({ caller }) => webPush.state(caller))
  http.bind(contract.subscribe, async ({ caller, body }) => {
    const { sessionId, accountId, person } = caller
    await webPush.subscribe({ sessionId, accountId, userId: person.userId }, body)
    return {}
  })
  http.bind(contract.unsubscribe, async ({ caller }) => {
    await webPush.unsubscribe(caller)
    return {}
  })
}
