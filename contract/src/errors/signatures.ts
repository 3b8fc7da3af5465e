import { type ErrorRows, row } from './error-row.ts'

/** Signatures. */
export const signaturesErrors = {
  'sign.no-name': row(400, 400701, ['请输入签名名称', 'Please enter a name for the signature']),
  'sign.empty': row(400, 400702, ['请输入签名内容', 'Please enter the signature']),
  'sign.too-many': row(400, 400703, [
    '签名过多，最多 {max} 个',
    'Too many signatures, at most {max}',
  ]),
  'sign.system': row(403, 403701, [
    '系统签名由管理员管理，不能修改或删除',
    'Signatures of the organisation can only be changed by the administrator',
  ]),
} as const satisfies ErrorRows
