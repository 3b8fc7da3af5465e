export { bringBackDrafts } from './draft/bring-back.ts'
