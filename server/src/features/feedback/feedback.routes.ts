import { feedback as contract } from '@hongyan/contract/feedback'
import type { Http } from '../../platform/http/http.ts'
import type { Feedback } from './feedback.service.ts'

/** E164. */
export function feedbackRoutes(http: Http, feedback: Feedback): void {
  http.bind(contract.send, async ({ caller, userAgent, form }) => {
    const { content } = await form()
    await feedback.send(caller.accountId, { content, client: userAgent })
    return {}
  })
}
