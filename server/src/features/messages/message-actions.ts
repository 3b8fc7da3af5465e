import type { Selection } from '@hongyan/contract/messages'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { MessageRow, Viewer } from '../../mailstore/types.ts'
import { AppError } from '../../platform/errors.ts'
import { asId, type FolderId, type MessageId } from '../../platform/ids.ts'

/** What people do with messages that lie in folders. Each answers how many changed. */
export function createMessageActions({ mailstore }: { mailstore: Mailstore }) {
  const resolve = (viewer: Viewer, selection: Selection) =>
    resolveSelection(mailstore, viewer, selection)
  return {
    /** The messages that a selection means, without those that the viewer may not know of. */
    resolve,

    setFlag: async (
      viewer: Viewer,
      {
        selection,
        flag,
        value,
      }: { selection: Selection; flag: 'seen' | 'starred'; value: boolean },
    ) => {
      const ids = await resolve(viewer, selection)
      return { count: await mailstore.setFlag(viewer.accountId, { ids, flag, value }) }
    },

    /** @throws folder.locked, mail.bad-target for drafts, mail.same-folder when nothing would move */
    move: async (viewer: Viewer, selection: Selection, targetId: number) => {
      const { accountId, hidden } = viewer
      const target = await mailstore.folder(accountId, asId(targetId))
      if (!target) throw new AppError('folder.not-found')
      if (hidden.includes(target.id)) throw new AppError('folder.locked')
      if (target.emptying) throw new AppError('trash.emptying')
      const rows = await mailstore.rows(viewer, await resolve(viewer, selection))
      refuseDrafts(rows, target.role)
      const moving = rows.filter((row) => row.folderId !== target.id).map((row) => row.id)
      if (rows.length > 0 && moving.length === 0) throw new AppError('mail.same-folder')
      return { count: await mailstore.move(accountId, moving, target.id) }
    },

    recycle: async (viewer: Viewer, selection: Selection) => {
      const { accountId } = viewer
      const trash = await mailstore.folderByRole(accountId, 'trash')
      if (!trash) throw new AppError('folder.not-found')
      if (trash.emptying) throw new AppError('trash.emptying')
      const ids = await resolve(viewer, selection)
      return { count: await mailstore.move(accountId, ids, trash.id) }
    },

    /** Only what lies in the recycle bin, spam or drafts goes for good. @throws mail.not-deletable */
    destroy: async (viewer: Viewer, selection: Selection) => {
      const { accountId } = viewer
      const rows = await mailstore.rows(viewer, await resolve(viewer, selection))
      const folders = await mailstore.folders(accountId)
      const final = new Set(
        folders
          .filter(({ role }) => role === 'trash' || role === 'junk' || role === 'drafts')
          .map(({ id }) => id),
      )
      if (rows.some((row) => !final.has(row.folderId))) throw new AppError('mail.not-deletable')
      const busy = new Set(folders.filter((one) => one.emptying).map(({ id }) => id))
      if (rows.some((row) => busy.has(row.folderId))) throw new AppError('trash.emptying')
      const ids = rows.map((row) => row.id)
      return { count: await mailstore.remove(accountId, ids) }
    },
  }
}

async function resolveSelection(
  mailstore: Mailstore,
  viewer: Viewer,
  { mailIds = [], mailUids = [], mailboxId }: Selection,
): Promise<MessageId[]> {
  const ids = mailIds.map((id) => asId<MessageId>(id))
  if (mailUids.length === 0 && ids.length === 0) throw new AppError('mail.none-selected')
  const known = viewer.hidden.length > 0 ? await mailstore.visible(viewer, ids) : ids
  if (mailUids.length === 0) return known
  if (mailboxId === undefined) throw new AppError('folder.not-found')
  const at = { folderId: asId<FolderId>(mailboxId), uids: mailUids }
  return [...known, ...(await mailstore.idsByUid(viewer, at))]
}

/** Drafts stay in the drafts folder, other mail stays out of it (drag rules, specification §4). */
function refuseDrafts(rows: readonly MessageRow[], role: string | null): void {
  const into = role === 'drafts' && rows.some((row) => !row.draft)
  const outOf = role !== 'drafts' && role !== 'trash' && rows.some((row) => row.draft)
  if (into || outOf) throw new AppError('mail.bad-target')
}
