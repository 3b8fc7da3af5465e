export { DeleteLabelDialog, LabelDialog } from './label-dialog.tsx'
