export { LockedFolder } from './locked-folder.tsx'
