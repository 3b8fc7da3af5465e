import { type ErrorRows, row } from './error-row.ts'

/** Questions that keep programs away. */
export const captchaErrors = {
  'captcha.wrong': row(400, 400130, ['验证码不正确', 'Incorrect verification code']),
  'captcha.needed': row(400, 400131, ['请先完成验证', 'Please complete the verification first']),
} as const satisfies ErrorRows
