export { markLabels, updateLabel } from './label-actions.ts'
export { LabelChips, LabelDot } from './label-chip.tsx'
export type { Marking } from './label-picker.tsx'
export { refreshLabels, useEnabledLabels, useLabels } from './labels-query.ts'
