import type { Reply } from '@hongyan/contract/endpoint'
import { folders } from '@hongyan/contract/folders'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'
import { onSessionEnd } from '../../lib/session-end.ts'
import { startPosition } from '../../lib/socket.ts'
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
    startPosition(lists.modseq)
    rememberWarm({ inbox: lists.folderList.find(({ role }) => role === 'inbox')?.folderId })
    return withNewerCounts(lists)
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

let timer: ReturnType<typeof setTimeout> | null = null

/** Asks for the folders again, once for all that ask within the delay (PUSH-05). */
export function refreshFolders(delay: number): void {
  if (timer !== null) return
  timer = setTimeout(() => {
    timer = null
    void queryClient.invalidateQueries({ queryKey: foldersQuery.queryKey })
  }, delay)
}

/** Counters that push told, each with its feed position: an answer under way may be older than they are. */
const told = new Map<number, FolderCount & { modseq: number }>()

/** Takes over the counters that a push message carries. False when it names a folder we do not know. */
export function applyCounts(counts: readonly FolderCount[], modseq: number): boolean {
  for (const count of counts) told.set(count.folderId, { ...count, modseq })
  return showCounts(counts)
}

/** Before a resync, and at the end of a session. */
export const forgetCounts = (): void => told.clear()
onSessionEnd(forgetCounts)

function withNewerCounts(lists: FolderLists): FolderLists {
  const newer = [...told.values()].filter(({ modseq }) => modseq > lists.modseq)
  return newer.length === 0 ? lists : patched(lists, newer)
}

function patched(lists: FolderLists, counts: readonly FolderCount[]): FolderLists {
  const byId = new Map(counts.map((count) => [count.folderId, count]))
  const patch = (list: FolderLists['folderList']) =>
    list.map((folder) => {
      const count = byId.get(folder.folderId)
      return count ? { ...folder, mail: count.mail, unread: count.unread } : folder
    })
  return { ...lists, folderList: patch(lists.folderList), customList: patch(lists.customList) }
}

function showCounts(counts: readonly FolderCount[]): boolean {
  const lists = queryClient.getQueryData(foldersQuery.queryKey)
  if (!lists) return true
  queryClient.setQueryData(foldersQuery.queryKey, patched(lists, counts))
  const known = [...lists.folderList, ...lists.customList]
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
  showCounts(counts)
}
