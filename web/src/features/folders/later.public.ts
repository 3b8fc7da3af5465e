// A door of its own: no list needs it before something is selected or read, or a folder is locked.
export { FolderPicker } from './folder-picker.tsx'
export { LockedFolder } from './locked-folder.tsx'
