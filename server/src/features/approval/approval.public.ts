import type { Feature } from '../feature.ts'
import { type ApprovalParts, approvalRoutes } from './approval.routes.ts'
import { type PolicyConsoleParts, policyConsoleRoutes } from './approval-console.routes.ts'

export type { ApprovalParts } from './approval.routes.ts'
export { type Approval, createApproval } from './approval.service.ts'
export { checkTrails } from './trail.ts'

export const approvalFeature = (parts: ApprovalParts & PolicyConsoleParts): Feature => ({
  routes: (http) => approvalRoutes(http, parts),
  consoleRoutes: (http) => policyConsoleRoutes(http, parts),
  crons: [
    { at: '* * * * *', task: 'approval-time', run: () => parts.approval.keepTime() },
    { at: '47 3 * * *', task: 'sweep-policy-events', run: () => parts.approval.forgetEvents() },
  ],
  stop: () => parts.approval.stop(),
})
