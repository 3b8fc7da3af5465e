import { clientAccess as clientAccessApi } from '@hongyan/contract/client-access'
import type { Http } from '../../platform/http/http.ts'
import type { OwnPasswords } from '../passwords/passwords.public.ts'
import type { Sessions } from '../session/session.public.ts'
import type { ClientAccess } from './client-access.service.ts'

export interface ClientAccessParts {
  access: ClientAccess
  ownPasswords: Pick<OwnPasswords, 'prove'>
  sessions: Pick<Sessions, 'isFreshSignOn'>
}

/** The switches of mail programs. Whoever lets them in gives the password again: an open screen is not enough. */
export function clientAccessRoutes(http: Http, parts: ClientAccessParts): void {
  const { access, ownPasswords, sessions } = parts
  http.bind(clientAccessApi.detail, async ({ caller }) => ({
    ...(await access.detail(caller)),
    asksPassword: !(await sessions.isFreshSignOn(caller.sessionId)),
  }))
  http.bind(clientAccessApi.stateByUser, async ({ caller, body }) => {
    const { state, password } = body
    const isFresh = password === '' && (await sessions.isFreshSignOn(caller.sessionId))
    if (state && !isFresh) await ownPasswords.prove(caller, password)
    await access.setState(caller, state)
    return {}
  })
  http.bind(clientAccessApi.protocol, async ({ caller, body }) => {
    await access.setProtocol(caller.accountId, body)
    return {}
  })
  http.bind(clientAccessApi.generatePassword, async ({ caller }) => ({
    password: await access.generate(caller),
  }))
  http.bind(clientAccessApi.cancelPassword, async ({ caller }) => {
    await access.cancel(caller.accountId)
    return {}
  })
  http.bind(clientAccessApi.devices, async ({ caller }) => ({
    list: await access.devices.list(caller),
  }))
  http.bind(clientAccessApi.updateStatus, async ({ caller, body }) => {
    await access.devices.change(caller, body)
    return {}
  })
  http.bind(clientAccessApi.removeDevice, async ({ caller, query }) => {
    await access.devices.remove(caller, query.deviceId)
    return {}
  })
}
