import { nameKey } from '@hongyan/contract/names'
import type { App } from '../app.ts'
import { runAs } from '../platform/actor.ts'
import type { AccountId } from '../platform/ids.ts'
import { type Command, UsageError } from './command.ts'
import { withApp } from './organisation.ts'

/** What the log of the owner says of who did it. */
const administrator = { client: 'hongyan folder', ip: '' }

/** What an administrator can do with somebody's folders. */
export const folderCommand: Command = async (input) => {
  const [verb, address, path] = input.words
  if (verb !== 'reset-password' || !address || !path)
    throw new UsageError('an address and a folder are needed')
  return withApp(input, async (app) => {
    const recipient = await app.directory.findRecipient(address)
    if (!recipient) throw new UsageError(`nobody here has the address ${address}`)
    const { accountId } = recipient
    const folder = await folderAt(app, accountId, path)
    await runAs(administrator, () => app.folders.passwords.reset(accountId, folder.id))
    input.print(`${recipient.address}: ${folder.name} has no password any more`)
    return 0
  })
}

/** The one folder that a name, or a path of names, means. */
async function folderAt({ mailstore }: App, accountId: AccountId, path: string) {
  const all = await mailstore.folders(accountId)
  const byId = new Map(all.map((one) => [one.id, one]))
  const wanted = path.split('/').map(nameKey).reverse()
  const found = all.filter((one) => {
    let at: typeof one | undefined = one
    return wanted.every((name) => {
      const fits = at !== undefined && nameKey(at.name) === name
      at = at?.parentId == null ? undefined : byId.get(at.parentId)
      return fits
    })
  })
  const [folder, another] = found
  if (!folder) throw new UsageError(`there is no folder ${path}`)
  if (another) throw new UsageError(`there are several folders ${path}; name the one above too`)
  return folder
}
