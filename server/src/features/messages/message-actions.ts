import { limits } from '@hongyan/contract/limits'
import type { Moved, Selection } from '@hongyan/contract/messages'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Mark } from '../../mailstore/messages/messages.queries.ts'
import type { FolderRole, MessageRow, Viewer } from '../../mailstore/types.ts'
import { AppError } from '../../platform/errors.ts'
import { type AccountId, asId, type FolderId, type MessageId } from '../../platform/ids.ts'

type Folders = Awaited<ReturnType<Mailstore['folders']>>
type Places = ReadonlyMap<FolderId, readonly { id: MessageId }[]>

/** What people do with messages that lie in folders. Each answers how many changed. */
export function createMessageActions({ mailstore }: { mailstore: Mailstore }) {
  const resolve = (viewer: Viewer, selection: Selection) =>
    resolveSelection(mailstore, viewer, selection)
  const rowsOf = async (viewer: Viewer, selection: Selection) =>
    mailstore.rows(viewer, await resolve(viewer, selection))
  const roleFolder = async (accountId: AccountId, role: FolderRole) => {
    const folder = await mailstore.folderByRole(accountId, role)
    if (!folder) throw new AppError('folder.not-found')
    return folder
  }
  const moveTo = async (
    { accountId }: Viewer,
    rows: readonly MessageRow[],
    target: Folders[number],
  ) => {
    refuseDrafts(rows, target.role)
    const moving = rows.filter((row) => row.folderId !== target.id).map((row) => row.id)
    return { moving, answer: movedOf([await mailstore.moveFrom(accountId, moving, target.id)]) }
  }

  return {
    /** The messages that a selection means, without those that the viewer may not know of. */
    resolve,

    /** Sets a mark: seen, starred, pinned or a colour. */
    mark: async (viewer: Viewer, selection: Selection, mark: Mark) => {
      const ids = await resolve(viewer, selection)
      return { count: await mailstore.setFlag(viewer.accountId, { ids, ...mark }) }
    },

    /** @throws mail.bad-target for drafts, mail.same-folder when nothing would move */
    move: async (viewer: Viewer, selection: Selection, targetId: number) => {
      const target = await mailstore.folder(viewer.accountId, asId(targetId))
      if (!target) throw new AppError('folder.not-found')
      if (viewer.hidden.includes(target.id)) throw new AppError('folder.locked')
      refuseWhileEmptying(target)
      const rows = await rowsOf(viewer, selection)
      refuseDrafts(rows, target.role)
      if (rows.length > 0 && rows.every((row) => row.folderId === target.id))
        throw new AppError('mail.same-folder')
      return (await moveTo(viewer, rows, target)).answer
    },

    recycle: async (viewer: Viewer, selection: Selection) => {
      const trash = await roleFolder(viewer.accountId, 'trash')
      refuseWhileEmptying(trash)
      const ids = await resolve(viewer, selection)
      return movedOf([await mailstore.moveFrom(viewer.accountId, ids, trash.id)])
    },

    archive: async (viewer: Viewer, selection: Selection) => {
      const archive = await roleFolder(viewer.accountId, 'archive')
      return (await moveTo(viewer, await rowsOf(viewer, selection), archive)).answer
    },

    /** Spam goes to its folder; what is no spam comes back to where it was, or to the inbox. */
    spam: async (viewer: Viewer, { spam, ...selection }: Selection & { spam: boolean }) => {
      const junk = await roleFolder(viewer.accountId, 'junk')
      if (spam) return (await moveTo(viewer, await rowsOf(viewer, selection), junk)).answer
      const ids = (await rowsOf(viewer, selection))
        .filter((row) => row.folderId === junk.id)
        .map((row) => row.id)
      return bringBack(mailstore, viewer, ids)
    },

    /** Out of the recycle bin or spam, each mail to the folder it came from. */
    restore: async (viewer: Viewer, selection: Selection) => {
      const folders = await mailstore.folders(viewer.accountId)
      const ids = (await rowsOf(viewer, selection))
        .filter((row) => isBin(folders, row.folderId))
        .map((row) => row.id)
      return bringBack(mailstore, viewer, ids)
    },

    /** For good, wherever it lies (G72); mail retrieval has it for its days. @throws trash.emptying */
    destroy: async (viewer: Viewer, selection: Selection) => {
      const rows = await rowsOf(viewer, selection)
      const folders = await mailstore.folders(viewer.accountId)
      const places = new Set(rows.map((row) => row.folderId))
      for (const folder of folders) if (places.has(folder.id)) refuseWhileEmptying(folder)
      const ids = rows.map((row) => row.id)
      return { count: await mailstore.remove(viewer.accountId, ids) }
    },

    /** The rows of a selection, for export. */
    rowsOf,
  }
}

/** @throws trash.emptying (MAILLIST-27) */
function refuseWhileEmptying({ emptying }: { emptying: boolean }): void {
  if (emptying) throw new AppError('trash.emptying')
}

const isBin = (folders: Folders, id: FolderId): boolean => {
  const role = folders.find((one) => one.id === id)?.role
  return role === 'trash' || role === 'junk'
}

async function bringBack(
  mailstore: Mailstore,
  viewer: Viewer,
  ids: readonly MessageId[],
): Promise<Moved> {
  const { accountId } = viewer
  const folders = await mailstore.folders(accountId)
  const origins = await mailstore.origins(viewer, ids)
  const places: Places[] = []
  for (const [target, group] of Map.groupBy(origins, (one) => homeOf(folders, viewer, one))) {
    const back = group.map((one) => one.id)
    places.push(await mailstore.moveFrom(accountId, back, target))
  }
  return movedOf(places)
}

/** Where a mail goes back to: its old folder while that exists, else drafts for drafts and the inbox for the rest. */
export function homeOf(
  folders: Folders,
  { hidden }: Pick<Viewer, 'hidden'>,
  { origin, draft }: { origin: FolderId | null; draft: boolean },
): FolderId {
  const old = folders.find((one) => one.id === origin && !hidden.includes(one.id))
  if (old && old.role !== 'trash' && old.role !== 'junk') return old.id
  const home = folders.find((one) => one.role === (draft ? 'drafts' : 'inbox'))
  if (!home) throw new AppError('folder.not-found')
  return home.id
}

function movedOf(places: readonly Places[]): Moved {
  const from = places.flatMap((place) =>
    [...place].map(([mailboxId, rows]) => ({ mailboxId, mailIds: rows.map((row) => row.id) })),
  )
  return { count: from.reduce((sum, { mailIds }) => sum + mailIds.length, 0), from }
}

async function resolveSelection(
  mailstore: Mailstore,
  viewer: Viewer,
  { mailIds = [], mailUids = [], threadIds = [], mailboxId }: Selection,
): Promise<MessageId[]> {
  const ids = mailIds.map((id) => asId<MessageId>(id))
  if (mailUids.length === 0 && ids.length === 0 && threadIds.length === 0)
    throw new AppError('mail.none-selected')
  const known = viewer.hidden.length > 0 ? await mailstore.visible(viewer, ids) : ids
  if (mailUids.length === 0 && threadIds.length === 0) return known
  if (mailboxId === undefined) throw new AppError('folder.not-found')
  const folderId = asId<FolderId>(mailboxId)
  const byUid =
    mailUids.length > 0 ? await mailstore.idsByUid(viewer, { folderId, uids: mailUids }) : []
  const limit = limits.selection
  const byThread =
    threadIds.length > 0
      ? await mailstore.lists.idsOfThreads(viewer, { folderId, threadIds, limit })
      : []
  return [...new Set([...known, ...byUid, ...byThread])]
}

/** Drafts stay in the drafts folder, other mail stays out of it (drag rules, specification §4). */
export function refuseDrafts(rows: readonly { draft: boolean }[], role: string | null): void {
  const into = role === 'drafts' && rows.some((row) => !row.draft)
  const outOf = role !== 'drafts' && role !== 'trash' && rows.some((row) => row.draft)
  if (into || outOf) throw new AppError('mail.bad-target')
}
