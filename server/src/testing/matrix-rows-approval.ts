import type { Owned, Row } from './matrix-row.ts'

/** An approval that is not there. */
const nowhere = 999_999_999

/** Mail that must be approved, and its rules. */
export const rowsOfApproval: Record<string, (own: Owned) => Row> = {
  'approval.unapprovedCount': (own) => ({ query: { emailAddr: own.address } }),
  'approval.approverApprovalList': (own) => ({ query: { emailAddr: own.address } }),
  'approval.userApprovalList': (own) => ({ query: { emailAddr: own.address } }),
  'approval.setApprover': () => ({ body: { sendKey: 'matrix-no-key', approver: '' } }),
  'approval.approvers': () => ({ query: { approvalId: nowhere } }),
  'approval.detail': () => ({ query: { approvalId: nowhere } }),
  'approval.approve': () => ({ body: { approvalIds: [nowhere], opinion: 'matrix' } }),
  'approval.reject': () => ({ body: { approvalIds: [nowhere], opinion: 'matrix' } }),
  'approval.pass': () => ({ body: { approvalIds: [nowhere], opinion: 'matrix' } }),
  'approval.withdraw': () => ({ body: { approvalIds: [nowhere] } }),
  'approval.evidence': () => ({ params: { ticket: 'none' } }),
  'approval.deputy': () => ({}),
  'approval.saveDeputy': () => ({ body: { deputy: '' } }),
  'approval.question': () => ({ query: { sendKey: 'matrix-no-key' } }),
  'approval.answer': () => ({ body: { sendKey: 'matrix-no-key', ruleId: nowhere } }),
}
