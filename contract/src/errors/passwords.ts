import { type ErrorRows, row } from './error-row.ts'

/** Rules that a new password breaks (M15 to M22), and what is owed before anything else. */
export const passwordsErrors = {
  'password.change-owed': row(403, 403110, [
    '您的密码需要修改',
    'Your password needs to be changed',
  ]),
  'password.elsewhere': row(400, 400121, [
    '该账号的密码由单位的目录服务管理，请在那里修改',
    'The password of this account is kept by the organisation’s directory; please change it there',
  ]),
  'password.old-wrong': row(400, 400110, ['原密码不正确', 'Incorrect current password']),
  'password.length': row(400, 400111, [
    '密码长度须为{min}到{max}位',
    'Password must be {min} to {max} characters long',
  ]),
  'password.kinds': row(400, 400112, [
    '密码须包含数字、大写字母、小写字母、特殊字符中的三种或以上',
    'Password must include at least three of: digits, upper case, lower case, special characters',
  ]),
  'password.kinds-all': row(400, 400113, [
    '密码须包含数字、大写字母、小写字母和特殊字符',
    'Password must include digits, upper case, lower case and special characters',
  ]),
  'password.chinese': row(400, 400114, [
    '密码不能包含中文',
    'Password cannot contain Chinese characters',
  ]),
  'password.account': row(400, 400115, [
    '密码不能包含账号',
    'Password cannot contain your account',
  ]),
  'password.run': row(400, 400116, [
    '密码不能包含3个及以上连续的数字或字母',
    'Password cannot contain 3 or more consecutive digits or letters',
  ]),
  'password.repeat': row(400, 400117, [
    '密码不能包含3个及以上相同的字符',
    'Password cannot contain 3 repeated characters',
  ]),
  'password.pinyin': row(400, 400118, [
    '密码不能包含姓名全拼',
    'Password cannot contain the full pinyin of your name',
  ]),
  'password.weak': row(400, 400119, [
    '密码过于简单，请更换',
    'This password is too common, please choose another',
  ]),
  'password.used-before': row(400, 400120, [
    '新密码不能与最近{count}次使用过的密码相同',
    'The new password cannot be one of your last {count}',
  ]),
} as const satisfies ErrorRows
