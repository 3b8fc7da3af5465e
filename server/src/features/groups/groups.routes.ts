import { groups as contract } from '@hongyan/contract/groups'
import type { Http } from '../../platform/http/http.ts'
import type { Groups } from './groups.service.ts'

/** Mail groups of a person: those that are managed, and those that may be written to. */
export function groupsRoutes(http: Http, groups: Groups): void {
  http.bind(contract.list, ({ caller, query }) => groups.list(caller, query.which))
  http.bind(contract.save, async ({ caller, body }) => ({
    groupId: await groups.save(caller, body),
  }))
  http.bind(contract.remove, async ({ caller, body }) => {
    await groups.remove(caller, body.groupId)
    return {}
  })
  http.bind(contract.members, ({ caller, query }) => groups.members(caller, query))
  http.bind(contract.saveMembers, async ({ caller, body }) => ({
    count: await groups.saveMembers(caller, body),
  }))
  http.bind(contract.removeMembers, async ({ caller, body }) => ({
    count: await groups.removeMembers(caller, body),
  }))
}
