import { type ErrorRows, row } from './error-row.ts'

/** Limits of what one person sends, and what administrators are told of. */
export const alarmsErrors = {
  'alarms.too-many': row(429, 429470, [
    '发信过于频繁：每分钟最多向 {max} 位收件人发信，请稍后再试',
    'You are sending too fast: at most {max} recipients a minute. Please try again later',
  ]),
  'alarms.held': row(403, 403470, [
    '该邮箱的发信已被暂停，请联系管理员',
    'Sending from this mailbox is on hold. Please contact your administrator',
  ]),
  'alarms.webhook': row(400, 400470, [
    'Webhook 地址须以 https:// 开头，不能带用户名、密码或端口',
    'The webhook address must begin with https:// and have no user name, password or port',
  ]),
} as const satisfies ErrorRows
