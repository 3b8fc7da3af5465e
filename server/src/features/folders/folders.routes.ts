import { folders as contract, type Folder } from '@hongyan/contract/folders'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Http } from '../../platform/http/http.ts'

type FolderRow = Awaited<ReturnType<Mailstore['folders']>>[number]

/** Folders with their kept counters. */
export function folderRoutes(http: Http, { mailstore }: { mailstore: Mailstore }): void {
  http.bind(contract.list, async ({ caller }) => {
    const state = await mailstore.state(caller.accountId)
    const rows = await mailstore.folders(caller.accountId)
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
      (row) => row.role !== 'trash' && row.role !== 'junk' && row.role !== 'drafts',
    )
    return {
      inbox: rows.find((row) => row.role === 'inbox')?.unread ?? 0,
      total: counted.reduce((sum, row) => sum + row.unread, 0),
    }
  })
}

const asFolder = (row: FolderRow): Folder => ({
  folderId: row.id,
  folderName: row.name,
  role: row.role,
  parentId: row.parentId,
  mail: row.total,
  unread: row.unread,
  pwd: false,
})
