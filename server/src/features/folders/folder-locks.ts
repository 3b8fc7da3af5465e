import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { AccountId, FolderId, SessionId } from '../../platform/ids.ts'

/** One login of one account. */
export interface Login {
  accountId: AccountId
  sessionId: SessionId
}

/** Whose folders, and which of them do not exist for the caller: also a mail program, which is no login. */
export interface FolderOwner {
  accountId: AccountId
  hidden: readonly FolderId[]
}

/** A login, and which folders do not exist for it. */
export interface FolderCaller extends Login, FolderOwner {}

/** What the row of a login says: whether its account has password folders, and which of them it has opened. */
export interface FolderKeys {
  hasLocks: boolean
  unlocked: readonly FolderId[]
}

interface Options {
  mailstore: Pick<Mailstore, 'folders'>
  /** The keys of a login as they are now; null when it has ended. */
  keysOf(sessionId: SessionId): Promise<(FolderKeys & { locked: boolean }) | null>
}

/** What a login may not see, and whether its account has any password folder at all. */
export interface FolderSight {
  hasLocks: boolean
  hidden: readonly FolderId[]
  /** Null: the login has ended. */
  login: { locked: boolean } | null
}

/** Which folders do not exist for a login: those with a password that it has not given, and all inside them. */
export interface FolderLocks {
  hiddenFor(login: Login): Promise<readonly FolderId[]>
  sightOf(login: Login): Promise<FolderSight>
  /** What a login may not see, when its row was read just now. No query for accounts without password folders. */
  hiddenWith(accountId: AccountId, keys: FolderKeys): Promise<readonly FolderId[]>
}

export function createFolderLocks({ mailstore, keysOf }: Options): FolderLocks {
  const hiddenWith = async (accountId: AccountId, { hasLocks, unlocked }: FolderKeys) =>
    hasLocks ? [...lockedBy(await mailstore.folders(accountId), unlocked).keys()] : []
  const sightOf = async ({ accountId, sessionId }: Login): Promise<FolderSight> => {
    // An ended login sees nothing that has a password.
    const found = await keysOf(sessionId)
    const keys = found ?? { hasLocks: true, unlocked: [] }
    return {
      hasLocks: keys.hasLocks,
      hidden: await hiddenWith(accountId, keys),
      login: found && { locked: found.locked },
    }
  }
  return {
    hiddenWith,
    sightOf,
    hiddenFor: async (login) => (await sightOf(login)).hidden,
  }
}

interface LockableFolder {
  id: FolderId
  parentId: FolderId | null
  hasPassword: boolean
}

/**
 * Locked folders, each with the folder whose password is missing: its own, or that of the outermost locked one it
 * lies in.
 */
export function lockedBy(
  folders: readonly LockableFolder[],
  unlocked: readonly FolderId[],
): Map<FolderId, FolderId> {
  const byId = new Map(folders.map((one) => [one.id, one]))
  const locked = new Map<FolderId, FolderId>()
  for (const folder of folders) {
    const seen = new Set<FolderId>()
    for (let at: LockableFolder | undefined = folder; at && !seen.has(at.id); ) {
      seen.add(at.id)
      if (at.hasPassword && !unlocked.includes(at.id)) locked.set(folder.id, at.id)
      at = at.parentId === null ? undefined : byId.get(at.parentId)
    }
  }
  return locked
}
