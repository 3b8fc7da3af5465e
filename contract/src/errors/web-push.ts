import { type ErrorRows, row } from './error-row.ts'

/** Notifications of the browser. */
export const webPushErrors = {
  'push.bad-endpoint': row(400, 400901, [
    '浏览器的推送服务地址不被允许',
    'The push service of this browser is not allowed',
  ]),
  'push.bad-key': row(400, 400902, [
    '浏览器的推送密钥不正确',
    'The push key of the browser is not valid',
  ]),
} as const satisfies ErrorRows
