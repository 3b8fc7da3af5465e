import { profile as contract } from '@hongyan/contract/profile'
import type { Http } from '../../platform/http/http.ts'
import type { Profile } from './profile.service.ts'

/** Nickname, aliases and details (E119, E124 to E127). */
export function profileRoutes(http: Http, profile: Profile): void {
  http.bind(contract.get, ({ caller }) => profile.get(caller))
  http.bind(contract.saveNickname, async ({ caller, body }) => {
    await profile.saveNickname(caller, body.nickname)
    return {}
  })
  http.bind(contract.deleteNickname, async ({ caller }) => {
    await profile.deleteNickname(caller)
    return {}
  })
  http.bind(contract.saveAlias, async ({ caller, body }) => ({
    alias: await profile.saveAlias(caller, body.alias),
  }))
  http.bind(contract.deleteAlias, async ({ caller, body }) => {
    await profile.deleteAlias(caller, body.alias)
    return {}
  })
  http.bind(contract.updateDetails, async ({ caller, body }) => {
    await profile.updateDetails(caller, body)
    return {}
  })
}
