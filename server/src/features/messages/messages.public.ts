export { fromSortValues } from './cursor.ts'
