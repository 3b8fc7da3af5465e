import { feedback as contract } from '@hongyan/contract/feedback'
import type { Http } from '../../platform/http/http.ts'
import type { Feedback } from './feedback.service.ts'

/** E164. */
export function feedbackRoutes(http: Http, feedback: Feedback): void {
  http.bind(contract.send, async ({ caller, userAgent, form }) => {
    const { content } = await form()
    // The words are the person's, in whichever mailbox they were written.
    await feedback.send(caller.person.accountId, { content, client: userAgent })
    return {}
  })
}
