import type { Database, Db } from '../../platform/db/pool.ts'
import type { AccountId, FolderId, MessageId } from '../../platform/ids.ts'
import { insertChange } from '../feed/changes.queries.ts'
import { forgetFolderCounts } from '../labels/labels.queries.ts'
import { firstIds } from '../messages/messages.queries.ts'
import type { Change } from '../types.ts'
import {
  deleteFolder,
  type FolderPatch,
  type FolderRow,
  folderById,
  foldersOf,
  insertFolder,
  lockAccount,
  markEmptying,
  orderFolders,
  passwordOf,
  patchFolder,
  writePassword,
} from './folders.queries.ts'

/** Messages that leave a folder in one transaction. */
const batch = 1_000
/** A process that died while emptying does not block the folder for longer. */
const emptyingSeconds = 60

interface Done<T> {
  result: T
  changes: Change[]
}

interface Options {
  database: Database
  changing<T>(work: (tx: Db) => Promise<Done<T>>): Promise<T>
  moveIn(
    tx: Db,
    accountId: AccountId,
    move: { ids: readonly MessageId[]; target: FolderId },
  ): Promise<Done<number>>
  removeIn(tx: Db, accountId: AccountId, ids: readonly MessageId[]): Promise<Done<number>>
}

/** What may be done to the folders of an account while it is locked. */
export interface FolderWriting {
  tx: Db
  /** As they are now: nobody else changes them meanwhile. */
  folders: FolderRow[]
  insert(folder: { name: string; parentId: FolderId | null; sort: number }): Promise<FolderId>
  patch(id: FolderId, patch: FolderPatch): Promise<unknown>
  /** Places of folders in the order of the list. */
  order(ids: readonly FolderId[]): Promise<unknown>
  /** @param hash null takes the password away */
  setPassword(id: FolderId, hash: string | null): Promise<unknown>
  /** Only for a folder without messages. */
  remove(id: FolderId): Promise<unknown>
}

/** Folders themselves: their names, order, passwords, and taking everything out of one. */
export const folderingOf = ({ database, changing, moveIn, removeIn }: Options) => ({
  /** One transaction, one row of the feed. */
  changeFolders: <T>(
    accountId: AccountId,
    work: (scope: FolderWriting) => Promise<T>,
  ): Promise<T> =>
    changing(async (tx) => {
      const modseq = await lockAccount(tx, accountId)
      const result = await work(writingOf(tx, accountId, await foldersOf(tx, accountId)))
      const change: Change = { accountId, modseq, kind: 'folders', messageIds: [], detail: {} }
      return { result, changes: [await insertChange(tx, change)] }
    }),
  /** The hash of a folder's password; null: it has none. */
  folderPassword: (accountId: AccountId, id: FolderId) => passwordOf(database, accountId, id),
  /** Says that a folder is being emptied, for a minute from now, or that this has ended. */
  setEmptying: (accountId: AccountId, id: FolderId, is: boolean) =>
    markEmptying(database, accountId, { id, seconds: is ? emptyingSeconds : 0 }),
  /**
   * Takes up to a thousand messages out of a folder, the oldest first.
   * @param to where they go; null: for good
   * @returns how many; 0 when the folder is empty
   */
  takeOut: (
    accountId: AccountId,
    { from, to }: { from: FolderId; to: FolderId | null },
  ): Promise<number> =>
    changing(async (tx) => {
      const ids = await firstIds(tx, accountId, { folderId: from, limit: batch })
      if (ids.length === 0) return { result: 0, changes: [] }
      return to === null ? removeIn(tx, accountId, ids) : moveIn(tx, accountId, { ids, target: to })
    }),
  /** Deletes a folder if nothing has come into it. @returns false: something has */
  removeEmptyFolder: (accountId: AccountId, id: FolderId): Promise<boolean> =>
    changing(async (tx) => {
      const modseq = await lockAccount(tx, accountId)
      const folder = await folderById(tx, accountId, id)
      if (!folder) return { result: true, changes: [] }
      if (folder.total > 0) return { result: false, changes: [] }
      await writingOf(tx, accountId, []).remove(id)
      const change: Change = { accountId, modseq, kind: 'folders', messageIds: [], detail: {} }
      return { result: true, changes: [await insertChange(tx, change)] }
    }),
})

const writingOf = (tx: Db, accountId: AccountId, folders: FolderRow[]): FolderWriting => ({
  tx,
  folders,
  insert: ({ name, parentId, sort }) =>
    insertFolder(tx, {
      accountId,
      role: null,
      name,
      parentId,
      sort,
    }),
  patch: (id, patch) => patchFolder(tx, accountId, { id, ...patch }),
  order: (ids) => orderFolders(tx, accountId, ids),
  setPassword: (id, hash) => writePassword(tx, accountId, { id, hash }),
  remove: async (id) => {
    await forgetFolderCounts(tx, accountId, id)
    await deleteFolder(tx, accountId, id)
  },
})
