import type { Folder, MoveTarget } from '@hongyan/contract/folders'
import { limits } from '@hongyan/contract/limits'
import {
  folderNameProblem,
  nameKey,
  programFolderNameProblem,
  tidyName,
} from '@hongyan/contract/names'
import type { FolderRetention } from '@hongyan/contract/retention-fields'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import { AppError } from '../../platform/errors.ts'
import { type AccountId, asId, type FolderId } from '../../platform/ids.ts'
import { type ClearingOptions, createFolderClearing } from './folder-clearing.ts'
import { type FolderCaller, type FolderOwner, lockedBy } from './folder-locks.ts'
import { createFolderPasswords, folderToChange, type PasswordOptions } from './folder-passwords.ts'
import { searchKeys } from './search-keys.ts'

type FolderRow = Awaited<ReturnType<Mailstore['folders']>>[number]

export type Folders = ReturnType<typeof createFolders>

interface KeptOptions {
  /** The rules by which old mail is deleted from a mailbox, by the role of the folder; 'own' for folders without one. */
  kept(accountId: AccountId): Promise<ReadonlyMap<string, FolderRetention>>
}

/** Folders as their owner sees and arranges them. */
export function createFolders(options: PasswordOptions & ClearingOptions & KeptOptions) {
  const { mailstore } = options
  const passwords = createFolderPasswords(options)
  const clearing = createFolderClearing(options)

  return {
    passwords,
    ...arrangingOf(mailstore),
    goodName,

    list: async ({ accountId, hidden }: FolderCaller) => {
      const state = await mailstore.state(accountId)
      const [rows, kept] = await Promise.all([
        mailstore.folders(accountId),
        options.kept(accountId),
      ])
      const view = folderView(rows, hidden)
      const asFolder = (row: FolderRow): Folder => {
        const folder = view(row)
        const retention = folder.lockedBy === null ? kept.get(row.role ?? 'own') : undefined
        return { ...folder, retention: retention ?? null }
      }
      return {
        folderList: rows.filter((row) => row.role !== null).map(asFolder),
        customList: rows.filter((row) => row.role === null).map(asFolder),
        folderOutList: [],
        modseq: state?.modseq ?? 0,
      }
    },

    /** Everything but the drafts folder, which takes no mail from elsewhere (drag rules, specification §4). */
    targets: async ({ accountId, hidden }: FolderCaller): Promise<{ moveMails: MoveTarget[] }> => {
      const rows = await mailstore.folders(accountId)
      const trash = rows.find(({ role }) => role === 'trash')?.id ?? null
      const asFolder = folderView(rows, hidden)
      return {
        moveMails: rows
          .filter(({ role }) => role !== 'drafts')
          .map((row) => asTarget(row, asFolder(row), trash)),
      }
    },

    unreadCount: async ({ accountId, hidden }: FolderCaller) => {
      const rows = await mailstore.folders(accountId)
      const counted = rows.filter(
        ({ id, role }) =>
          role !== 'trash' && role !== 'junk' && role !== 'drafts' && !hidden.includes(id),
      )
      return {
        inbox: rows.find((row) => row.role === 'inbox')?.unread ?? 0,
        total: counted.reduce((sum, row) => sum + row.unread, 0),
      }
    },

    /** @throws folder.not-found */
    hasPassword: async ({ accountId, hidden }: FolderCaller, folderId: number) => {
      const folder = (await mailstore.folders(accountId)).find((one) => one.id === folderId)
      if (!folder) throw new AppError('folder.not-found')
      return { exist: folder.hasPassword, locked: hidden.includes(folder.id) }
    },

    /** @throws folder.not-found, folder.locked, trash.emptying */
    clear: async ({ accountId, hidden }: FolderCaller, folderId: number) => {
      const folder = await mailstore.folder(accountId, asId(folderId))
      if (!folder) throw new AppError('folder.not-found')
      if (hidden.includes(folder.id)) throw new AppError('folder.locked')
      return clearing.clear(accountId, folder, 'keep')
    },

    /**
     * A folder with a password is deleted with the password and with nothing else: having opened it is not enough.
     * @throws folder.has-children, folder.locked, folder.password-wrong, trash.emptying
     */
    remove: async (
      caller: FolderOwner,
      { folderId, password }: { folderId: number; password?: string | undefined },
    ) => {
      const rows = await mailstore.folders(caller.accountId)
      const folder = folderToChange(rows, caller, folderId)
      if (rows.some((one) => one.parentId === folder.id)) throw new AppError('folder.has-children')
      if (folder.hasPassword) {
        if (password === undefined || password === '') throw new AppError('folder.locked')
        await passwords.check(caller, folder, password)
      }
      return clearing.clear(caller.accountId, folder, 'delete')
    },
  }
}

/** Names, places and visibility of folders: what is decided while the account is locked. */
const arrangingOf = (mailstore: Mailstore) => ({
  /** @throws the rules of names, folder.bad-parent, folder.locked, folder.too-many */
  save: (
    { accountId, hidden }: FolderOwner,
    typed: { folderName: string; parentId?: number | null | undefined },
    from: NameSource = 'form',
  ): Promise<FolderId> => {
    const name = goodName(typed.folderName, from)
    const parentId = typed.parentId ? asId<FolderId>(typed.parentId) : null
    return mailstore.changeFolders(accountId, async ({ folders, insert }) => {
      if (folders.length >= limits.folders) throw new AppError('folder.too-many')
      checkParent(folders, { parentId, hidden, depth: 1 })
      checkSiblings(folders, { name, parentId, self: null })
      const sort = Math.max(0, ...folders.map((one) => one.sort)) + 1
      return insert({ name, parentId, sort })
    })
  },

  /** @throws the rules of names, folder.not-found, folder.system, folder.locked */
  rename: (
    caller: FolderOwner,
    { folderId, folderName }: { folderId: number; folderName: string },
  ): Promise<void> =>
    mailstore.changeFolders(caller.accountId, async ({ folders, patch }) => {
      const { id, parentId } = folderToChange(folders, caller, folderId)
      const name = goodName(folderName)
      checkSiblings(folders, { name, parentId, self: id })
      await patch(id, { name })
    }),

  /**
   * Another place and another name in one step, from a program: both or nothing.
   * @throws the rules of names, folder.bad-parent, folder.locked, folder.not-found, folder.system
   */
  move: (
    caller: FolderOwner,
    to: { folderId: number; parentId: FolderId | null; folderName: string },
  ): Promise<void> =>
    mailstore.changeFolders(caller.accountId, async ({ folders, patch, order }) => {
      const folder = folderToChange(folders, caller, to.folderId)
      const { parentId } = to
      const isSame = nameKey(to.folderName) === nameKey(folder.name)
      const name = isSame ? tidyName(to.folderName) : goodName(to.folderName, 'program')
      checkSiblings(folders, { name, parentId, self: folder.id })
      if (parentId === folder.parentId) return void (await patch(folder.id, { name }))
      checkMove(folders, caller, { folder, parentId })
      await patch(folder.id, { name, parentId })
      await order(reordered(folders, folder.id, { parentId, beforeId: null }))
    }),

  /**
   * Out of a locked folder nothing is taken and into it nothing is put: it would change who can read it.
   * @throws folder.bad-parent, folder.name-taken, folder.locked, folder.not-found, folder.system
   */
  place: (
    caller: FolderOwner,
    to: { folderId: number; parentId: number | null; beforeId: number | null },
  ): Promise<void> =>
    mailstore.changeFolders(caller.accountId, async ({ folders, patch, order }) => {
      const folder = folderToChange(folders, caller, to.folderId)
      const parentId = to.parentId === null ? null : asId<FolderId>(to.parentId)
      if (parentId !== folder.parentId) {
        checkMove(folders, caller, { folder, parentId })
        checkSiblings(folders, { name: folder.name, parentId, self: folder.id })
        await patch(folder.id, { parentId })
      }
      await order(reordered(folders, folder.id, { parentId, beforeId: to.beforeId }))
    }),

  /** @throws folder.not-found, folder.system, folder.locked */
  show: (
    caller: FolderOwner,
    { folderId, state }: { folderId: number; state: number },
  ): Promise<void> =>
    mailstore.changeFolders(caller.accountId, async ({ folders, patch }) => {
      await patch(folderToChange(folders, caller, folderId).id, { hidden: state === 1 })
    }),
})

/** How one login sees its folders: locked ones say which password is missing, and nothing of what is in them. */
function folderView(rows: readonly FolderRow[], hidden: readonly FolderId[]) {
  const open = rows.filter(({ id }) => !hidden.includes(id)).map(({ id }) => id)
  const locks = lockedBy(rows, open)
  return (row: FolderRow): Omit<Folder, 'retention'> => ({
    folderId: row.id,
    folderName: row.name,
    role: row.role,
    parentId: row.parentId,
    mail: locks.has(row.id) ? 0 : row.total,
    unread: locks.has(row.id) ? 0 : row.unread,
    pwd: row.hasPassword,
    lockedBy: locks.get(row.id) ?? null,
    show: !row.hidden,
  })
}

const asTarget = (
  row: FolderRow,
  folder: Pick<Folder, 'pwd' | 'lockedBy' | 'show'>,
  trash: FolderId | null,
): MoveTarget => ({
  id: row.id,
  name: row.name,
  role: row.role,
  parentId: row.parentId,
  pwd: folder.pwd,
  lockedBy: folder.lockedBy,
  show: folder.show,
  isSystem: row.role !== null,
  deleteId: row.role === 'trash' || row.role === 'junk' ? null : trash,
  keys: searchKeys(row.name),
})

/** Who gave a name: a person in a form, or a program or import that brings it from elsewhere (decision G115). */
type NameSource = 'form' | 'program'

/** @throws folder.name-empty, folder.name-long, folder.name-system */
function goodName(typed: string, from: NameSource = 'form'): string {
  const problem = from === 'form' ? folderNameProblem(typed) : programFolderNameProblem(typed)
  if (problem !== null) throw new AppError(`folder.name-${problem}`)
  return tidyName(typed)
}

/** Programs write a slash in a name as U+2215: two names that they could not tell apart are one. */
const siblingKey = (name: string): string => nameKey(name).replaceAll('\u2215', '/')

/** @throws folder.locked, folder.bad-parent */
function checkMove(
  folders: readonly FolderRow[],
  { hidden }: FolderOwner,
  { folder, parentId }: { folder: FolderRow; parentId: FolderId | null },
): void {
  if (hidden.includes(folder.id)) throw new AppError('folder.locked')
  if (familyOf(folders, folder.id).has(parentId ?? asId(0))) throw new AppError('folder.bad-parent')
  checkParent(folders, { parentId, hidden, depth: heightOf(folders, folder.id) })
}

function checkSiblings(
  folders: readonly FolderRow[],
  { name, parentId, self }: { name: string; parentId: FolderId | null; self: FolderId | null },
): void {
  const key = siblingKey(name)
  const taken = folders.some(
    (one) =>
      one.role === null &&
      one.parentId === parentId &&
      one.id !== self &&
      siblingKey(one.name) === key,
  )
  if (taken) throw new AppError('folder.name-taken')
}

/** @param depth levels that come into the parent: the folder and what is in it */
function checkParent(
  folders: readonly FolderRow[],
  {
    parentId,
    hidden,
    depth,
  }: { parentId: FolderId | null; hidden: readonly FolderId[]; depth: number },
): void {
  if (parentId === null) return
  const parent = folders.find((one) => one.id === parentId)
  if (!parent || parent.role !== null) throw new AppError('folder.bad-parent')
  if (hidden.includes(parent.id)) throw new AppError('folder.locked')
  if (levelOf(folders, parent) + depth > limits.folderDepth) throw new AppError('folder.bad-parent')
}

/** 1 for a folder at the top. */
function levelOf(folders: readonly FolderRow[], folder: FolderRow): number {
  const parent = folders.find((one) => one.id === folder.parentId)
  return parent ? levelOf(folders, parent) + 1 : 1
}

/** 1 for a folder with nothing inside. */
const heightOf = (folders: readonly FolderRow[], id: FolderId): number =>
  1 +
  Math.max(
    0,
    ...folders.filter((one) => one.parentId === id).map((one) => heightOf(folders, one.id)),
  )

/** A folder and all inside it. */
const familyOf = (folders: readonly FolderRow[], id: FolderId): Set<FolderId> =>
  new Set([
    id,
    ...folders
      .filter((one) => one.parentId === id)
      .flatMap((one) => [...familyOf(folders, one.id)]),
  ])

/** Own folders in their new order; a sibling that is not there means the end. */
function reordered(
  folders: readonly FolderRow[],
  id: FolderId,
  { parentId, beforeId }: { parentId: FolderId | null; beforeId: number | null },
): FolderId[] {
  const others = folders.filter((one) => one.role === null && one.id !== id)
  const at = others.findIndex((one) => one.id === beforeId && one.parentId === parentId)
  const ids = others.map((one) => one.id)
  ids.splice(at < 0 ? ids.length : at, 0, id)
  return [...folders.filter((one) => one.role !== null).map((one) => one.id), ...ids]
}
