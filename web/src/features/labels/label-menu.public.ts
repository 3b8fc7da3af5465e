// A door of its own: no list needs it before something is selected or read.
export { LabelMenu } from './label-menu.tsx'
