import { type ErrorRows, row } from './error-row.ts'

/** Pictures of signatures, templates and papers. */
export const ownPicturesErrors = {
  'picture.too-many': row(400, 400709, [
    '图片过多，最多 {max} 张，请先删除不用的签名、模板或信纸',
    'Too many pictures, at most {max}; please delete signatures, templates or stationery you do not use',
  ]),
} as const satisfies ErrorRows
