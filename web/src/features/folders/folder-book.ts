import type { Folder, FolderRole } from '@hongyan/contract/folders'
import { useMemo } from 'react'
import { queryClient } from '../../lib/queries.ts'
import { sharedAnswer } from '../../lib/shared-answer.ts'
import { type FolderLists, foldersQuery } from './folders-query.ts'

export interface FolderBook {
  system: Folder[]
  own: Folder[]
  all: Folder[]
}

const empty: FolderBook = { system: [], own: [], all: [] }

const useLists = sharedAnswer(foldersQuery)

/** Every folder of the account; undefined lists while they load. */
export function useFolders(): FolderBook & { loaded: boolean } {
  const data = useLists()
  return useMemo(() => ({ ...bookOf(data), loaded: data !== undefined }), [data])
}

/** The folders as cached, outside React. */
export const folderBook = (): FolderBook => bookOf(queryClient.getQueryData(foldersQuery.queryKey))

export const findRole = (book: FolderBook, role: FolderRole): Folder | undefined =>
  book.all.find((folder) => folder.role === role)

const order: (FolderRole | null)[] = ['inbox', 'sent', 'drafts', 'archive', 'junk', 'trash']

function bookOf(lists: FolderLists | undefined): FolderBook {
  if (!lists) return empty
  const rank = (folder: Folder) => order.indexOf(folder.role)
  const system = lists.folderList.toSorted((a, b) => rank(a) - rank(b))
  return { system, own: lists.customList, all: [...system, ...lists.customList] }
}
