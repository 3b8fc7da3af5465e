import { type ErrorRows, row } from './error-row.ts'

/** Mail programs and their authorisation codes. */
export const clientAccessErrors = {
  'client-access.closed': row(403, 403812, [
    '本单位未开放客户端访问',
    'Your organisation does not allow mail clients',
  ]),
  'client-access.off': row(400, 400811, [
    '请先允许客户端访问',
    'Turn on access for mail clients first',
  ]),
  'client-access.unproved': row(403, 403811, ['请先输入登录密码', 'Enter your password first']),
  'client-access.devices-closed': row(403, 403813, [
    '本单位未开放设备管理',
    'Your organisation does not offer device management',
  ]),
  'client-access.unbound': row(403, 403814, [
    '此设备已解绑，不能登录',
    'This device was blocked by its owner and cannot sign in',
  ]),
  'client-access.no-wipe': row(400, 400812, [
    '此设备无法远程擦除',
    'This device cannot be wiped remotely',
  ]),
  'client-access.too-many-codes': row(429, 429811, [
    '24 小时内最多生成 {max} 次授权码，请稍后再试',
    'At most {max} authorisation codes in 24 hours; try again later',
  ]),
} as const satisfies ErrorRows
