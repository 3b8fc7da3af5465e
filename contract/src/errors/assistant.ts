import { type ErrorRows, row } from './error-row.ts'

/** The assistant. Those of an answer that did not come travel in its last message. */
export const assistantErrors = {
  'assistant.off': row(403, 403910, ['智能助手未开启', 'The assistant is turned off']),
  'assistant.protected': row(403, 403911, [
    '加密邮件、授权邮件和已锁定文件夹中的邮件不会交给智能助手',
    'Encrypted mail, protected mail and mail in locked folders are never passed to the assistant',
  ]),
  'assistant.secret': row(403, 403912, [
    '内容含有证件号、银行卡号或密码，按单位规定不会交给智能模型',
    'It has identity, card or secret numbers, which your organisation gives to no model',
  ]),
  'assistant.too-long': row(400, 400910, [
    '邮件正文过长，系统无法检测',
    'The mail body is too long for the system to check',
  ]),
  'assistant.ticket': row(400, 400911, [
    '请求已失效，请重试',
    'This request is no longer valid, please try again',
  ]),
  'assistant.too-many': row(429, 429910, [
    '使用智能助手过于频繁，请稍后再试',
    'You have used the assistant too often, please try again later',
  ]),
  'assistant.unreachable': row(502, 502910, [
    '暂时无法连接智能模型，请稍后再试',
    'The model cannot be reached right now, please try again later',
  ]),
  'assistant.cut': row(502, 502911, [
    '回答中断，以上内容不完整，请重试',
    'The answer was interrupted and is incomplete, please try again',
  ]),
} as const satisfies ErrorRows
