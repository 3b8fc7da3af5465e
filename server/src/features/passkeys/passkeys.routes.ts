import { passkeys as api } from '@hongyan/contract/passkeys'
import type { Http } from '../../platform/http/http.ts'
import type { OwnPasswords } from '../passwords/passwords.public.ts'
import type { Passkeys } from './passkeys.service.ts'

export interface PasskeysParts {
  passkeys: Passkeys
  ownPasswords: Pick<OwnPasswords, 'prove'>
}

/** The own passkeys (X260 to X263). Whoever adds or removes one gives the password again: an open screen is not enough. */
export function passkeysRoutes(http: Http, { passkeys, ownPasswords }: PasskeysParts): void {
  http.bind(api.list, ({ caller }) => passkeys.list(caller))
  http.bind(api.begin, async ({ caller, body }) => {
    await ownPasswords.prove(caller, body.password)
    return { options: { ...(await passkeys.begin(caller)) } }
  })
  http.bind(api.finish, async ({ caller, body }) => {
    await passkeys.finish(caller, body)
    return {}
  })
  http.bind(api.remove, async ({ caller, body }) => {
    await ownPasswords.prove(caller, body.password)
    await passkeys.remove(caller, body.passkeyId)
    return {}
  })
}
