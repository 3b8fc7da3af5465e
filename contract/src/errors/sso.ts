import { type ErrorRows, row } from './error-row.ts'

/** Single sign-on, and tickets of other systems of the organisation. */
export const ssoErrors = {
  'sso.off': row(400, 400150, ['没有开通单点登录', 'Single sign-on is not set up here']),
  'sso.away': row(503, 503150, [
    '暂时无法连接单点登录服务',
    'The single sign-on service cannot be reached right now',
  ]),
  'sso.refused': row(400, 400153, [
    '单点登录没有成功，请重试',
    'Single sign-on failed, please try again',
  ]),
  'sso.unknown': row(400, 400152, [
    '该账号在本系统没有邮箱，请联系管理员',
    'This account has no mailbox here, please contact the administrator',
  ]),
  'ticket.refused': row(400, 400155, [
    '登录凭据无效或已过期，请从原系统重新进入',
    'This sign-in link is no longer valid; please start again from the system you came from',
  ]),
  'ticket.no-system': row(404, 404155, ['没有这个系统', 'There is no such system']),
} as const satisfies ErrorRows
