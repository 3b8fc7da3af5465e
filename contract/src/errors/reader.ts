import { type ErrorRows, row } from './error-row.ts'

/** Pictures, previews, unsubscribing and read receipts. */
export const readerErrors = {
  'picture.unavailable': row(404, 404060, ['无法加载该图片', 'This picture cannot be loaded']),
  'preview.unsupported': row(400, 400660, [
    '此文件格式不支持预览',
    'This file format cannot be previewed',
  ]),
  'preview.too-big': row(400, 400661, [
    '文件过大，无法预览，请下载后查看',
    'The file is too large to be previewed, please download it',
  ]),
  'unsubscribe.not-offered': row(400, 400662, [
    '这封邮件不支持一键退订',
    'This message does not support one-click unsubscribe',
  ]),
  'unsubscribe.failed': row(502, 502660, [
    '退订请求未被对方接受，请稍后再试',
    'The unsubscribe request was not accepted, please try again later',
  ]),
  'receipt.not-asked': row(409, 409660, [
    '这封邮件没有待处理的已读回执请求',
    'This message has no pending read receipt request',
  ]),
} as const satisfies ErrorRows
