import { type ErrorRows, row } from './error-row.ts'

/** Troubles of the protection of what comes in. */
export const protectionErrors = {
  'protection.sender': row(400, 400480, [
    '请填写邮箱地址或域名，例如 name@example.org 或 example.org',
    'Enter an address or a domain, such as name@example.org or example.org',
  ]),
  'protection.too-many': row(400, 400481, [
    '名单已满，请先删除一些',
    'The list is full. Remove some entries first',
  ]),
  'protection.thresholds': row(400, 400482, [
    '隔离分数不能低于垃圾邮件分数，拒收分数不能低于隔离分数',
    'The quarantine score cannot be below the junk score, nor the refusal score below the quarantine score',
  ]),
  'protection.virus': row(400, 400483, [
    '含有病毒的邮件不能申请放行',
    'A message with a virus cannot be asked for',
  ]),
  'protection.sought': row(400, 400484, [
    '查找内容不符合所选类型的格式，或过短',
    'This is too short, or not in the form of what is looked for',
  ]),
  'protection.wave-busy': row(409, 409480, [
    '现在不能执行此操作，请刷新后查看进度',
    'This cannot be done now. See how far it is',
  ]),
  'protection.wave-gone': row(404, 404481, ['该查找已不存在', 'This search is no longer there']),
  'protection.not-received': row(400, 400485, [
    '只能举报收到的邮件',
    'Only mail that you received can be reported',
  ]),
  'protection.reported': row(409, 409481, [
    '您已举报过这封邮件',
    'You have already reported this message',
  ]),
  'protection.report-gone': row(404, 404482, ['该举报已不存在', 'This report is no longer there']),
  'protection.gone': row(404, 404480, [
    '该邮件已不在隔离区',
    'This message is no longer in quarantine',
  ]),
} as const satisfies ErrorRows
