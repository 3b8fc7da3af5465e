import { nameKey } from '@hongyan/contract/names'
import type { App } from '../../app.ts'
import { roleNames } from '../../mailstore/role-names.ts'
import type { FolderRole } from '../../mailstore/types.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, FolderId } from '../../platform/ids.ts'
import { roleOf } from './names.ts'

export interface TargetFolder {
  id: FolderId
  /** Why the folder itself cannot be made, and what takes its mail. */
  refusal: { why: string; into: string } | null
}

/**
 * The folder of these names, made where it is missing. Where none can be made, the folder above it takes its mail, else the
 * archive, as it is with mail that moves in.
 */
export async function folderFor(
  app: App,
  accountId: AccountId,
  steps: readonly string[],
): Promise<TargetFolder> {
  const role = roleOf(steps)
  if (role) return { id: await systemFolder(app, accountId, role), refusal: null }
  let parentId: FolderId | null = null
  const made: string[] = []
  for (const name of ownSteps(steps)) {
    try {
      parentId = await ownFolder(app, accountId, { name, parentId })
      made.push(name)
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      const into = parentId === null ? roleNames.archive : made.join('/')
      const id: FolderId = parentId ?? (await systemFolder(app, accountId, 'archive'))
      return { id, refusal: { why: thrown.message, into } }
    }
  }
  if (parentId === null) throw new AppError('folder.not-found')
  return { id: parentId, refusal: null }
}

/** What lies in INBOX there is a folder beside it here. */
const ownSteps = ([first = '', ...rest]: readonly string[]): readonly string[] =>
  rest.length > 0 && first.toUpperCase() === roleNames.inbox ? rest : [first, ...rest]

async function ownFolder(
  { mailstore, folders }: App,
  accountId: AccountId,
  { name, parentId }: { name: string; parentId: FolderId | null },
): Promise<FolderId> {
  const key = nameKey(name)
  const rows = await mailstore.folders(accountId)
  const known = rows.find(
    (one) => one.role === null && one.parentId === parentId && nameKey(one.name) === key,
  )
  const caller = { accountId, hidden: [] }
  return known?.id ?? folders.save(caller, { folderName: name, parentId }, 'program')
}

async function systemFolder(
  { mailstore }: App,
  accountId: AccountId,
  role: FolderRole,
): Promise<FolderId> {
  const found = await mailstore.folderByRole(accountId, role)
  if (!found) throw new AppError('folder.not-found')
  return found.id
}
