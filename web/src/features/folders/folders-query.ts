import type { Reply } from '@hongyan/contract/endpoint'
import { folders } from '@hongyan/contract/folders'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'
import { notePosition } from '../../lib/socket.ts'
import { endSession } from '../../lib/tokens.ts'
import { rememberWarm } from './warm-start.ts'

export type FolderLists = Reply<typeof folders.list>

/** System folders, own folders and their counters. */
export const foldersQuery = queryOptions({
  queryKey: ['folders'],
  queryFn: ({ signal }) => loadFolders(signal),
})

async function loadFolders(signal: AbortSignal): Promise<FolderLists> {
  try {
    const lists = await call(folders.list, { query: {} }, { signal })
    notePosition(lists.modseq)
    rememberWarm({ inbox: lists.folderList.find(({ role }) => role === 'inbox')?.folderId })
    return lists
  } catch (error) {
    // AUTH-17, G21: an account whose folders are refused has no session. Faults of the line do not count.
    if (error instanceof ApiError && error.kind === 'refused' && error.status !== 429) {
      endSession('expired')
    }
    throw error
  }
}

export interface FolderCount {
  folderId: number
  mail: number
  unread: number
}

/** Takes over the counters that a push message carries. False when it names a folder we do not know. */
export function applyCounts(counts: FolderCount[]): boolean {
  const lists = queryClient.getQueryData(foldersQuery.queryKey)
  if (!lists) return true
  const byId = new Map(counts.map((count) => [count.folderId, count]))
  const known = [...lists.folderList, ...lists.customList]
  const patch = (list: FolderLists['folderList']) =>
    list.map((folder) => ({ ...folder, ...byId.get(folder.folderId) }))
  queryClient.setQueryData(foldersQuery.queryKey, {
    ...lists,
    folderList: patch(lists.folderList),
    customList: patch(lists.customList),
  })
  return counts.every(({ folderId }) => known.some((folder) => folder.folderId === folderId))
}

/** Changes unread counters at once, before the server confirms: folder id → difference. */
export function shiftUnread(differences: Map<number, number>): void {
  const lists = queryClient.getQueryData(foldersQuery.queryKey)
  if (!lists) return
  const counts = [...lists.folderList, ...lists.customList]
    .filter(({ folderId }) => differences.has(folderId))
    .map(({ folderId, mail, unread }) => ({
      folderId,
      mail,
      unread: Math.max(0, unread + (differences.get(folderId) ?? 0)),
    }))
  applyCounts(counts)
}
