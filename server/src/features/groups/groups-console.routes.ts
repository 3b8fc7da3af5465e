import { groupsEndpoints as api } from '@hongyan/contract/console-groups'
import type { ConsoleActs, ConsoleDoor } from '../console/console.public.ts'
import type { Groups } from './groups.service.ts'

/** X448 to X448e: an administrator does in the console what the managers of a group do in their mailbox. */
export function groupConsoleRoutes(door: ConsoleDoor, groups: Groups, acts: ConsoleActs): void {
  door.bind(api.groups, ({ query }, { caller }) => groups.page(caller, query))
  door.bind(api.saveGroup, ({ body }, work) => {
    const act = body.groupId === undefined ? 'group-added' : 'group-changed'
    return acts.doing(work, { act, whom: body.name }, async () => ({
      groupId: await groups.save(work.caller, body),
    }))
  })
  door.bind(api.removeGroup, async ({ body }, work) => {
    const whom = await groups.nameOf(work.caller, body.groupId)
    await acts.doing(work, { act: 'group-removed', whom }, () =>
      groups.remove(work.caller, body.groupId),
    )
    return {}
  })
  door.bind(api.groupMembers, ({ query }, { caller }) => groups.members(caller, query))
  door.bind(api.saveGroupMembers, async ({ body }, work) => {
    const whom = await groups.nameOf(work.caller, body.groupId)
    const details = {
      type: body.type,
      added: body.addresses
        .map((one) => one.address)
        .join(', ')
        .slice(0, 500),
      departments: body.departmentIds.length,
    }
    return acts.doing(work, { act: 'group-members-saved', whom, details }, async () => ({
      count: await groups.saveMembers(work.caller, body),
    }))
  })
  door.bind(api.removeGroupMembers, async ({ body }, work) => {
    const whom = await groups.nameOf(work.caller, body.groupId)
    const details = { removed: body.memberIds.length }
    return acts.doing(work, { act: 'group-members-removed', whom, details }, async () => ({
      count: await groups.removeMembers(work.caller, body),
    }))
  })
}
