export { type FolderBook, findRole, folderBook, useFolders } from './folder-book.ts'
export { askFolder, askNewLabel, ensureOpen, useFolderQuestion } from './folder-dialog-store.ts'
export { iconOf, pathOf, roleOfPath, titleOf } from './folder-places.ts'
export {
  applyCounts,
  foldersQuery,
  forgetCounts,
  refreshFolders,
  shiftUnread,
} from './folders-query.ts'
export { useDragMails } from './use-drag-mails.ts'
export { readWarm, rememberWarm } from './warm-start.ts'
