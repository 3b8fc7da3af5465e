import { type ErrorRows, row } from './error-row.ts'

/** Read-limited mail. */
export const authorisedErrors = {
  'authorised.count': row(400, 400435, [
    '阅读次数须为1到10的整数',
    'The number of reads must be a whole number from 1 to 10',
  ]),
  'authorised.days': row(400, 400436, [
    '有效天数须为1到30的整数',
    'The number of valid days must be a whole number from 1 to 30',
  ]),
  'authorised.password-long': row(400, 400437, [
    '阅读密码不能超过15个字符',
    'The read password cannot be longer than 15 characters',
  ]),
  'authorised.password-wrong': row(403, 403431, ['阅读密码不正确', 'Incorrect read password']),
  'authorised.code-wrong': row(403, 403432, [
    '验证码不正确或已过期',
    'The code is incorrect or has expired',
  ]),
  'authorised.too-many': row(429, 429431, [
    '尝试次数过多，请 15 分钟后再试',
    'Too many attempts, please try again in 15 minutes',
  ]),
  'authorised.ended': row(410, 410431, [
    '该邮件已无法阅读：次数已用完、已过有效期或已被发件人撤回',
    'This message can no longer be read: all reads have been used, it has expired, or it was recalled',
  ]),
  'authorised.not-ended': row(409, 409432, ['该邮件还可以阅读', 'This message can still be read']),
  'mail.no-forward': row(403, 403433, [
    '发件人不允许转发该邮件',
    'The sender does not allow this message to be forwarded',
  ]),
} as const satisfies ErrorRows
