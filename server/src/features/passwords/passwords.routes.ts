import { passwords as passwordsApi } from '@hongyan/contract/passwords'
import type { Http } from '../../platform/http/http.ts'
import type { OwnPasswords } from './passwords.service.ts'

/** The own password: its rules, its change, the reminder. */
export function passwordsRoutes(http: Http, ownPasswords: OwnPasswords): void {
  http.bind(passwordsApi.policy, ({ caller }) => ownPasswords.policy(caller))
  http.bind(passwordsApi.update, async ({ caller, body }) => {
    await ownPasswords.change(caller, { ...body, sessionId: caller.sessionId })
    return {}
  })
  http.bind(passwordsApi.prompt, async ({ caller, query }) => {
    await ownPasswords.putReminderOff(caller.accountId, query.expireDay)
    return {}
  })
}
