export type { FolderSight } from './folder-locks.ts'
