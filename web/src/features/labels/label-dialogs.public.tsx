export { DeleteLabelDialog, LabelDialog } from './label-dialog.tsx'
export { MarkDialog } from './mark-dialog.tsx'
