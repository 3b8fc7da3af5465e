import { type ErrorRows, row } from './error-row.ts'

/** Trouble that any call may have. */
export const commonErrors = {
  'request.invalid': row(400, 400001, [
    '请求内容不正确：{detail}',
    'The request is not valid: {detail}',
  ]),
  'request.too-large': row(413, 413001, ['请求内容过大', 'The request is too large']),
  'request.not-found': row(404, 404000, ['没有这个接口', 'There is no such endpoint']),
  'request.too-many': row(429, 429001, [
    '操作过于频繁，请稍后再试',
    'Too many requests, please try again later',
  ]),
  'request.timeout': row(503, 503002, ['处理超时，请重试', 'This took too long, please try again']),
  'request.too-slow': row(408, 408001, [
    '网络太慢，上传已中断，请重试',
    'Your connection is too slow and the upload was interrupted. Please try again',
  ]),
  'server.failed': row(500, 500000, [
    '服务器出错了，请稍后再试',
    'Something went wrong on the server, please try again later',
  ]),
  'server.unavailable': row(503, 503001, [
    '服务暂时不可用，请稍后再试',
    'The service is not available right now, please try again shortly',
  ]),
  'server.full': row(507, 507002, [
    '服务器存储空间不足，请稍后再试',
    'The server is out of storage space, please try again later',
  ]),
  'address.not-yours': row(403, 403001, [
    '请求中的邮箱地址与登录账号不符',
    'The address in the request is not that of the signed-in account',
  ]),
  'item.not-found': row(404, 404001, [
    '内容不存在或已被删除',
    'This does not exist or has been deleted',
  ]),
  'quota.full': row(507, 507001, [
    '邮箱容量不足，请联系管理员',
    'The mailbox is full, please contact the administrator',
  ]),
  'link.invalid': row(404, 404003, ['链接无效或已过期', 'The link is not valid or has expired']),
} as const satisfies ErrorRows
