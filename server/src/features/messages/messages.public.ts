export { fromSortValues } from './cursor.ts'
export { homeOf } from './message-actions.ts'
