import type { Folder, FolderRole } from '@hongyan/contract/folders'
import type { AnyTranslate } from '../../lib/translate.ts'
import {
  iconArchive,
  iconDraft,
  iconFolder,
  iconInbox,
  iconJunk,
  iconSent,
  iconTrash,
} from '../../ui/icons.ts'

const paths: Record<Exclude<FolderRole, 'archive'>, string> = {
  inbox: '/inbox',
  sent: '/outbox',
  drafts: '/draftbox',
  trash: '/recyclebin',
  junk: '/junk',
}

const icons: Record<FolderRole, string> = {
  inbox: iconInbox,
  sent: iconSent,
  drafts: iconDraft,
  trash: iconTrash,
  junk: iconJunk,
  archive: iconArchive,
}

/** Role behind a route such as `/inbox`. */
export function roleOfPath(pathname: string): FolderRole | null {
  const found = Object.entries(paths).find(([, path]) => path === pathname)
  return (found?.[0] as FolderRole | undefined) ?? null
}

/** Route of a folder. */
export function pathOf(folder: Pick<Folder, 'folderId' | 'role'>): string {
  if (folder.role && folder.role !== 'archive') return paths[folder.role]
  return `/custombox/${folder.folderId}`
}

export const iconOf = ({ role }: Pick<Folder, 'role'>): string => (role ? icons[role] : iconFolder)

/** System folders are named by role in the language of the screen (G38), own folders as their owner wrote. */
export const titleOf = (
  { role, folderName }: Pick<Folder, 'role' | 'folderName'>,
  t: AnyTranslate,
): string => (role ? t(`folders:${role}`) : folderName)
