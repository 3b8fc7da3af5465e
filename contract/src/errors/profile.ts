import { type ErrorRows, row } from './error-row.ts'

/** Nickname and aliases (SECURITY-11). */
export const profileErrors = {
  'nickname.invalid': row(400, 400190, [
    '昵称须为 1 到 {max} 个字符，且不能包含邮箱地址、尖括号或不可见字符',
    'A nickname must have 1 to {max} characters and cannot contain an address, angle brackets or invisible characters',
  ]),
  'nickname.reserved': row(400, 400195, [
    '这是职务或系统的名称，请更换',
    'This is a job title or a system name, please choose another',
  ]),
  'nickname.taken': row(409, 409190, [
    '与另一位同事的姓名相同或过于相似，请更换',
    'This is, or looks like, the name of a colleague; please choose another',
  ]),
  'alias.off': row(403, 403190, [
    '单位未开放邮箱别名，请联系管理员',
    'Aliases are not available here, please contact the administrator',
  ]),
  'alias.invalid': row(400, 400191, [
    '别名须为 {min} 到 {max} 个字母、数字、点、横线或下划线，以字母或数字开头和结尾，并使用本单位的域名',
    'An alias must have {min} to {max} letters, digits, dots, hyphens or underscores, begin and end with a letter or digit, and use a domain of your organisation',
  ]),
  'alias.reserved': row(400, 400192, [
    '该名称为系统保留，请更换',
    'This name is reserved, please choose another',
  ]),
  'alias.taken': row(409, 409191, [
    '该地址已被使用，或与同事的地址过于相似，请更换',
    'This address is in use, or looks like that of a colleague; please choose another',
  ]),
  'alias.too-many': row(400, 400193, [
    '最多可以设置 {max} 个别名',
    'You can have at most {max} aliases',
  ]),
  'alias.encrypted': row(400, 400194, [
    '加密邮件只能用主地址发送',
    'Encrypted mail is sent from the main address only',
  ]),
} as const satisfies ErrorRows
