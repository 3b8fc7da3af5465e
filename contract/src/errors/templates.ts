import { type ErrorRows, row } from './error-row.ts'

/** Letter templates and papers. */
export const templatesErrors = {
  'template.no-name': row(400, 400704, ['请输入模板名称', 'Please enter a name for the template']),
  'template.empty': row(400, 400705, ['请输入模板内容', 'Please enter the text of the template']),
  'template.too-many': row(400, 400706, [
    '信件模板过多，最多 {max} 个',
    'Too many templates, at most {max}',
  ]),
  'paper.too-many': row(400, 400707, [
    '自定义信纸过多，最多 {max} 个',
    'Too much stationery of your own, at most {max}',
  ]),
  'paper.gone': row(400, 400708, [
    '所用的信纸已被删除，请另选信纸或取消信纸',
    'The stationery has been deleted; please choose another or none',
  ]),
} as const satisfies ErrorRows
