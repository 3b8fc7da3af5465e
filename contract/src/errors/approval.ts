import { type ErrorRows, row } from './error-row.ts'

/** Mail that must be approved before it leaves. */
export const approvalErrors = {
  'approval.no-next': row(400, 400981, [
    '未查询到下级审批人！',
    'No next-level approver was found!',
  ]),
  'approval.no-opinion': row(400, 400982, [
    '请填写审批意见！',
    'Please enter your approval comment!',
  ]),
  'approval.no-approver': row(400, 400983, ['请选择审批人！', 'Please choose an approver!']),
  'approval.not-approver': row(400, 400984, [
    '{address} 不是这封邮件的审批人',
    '{address} may not approve this message',
  ]),
  'approval.decided': row(409, 409901, ['该邮件已审批', 'This mail has already been approved']),
  'approval.withdrawn': row(409, 409902, [
    '该邮件已被申请人撤回',
    'This mail has been withdrawn by the applicant',
  ]),
  'approval.finished': row(409, 409903, [
    '审批已结束，无法查看',
    'The approval is finished, so it cannot be viewed',
  ]),
  'approval.rule-name': row(409, 409904, [
    '已有同名的审批规则',
    'There is already an approval rule of this name',
  ]),
  'approval.rule-empty': row(400, 400985, [
    '审批规则至少要有一级审批人',
    'An approval rule needs at least one level of approvers',
  ]),
  'approval.nobody-there': row(400, 400986, [
    '没有这位同事：{address}',
    'There is no such colleague: {address}',
  ]),
  'approval.not-administrator': row(403, 403981, [
    '只有管理员可以管理审批规则',
    'Only administrators may manage approval rules',
  ]),
  'approval.download': row(403, 403982, [
    '待审批邮件的附件不允许下载',
    'Attachments of messages awaiting approval may not be downloaded',
  ]),
} as const satisfies ErrorRows
