import { folders as contract, type Folder } from '@hongyan/contract/folders'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Http } from '../../platform/http/http.ts'
import type { FolderId } from '../../platform/ids.ts'
import { lockedBy } from './folder-locks.ts'

type FolderRow = Awaited<ReturnType<Mailstore['folders']>>[number]

/** Folders with their kept counters. */
export function folderRoutes(http: Http, { mailstore }: { mailstore: Mailstore }): void {
  http.bind(contract.list, async ({ caller }) => {
    const state = await mailstore.state(caller.accountId)
    const rows = await mailstore.folders(caller.accountId)
    const asFolder = folderView(rows, caller.hidden)
    return {
      folderList: rows.filter((row) => row.role !== null).map(asFolder),
      customList: rows.filter((row) => row.role === null).map(asFolder),
      folderOutList: [],
      modseq: state?.modseq ?? 0,
    }
  })
  http.bind(contract.unreadCount, async ({ caller }) => {
    const rows = await mailstore.folders(caller.accountId)
    const counted = rows.filter(
      ({ id, role }) =>
        role !== 'trash' && role !== 'junk' && role !== 'drafts' && !caller.hidden.includes(id),
    )
    return {
      inbox: rows.find((row) => row.role === 'inbox')?.unread ?? 0,
      total: counted.reduce((sum, row) => sum + row.unread, 0),
    }
  })
}

/** How one login sees its folders: locked ones say which password is missing, and nothing of what is in them. */
function folderView(rows: readonly FolderRow[], hidden: readonly FolderId[]) {
  const unlocked = rows.filter(({ id }) => !hidden.includes(id)).map(({ id }) => id)
  const locks = lockedBy(rows, unlocked)
  return (row: FolderRow): Folder => ({
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
