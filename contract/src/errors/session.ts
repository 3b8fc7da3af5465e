import { type ErrorRows, row } from './error-row.ts'

/** Login and what ends it. */
export const sessionErrors = {
  'session.expired': row(401, 401, [
    '登录已过期，请重新登录',
    'login expired, please log in again',
  ]),
  'session.locked': row(400, 401014, ['屏幕已锁定', 'The screen is locked']),
  'session.not-found': row(404, 404101, ['该登录已结束', 'This session has already ended']),
  'session.password-wrong': row(400, 400102, ['登录密码不正确', 'Incorrect login password']),
  'login.failed': row(400, 400101, ['用户名或密码不正确', 'Incorrect user name or password']),
  'login.directory-away': row(503, 503101, [
    '暂时无法连接单位的目录服务，密码无法核对，请稍后再试',
    'The organisation’s directory cannot be reached right now, so the password could not be checked; please try again later',
  ]),
  'login.directory-gone': row(403, 403102, [
    '单位的目录中没有该账号，或账号已停用，请联系管理员',
    'The organisation’s directory does not have this account, or it is disabled there; contact the administrator',
  ]),
  'login.mailbox-over': row(403, 403101, [
    '该邮箱已到期，邮件仍会保留和接收，请联系管理员延期',
    'This mailbox has expired. Its mail is kept and still received; contact the administrator to extend it',
  ]),
  'login.too-many': row(429, 429101, [
    '登录失败次数过多，请 15 分钟后再试',
    'Too many failed logins, please try again in 15 minutes',
  ]),
} as const satisfies ErrorRows
