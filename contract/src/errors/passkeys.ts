import { type ErrorRows, row } from './error-row.ts'

/** Passkeys; one word for every reason why one was not taken, so that it tells nothing of who has which. */
export const passkeysErrors = {
  'passkey.refused': row(400, 400160, [
    '通行密钥验证失败，请重试',
    'The passkey was not accepted, please try again',
  ]),
  'passkey.off': row(400, 400161, [
    '此网址不支持通行密钥，请联系管理员',
    'Passkeys do not work at this address, please contact the administrator',
  ]),
  'passkey.many': row(400, 400162, [
    '通行密钥已达到上限，请先删除不用的',
    'You have reached the maximum number of passkeys; please remove one first',
  ]),
  'passkey.none': row(400, 400163, ['请先添加通行密钥', 'Please add a passkey first']),
} as const satisfies ErrorRows
