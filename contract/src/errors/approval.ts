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
  'approval.download': row(403, 403982, [
    '待审批邮件的附件不允许下载',
    'Attachments of messages awaiting approval may not be downloaded',
  ]),
  'policy.warn': row(409, 409905, [
    '规则“{rule}”要求您确认后再发送，请在网页邮箱中发送',
    'Rule “{rule}” asks you to confirm this message first: please send it from webmail',
  ]),
  'policy.justify': row(409, 409906, [
    '规则“{rule}”要求您填写发送理由，请在网页邮箱中发送',
    'Rule “{rule}” asks for a reason first: please send this message from webmail',
  ]),
  'policy.blocked': row(403, 403983, [
    '规则“{rule}”不允许发送这封邮件。{text}',
    'Rule “{rule}” does not allow this message to be sent. {text}',
  ]),
  'policy.encrypt': row(403, 403984, [
    '规则“{rule}”要求这封邮件加密发送，请打开加密后重试',
    'Rule “{rule}” requires this message to be encrypted: turn on encryption and send it again',
  ]),
  'policy.nobody-left': row(403, 403985, [
    '规则“{rule}”不允许发给单位以外的人，这封邮件没有其他收件人',
    'Rule “{rule}” does not allow recipients outside the organisation, and this message has no others',
  ]),
  'policy.unmarked': row(403, 403986, [
    '规则“{rule}”要求附件加水印后才能外发，这些附件无法加水印：{files}。{text}',
    'Rule “{rule}” requires attachments to be watermarked, and these cannot be: {files}. {text}',
  ]),
  'policy.only-pdf': row(403, 403987, [
    '规则“{rule}”只允许外发可加水印的 PDF 附件，请移除或转换：{files}。{text}',
    'Rule “{rule}” allows only PDF attachments that can be watermarked; remove or convert: {files}. {text}',
  ]),
  'policy.since': row(409, 409910, [
    '规则“{rule}”现已适用于这封邮件，请编辑后作为新邮件发送',
    'Rule “{rule}” now applies to this message: edit it and send it as a new one',
  ]),
  'policy.no-reason': row(400, 400987, ['请填写发送理由！', 'Please enter your reason!']),
  'policy.no-copy': row(400, 400988, ['请填写抄送给谁', 'Please name who gets the copy']),
  'sensitivity.missing': row(400, 400989, [
    '请选择邮件密级后再发送，邮件客户端请改用网页邮箱',
    'Please choose a sensitivity label first; from a mail app, use webmail instead',
  ]),
  'sensitivity.in-use': row(409, 409908, [
    '规则“{rule}”用到了密级“{name}”，请先修改规则',
    'Rule “{rule}” names the label “{name}”: change the rule first',
  ]),
  'sensitivity.same-name': row(409, 409909, [
    '两个密级不能同名：{name}',
    'Two labels cannot have the same name: {name}',
  ]),
  'policy.too-many': row(409, 409907, [
    '最多 {max} 条规则',
    'There can be no more than {max} rules',
  ]),
} as const satisfies ErrorRows
