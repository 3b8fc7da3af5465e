import { peopleEndpoints as api } from '@hongyan/contract/console-people'
import type { createConsoleAccount } from './console-account.ts'
import type { Deletions } from './console-deletions.ts'
import type { ConsoleDoor } from './console-door.routes.ts'

export interface AccountRouteParts {
  account: ReturnType<typeof createConsoleAccount>
  deletions: Deletions
}

/** What is done with one account beyond its profile. */
export function accountRoutes(door: ConsoleDoor, { account, deletions }: AccountRouteParts): void {
  door.bind(api.account, ({ query }, work) => account.one(work, query.accountId))
  door.bind(api.resetSecondStep, async ({ body }, work) => {
    await account.resetSecondStep(work, body.accountId, body.ways)
    return {}
  })
  door.bind(api.owePassword, async ({ body }, work) => {
    await account.owePassword(work, body.accountId)
    return {}
  })
  door.bind(api.addAlias, async ({ body }, work) => {
    await account.addAlias(work, body.accountId, body.address)
    return {}
  })
  door.bind(api.removeAlias, async ({ body }, work) => {
    await account.removeAlias(work, body.accountId, body.address)
    return {}
  })
  door.bind(api.saveReply, async ({ body }, work) => {
    await account.saveReply(work, body.accountId, body.reply)
    return {}
  })
  door.bind(api.saveForward, async ({ body }, work) => {
    await account.saveForward(work, body.accountId, body.forward)
    return {}
  })
  door.bind(api.flags, async ({ body }, work) => {
    await account.flags(work, body.accountId, body.flags)
    return {}
  })
  door.bind(api.deletePerson, async ({ body }, work) => {
    await deletions.begin(work, body)
    return {}
  })
  door.bind(api.keepPerson, async ({ body }, work) => {
    await deletions.keep(work, body.accountId)
    return {}
  })
}
