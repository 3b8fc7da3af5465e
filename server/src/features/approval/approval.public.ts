import type { Feature } from '../feature.ts'
import { type ApprovalParts, approvalRoutes } from './approval.routes.ts'

export type { ApprovalParts } from './approval.routes.ts'
export { type Approval, createApproval } from './approval.service.ts'
export { checkTrails } from './trail.ts'

export const approvalFeature = (parts: ApprovalParts): Feature => ({
  routes: (http) => approvalRoutes(http, parts),
  crons: [{ at: '* * * * *', task: 'approval-time', run: () => parts.approval.keepTime() }],
  stop: () => parts.approval.stop(),
})
