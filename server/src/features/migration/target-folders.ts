import { nameKey } from '@hongyan/contract/names'
import type { FolderRow } from '../../mailstore/folders/folders.queries.ts'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, FolderId } from '../../platform/ids.ts'
import { type Folders, lockedBy } from '../folders/folders.public.ts'
import type { SourceFolder } from './sources/source.ts'

type Wanted = Pick<SourceFolder, 'steps' | 'role' | 'isEverything'>

interface Means {
  mailstore: Pick<Mailstore, 'folders' | 'folderByRole'>
  folders: Pick<Folders, 'save'>
}

/** The name of each step as it is called here; what lies in INBOX there is a folder beside it here. */
export function targetSteps({ steps }: Pick<Wanted, 'steps'>): string[] {
  const [first = '', ...rest] = steps
  const own = rest.length > 0 && /^(?:INBOX|\[Gmail\])$/i.test(first) ? rest : [first, ...rest]
  return own.map((step) => step.trim()).filter((step) => step !== '')
}

/** The system folder that a folder's mail goes to; null: one of its own. */
export const targetRole = ({ role, isEverything }: Wanted) =>
  role ?? (isEverything ? 'archive' : null)

/** Folders with a password: nobody has given it here, so for this work they do not exist. */
export async function lockedFolders(
  mailstore: Pick<Mailstore, 'folders'>,
  accountId: AccountId,
): Promise<FolderId[]> {
  return [...lockedBy(await mailstore.folders(accountId), []).keys()]
}

/**
 * The folder that mail of a folder goes to, made where it is missing. Where none can be made, and where it has a
 * password, the archive or the folder above takes it. Null: it is being emptied, what comes now would go with the rest.
 */
export async function targetFolder(
  means: Means,
  accountId: AccountId,
  wanted: Wanted,
): Promise<FolderId | null> {
  const { mailstore } = means
  const role = targetRole(wanted)
  const id = role
    ? await systemFolder(mailstore, accountId, role)
    : await ownFolder(means, accountId, wanted)
  const row = (await mailstore.folders(accountId)).find((one) => one.id === id)
  return row?.emptying ? null : id
}

async function ownFolder(
  { mailstore, folders }: Means,
  accountId: AccountId,
  wanted: Wanted,
): Promise<FolderId> {
  let parentId: FolderId | null = null
  const elsewhere = async () => parentId ?? (await systemFolder(mailstore, accountId, 'archive'))
  for (const name of targetSteps(wanted)) {
    const rows = await mailstore.folders(accountId)
    const known = rows.find((one) => isCalled(one, parentId, name))
    if (known) {
      if (lockedBy(rows, []).has(known.id)) return elsewhere()
      parentId = known.id
      continue
    }
    try {
      parentId = await folders.save(
        { accountId, hidden: [] },
        { folderName: name, parentId },
        'program',
      )
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      // A name or a depth that is not allowed here: its mail stays in the folder above it.
      return elsewhere()
    }
  }
  return elsewhere()
}

const isCalled = (folder: FolderRow, parentId: FolderId | null, name: string): boolean =>
  folder.role === null && folder.parentId === parentId && nameKey(folder.name) === nameKey(name)

async function systemFolder(
  mailstore: Means['mailstore'],
  accountId: AccountId,
  role: NonNullable<ReturnType<typeof targetRole>>,
): Promise<FolderId> {
  const found = await mailstore.folderByRole(accountId, role)
  if (!found) throw new AppError('folder.not-found')
  return found.id
}
