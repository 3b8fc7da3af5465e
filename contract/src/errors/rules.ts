import { type ErrorRows, row } from './error-row.ts'

/** Rules, automatic forward and reply. */
export const rulesErrors = {
  'rule.no-name': row(400, 400541, ['请输入规则名称', 'Please enter a rule name']),
  'rule.no-condition': row(400, 400542, [
    '请至少填写一个条件',
    'Please enter at least one condition',
  ]),
  'rule.bad-condition': row(400, 400543, [
    '条件“{detail}”不完整或不适用',
    'The condition “{detail}” is incomplete or does not apply',
  ]),
  'rule.no-action': row(400, 400544, [
    '请选择要执行的操作；拒收不能与其他操作同时使用',
    'Please choose what to do; rejecting cannot be combined with anything else',
  ]),
  'rule.no-address': row(400, 400545, ['请输入邮件地址', 'Please enter an email address']),
  'rule.bad-address': row(400, 400546, [
    '邮件地址无效：{list}',
    'This email address is not valid: {list}',
  ]),
  'rule.too-many': row(400, 400547, ['规则过多，最多 {max} 条', 'Too many rules, at most {max}']),
  'rule.running': row(409, 409541, [
    '规则正在处理已有邮件，请等待完成或先停止',
    'Rules are already being applied; wait for them to finish or stop them first',
  ]),
  'rule.nothing-to-run': row(400, 400548, [
    '没有可用于已有邮件的规则（转发和拒收只对新邮件生效）',
    'There is no rule to apply: forwarding and rejecting only work on new mail',
  ]),
  'forward.duplicate': row(400, 400549, [
    '转发邮箱中存在重复的邮件地址！',
    'The forwarding list contains duplicate email addresses!',
  ]),
  'forward.own': row(400, 400550, [
    '不能转发到自己的邮箱',
    'Mail cannot be forwarded to the same mailbox',
  ]),
  'forward.not-allowed': row(403, 403541, [
    '管理员未开启自动转发',
    'Automatic forwarding has been turned off by the administrator',
  ]),
  'reply.no-content': row(400, 400551, ['请输入回复内容', 'Please enter the reply content']),
  'reply.range': row(400, 400552, [
    '开始时间必须早于结束时间',
    'Start time must be before end time',
  ]),
} as const satisfies ErrorRows
