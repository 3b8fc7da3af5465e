export { approvalCountQuery } from './approval-query.ts'
