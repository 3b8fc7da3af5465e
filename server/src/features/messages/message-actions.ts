import type { Selection } from '@hongyan/contract/messages'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { MessageRow } from '../../mailstore/types.ts'
import { AppError } from '../../platform/errors.ts'
import { type AccountId, asId, type FolderId, type MessageId } from '../../platform/ids.ts'

/** What people do with messages that lie in folders. Each answers how many changed. */
export function createMessageActions({ mailstore }: { mailstore: Mailstore }) {
  const resolve = (accountId: AccountId, selection: Selection) =>
    resolveSelection(mailstore, accountId, selection)
  return {
    setFlag: async (
      accountId: AccountId,
      {
        selection,
        flag,
        value,
      }: { selection: Selection; flag: 'seen' | 'starred'; value: boolean },
    ) => {
      const ids = await resolve(accountId, selection)
      return { count: await mailstore.setFlag(accountId, { ids, flag, value }) }
    },

    /** @throws mail.bad-target for drafts, mail.same-folder when nothing would move */
    move: async (accountId: AccountId, selection: Selection, targetId: number) => {
      const target = await mailstore.folder(accountId, asId(targetId))
      if (!target) throw new AppError('folder.not-found')
      const rows = await mailstore.rows(accountId, await resolve(accountId, selection))
      refuseDrafts(rows, target.role)
      const moving = rows.filter((row) => row.folderId !== target.id).map((row) => row.id)
      if (rows.length > 0 && moving.length === 0) throw new AppError('mail.same-folder')
      return { count: await mailstore.move(accountId, moving, target.id) }
    },

    recycle: async (accountId: AccountId, selection: Selection) => {
      const trash = await mailstore.folderByRole(accountId, 'trash')
      if (!trash) throw new AppError('folder.not-found')
      const ids = await resolve(accountId, selection)
      return { count: await mailstore.move(accountId, ids, trash.id) }
    },

    /** Only what lies in the recycle bin, spam or drafts goes for good. @throws mail.not-deletable */
    destroy: async (accountId: AccountId, selection: Selection) => {
      const rows = await mailstore.rows(accountId, await resolve(accountId, selection))
      const folders = await mailstore.folders(accountId)
      const final = new Set(
        folders
          .filter(({ role }) => role === 'trash' || role === 'junk' || role === 'drafts')
          .map(({ id }) => id),
      )
      if (rows.some((row) => !final.has(row.folderId))) throw new AppError('mail.not-deletable')
      const ids = rows.map((row) => row.id)
      return { count: await mailstore.remove(accountId, ids) }
    },
  }
}

async function resolveSelection(
  mailstore: Mailstore,
  accountId: AccountId,
  { mailIds = [], mailUids = [], mailboxId }: Selection,
): Promise<MessageId[]> {
  const ids = mailIds.map((id) => asId<MessageId>(id))
  if (mailUids.length === 0 && ids.length === 0) throw new AppError('mail.none-selected')
  if (mailUids.length === 0) return ids
  if (mailboxId === undefined) throw new AppError('folder.not-found')
  const at = { folderId: asId<FolderId>(mailboxId), uids: mailUids }
  return [...ids, ...(await mailstore.idsByUid(accountId, at))]
}

/** Drafts stay in the drafts folder, other mail stays out of it (drag rules, specification §4). */
function refuseDrafts(rows: readonly MessageRow[], role: string | null): void {
  const into = role === 'drafts' && rows.some((row) => !row.draft)
  const outOf = role !== 'drafts' && role !== 'trash' && rows.some((row) => row.draft)
  if (into || outOf) throw new AppError('mail.bad-target')
}
