export { createRecords, type Records } from './records.service.ts'
export { selfCheck } from './self-check.ts'
