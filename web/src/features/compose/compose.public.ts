export { bringBackDrafts } from './bring-back.ts'
