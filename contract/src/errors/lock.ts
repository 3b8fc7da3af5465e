import { type ErrorRows, row } from './error-row.ts'

/** The lock screen; that it is locked is said by `session.locked`. */
export const lockErrors = {
  'lock.no-password': row(400, 400951, ['请先设置锁屏密码', 'Please set a lock password first']),
  'lock.off': row(400, 400952, ['锁屏功能未启用', 'The lock screen is turned off']),
  'lock.exists': row(400, 400953, [
    '已设置锁屏密码，请用登录密码重新设置',
    'A lock password is already set; reset it with your login password',
  ]),
  'lock.length': row(400, 400954, [
    '锁屏密码长度应为4到20个字符',
    'The lock password must be 4 to 20 characters long',
  ]),
  'lock.wrong': row(400, 400955, [
    '锁屏密码不正确，还可以尝试{left}次',
    'Incorrect lock password; attempts left: {left}',
  ]),
  'lock.ended': row(401, 401955, [
    '锁屏密码多次不正确，已退出登录',
    'Too many incorrect lock passwords: you were signed out',
  ]),
  'lock.too-many': row(429, 429951, [
    '锁屏密码尝试次数过多，请 15 分钟后再试',
    'Too many incorrect lock passwords, please try again in 15 minutes',
  ]),
} as const satisfies ErrorRows
