import { type ErrorRows, row } from './error-row.ts'

/** Codes that were sent or are made by an authenticator, and the phone they go to. */
export const codesErrors = {
  'code.wrong': row(400, 400140, ['验证码不正确或已失效', 'Incorrect or expired code']),
  'code.too-many': row(429, 429140, [
    '验证失败次数过多，请 15 分钟后再试',
    'Too many wrong codes, please try again in 15 minutes',
  ]),
  'code.too-often': row(429, 429141, [
    '验证码发送过于频繁，请稍后再试',
    'Too many codes requested, please try again later',
  ]),
  'second.is-on': row(400, 400141, [
    '已绑定验证器，请先解除',
    'An authenticator is already set up; remove it first',
  ]),
  'recovery.inside': row(400, 400145, [
    '请使用本单位以外的邮箱地址',
    'Please enter an address outside your organisation',
  ]),
  'phone.none': row(400, 400142, ['请先绑定手机', 'Please add a phone first']),
  'phone.taken': row(400, 400144, [
    '该手机已绑定其他账号',
    'This phone belongs to another account',
  ]),
  'phone.no-gateway': row(400, 400143, [
    '系统没有开通短信服务，请联系管理员',
    'Text messages are not set up here, please contact the administrator',
  ]),
} as const satisfies ErrorRows
