import { limits } from '@hongyan/contract/limits'
import { normalForm } from '@hongyan/contract/normal-form'
import type { FolderWriting, Mailstore } from '../../mailstore/mailstore.ts'
import { currentActor } from '../../platform/actor.ts'
import type { Passwords } from '../../platform/crypto/passwords.ts'
import { AppError } from '../../platform/errors.ts'
import { type AccountId, asId, type FolderId } from '../../platform/ids.ts'
import { guessNetwork } from '../../platform/net/network-key.ts'
import type { Sessions } from '../session/session.public.ts'
import type { FolderCaller, FolderOwner } from './folder-locks.ts'

/**
 * Wrong passwords in 15 minutes before no more are judged (P7): of one folder and of one account from one network, and of
 * one account from everywhere. A new login is no new guesser, and who guesses elsewhere does not keep the owner out.
 */
const most = { folder: 10, network: 20, account: 200 }

export interface PasswordOptions {
  mailstore: Mailstore
  passwords: Passwords
  sessions: Pick<
    Sessions,
    'addFolderKey' | 'dropFolderKeys' | 'dropFolderKeyEverywhereIn' | 'judgedGuess'
  >
}

type Folder = Awaited<ReturnType<Mailstore['folders']>>[number]

/** Passwords of folders: set, change, cancel, give, lock again. System folders take none. */
export function createFolderPasswords(options: PasswordOptions) {
  const { mailstore, passwords, sessions } = options

  /** Writes a password while the account is locked: every login has to give the new one. */
  const write = (accountId: AccountId, id: FolderId, change: PasswordChange) =>
    mailstore.changeFolders(accountId, async (scope) => {
      const folder = ownFolder(scope.folders, id)
      // Two changes at once: the second was judged by a password that is not there any more.
      if (folder.hasPassword !== change.had) throw new AppError(change.otherwise)
      await scope.setPassword(id, change.hash)
      await sessions.dropFolderKeyEverywhereIn(scope.tx, accountId, id)
    })

  const check = (caller: FolderOwner, folder: Folder, password: string) =>
    checkPassword(options, caller, { folder, password })

  const find = async (caller: FolderCaller, folderId: number): Promise<Folder> =>
    ownFolder(await mailstore.folders(caller.accountId), asId(folderId))
  const findToChange = async (caller: FolderCaller, folderId: number): Promise<Folder> =>
    folderToChange(await mailstore.folders(caller.accountId), caller, folderId)

  return {
    check,

    /** @throws folder.password-exists, folder.password-length, folder.system, folder.locked */
    set: async (caller: FolderCaller, folderId: number, password: string): Promise<void> => {
      const folder = await findToChange(caller, folderId)
      if (folder.hasPassword) throw new AppError('folder.password-exists')
      checkLength(password)
      const hash = await passwords.hash(normalForm(password, 'NFC'))
      await write(caller.accountId, folder.id, {
        hash,
        had: false,
        otherwise: 'folder.password-exists',
      })
    },

    /** @throws folder.password-wrong, folder.password-many, folder.no-password, folder.password-length, folder.locked */
    change: async (
      caller: FolderCaller,
      folderId: number,
      { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
    ): Promise<void> => {
      const folder = await findToChange(caller, folderId)
      checkLength(newPassword)
      await check(caller, folder, oldPassword)
      const hash = await passwords.hash(normalForm(newPassword, 'NFC'))
      await write(caller.accountId, folder.id, { hash, had: true, otherwise: 'folder.no-password' })
    },

    /** @throws folder.password-wrong, folder.password-many, folder.no-password, folder.locked */
    cancel: async (caller: FolderCaller, folderId: number, password: string): Promise<void> => {
      const folder = await findToChange(caller, folderId)
      await check(caller, folder, password)
      await write(caller.accountId, folder.id, {
        hash: null,
        had: true,
        otherwise: 'folder.no-password',
      })
    },

    /**
     * Takes a forgotten password away on behalf of an administrator, without asking for it; the owner's log says so.
     * @throws folder.not-found, folder.system, folder.no-password
     */
    reset: (accountId: AccountId, folderId: FolderId): Promise<void> =>
      mailstore.changeFolders(accountId, async (scope) => {
        const folder = ownFolder(scope.folders, folderId)
        if (!folder.hasPassword) throw new AppError('folder.no-password')
        await scope.setPassword(folder.id, null)
        await sessions.dropFolderKeyEverywhereIn(scope.tx, accountId, folder.id)
        await mailstore.record(scope.tx, { accountId, kind: 'folder-password-reset' })
      }),

    /** Opens the folder for this login. @throws folder.password-wrong, folder.password-many, folder.no-password */
    unlock: async (caller: FolderCaller, folderId: number, password: string): Promise<void> => {
      const folder = await find(caller, folderId)
      await check(caller, folder, password)
      await sessions.addFolderKey(caller.sessionId, folder.id)
    },

    /** @throws folder.not-found */
    lock: async (caller: FolderCaller, folderId: number): Promise<void> => {
      const rows = await mailstore.folders(caller.accountId)
      const folder = rows.find((one) => one.id === folderId)
      if (!folder) throw new AppError('folder.not-found')
      await sessions.dropFolderKeys(caller.sessionId, folder.id)
    },
  }
}

interface PasswordChange {
  hash: string | null
  /** What was true when the password was judged, and the trouble when it is not any more. */
  had: boolean
  otherwise: 'folder.password-exists' | 'folder.no-password'
}

/** @throws folder.password-wrong, folder.password-many, folder.no-password */
async function checkPassword(
  { mailstore, passwords, sessions }: PasswordOptions,
  { accountId }: FolderOwner,
  { folder, password }: { folder: Folder; password: string },
): Promise<void> {
  const hash = await mailstore.folderPassword(accountId, folder.id)
  if (hash === null) throw new AppError('folder.no-password')
  const network = guessNetwork(currentActor().ip)
  const brakes = [
    { key: `folder ${folder.id} from ${network}`, max: most.folder },
    { key: `folders of account ${accountId} from ${network}`, max: most.network },
    { key: `folders of account ${accountId}`, max: most.account },
  ]
  await sessions.judgedGuess({ brakes, refusal: 'folder.password-many' }, async () => {
    if (!(await passwords.verify(hash, normalForm(password, 'NFC'))))
      throw new AppError('folder.password-wrong')
  })
}

/** Any character may be in it; counted as people count. @throws folder.password-length */
function checkLength(password: string): void {
  const length = [...normalForm(password, 'NFC')].length
  if (length < limits.folderPasswordMin || length > limits.folderPasswordMax) {
    throw new AppError('folder.password-length')
  }
}

/**
 * A folder that this login may change: inside a locked folder nothing is changed, whatever other passwords it knows.
 * @throws folder.not-found, folder.system, folder.locked
 */
export function folderToChange(
  folders: FolderWriting['folders'],
  { hidden }: Pick<FolderOwner, 'hidden'>,
  folderId: number,
): Folder {
  const folder = ownFolder(folders, asId(folderId))
  if (folder.parentId !== null && hidden.includes(folder.parentId))
    throw new AppError('folder.locked')
  return folder
}

/** A folder of a person. @throws folder.not-found, folder.system */
function ownFolder(folders: FolderWriting['folders'], id: FolderId): Folder {
  const folder = folders.find((one) => one.id === id)
  if (!folder) throw new AppError('folder.not-found')
  if (folder.role !== null) throw new AppError('folder.system')
  return folder
}
