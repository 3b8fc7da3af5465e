import { type ErrorRows, row } from './error-row.ts'

/** Labels. */
export const labelsErrors = {
  'label.not-found': row(404, 404501, ['标签不存在', 'The label does not exist']),
  'label.name-empty': row(400, 400521, ['标签名称不能为空', 'Label name cannot be empty']),
  'label.name-long': row(400, 400522, [
    '标签名称不能超过10个字符',
    'Label name cannot exceed 10 characters',
  ]),
  'label.name-taken': row(400, 400523, ['已有同名标签', 'There is already a label with this name']),
  'label.too-many': row(400, 400524, [
    '标签数量已达上限',
    'The maximum number of labels has been reached',
  ]),
} as const satisfies ErrorRows
