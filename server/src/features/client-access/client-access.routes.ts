import { clientAccess as clientAccessApi } from '@hongyan/contract/client-access'
import type { Http } from '../../platform/http/http.ts'
import type { ClientAccess } from './client-access.service.ts'

/** The switches of mail programs. */
export function clientAccessRoutes(http: Http, access: ClientAccess): void {
  http.bind(clientAccessApi.detail, ({ caller }) => access.detail(caller))
  http.bind(clientAccessApi.stateByUser, async ({ caller, body }) => {
    await access.setState(caller.accountId, body.state)
    return {}
  })
  http.bind(clientAccessApi.protocol, async ({ caller, body }) => {
    await access.setProtocol(caller.accountId, body)
    return {}
  })
  http.bind(clientAccessApi.generatePassword, async ({ caller }) => ({
    password: await access.generate(caller.accountId),
  }))
  http.bind(clientAccessApi.cancelPassword, async ({ caller }) => {
    await access.cancel(caller.accountId)
    return {}
  })
}
