export { updateLabel } from './label-actions.ts'
export { LabelChip, LabelChips, LabelDot } from './label-chip.tsx'
export { LabelMenu } from './label-menu.tsx'
export { refreshLabels, useEnabledLabels, useLabels } from './labels-query.ts'
