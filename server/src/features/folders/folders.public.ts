export { createCallers } from './callers.ts'

import type { Feature } from '../feature.ts'
import { folderRoutes } from './folders.routes.ts'
import type { Folders } from './folders.service.ts'

export type { FolderSight } from './folder-locks.ts'

export { createFolderLocks, lockedBy } from './folder-locks.ts'
export { createFolders, type Folders } from './folders.service.ts'

export const foldersFeature = (folders: Folders): Feature => ({
  routes: (http) => folderRoutes(http, folders),
})
