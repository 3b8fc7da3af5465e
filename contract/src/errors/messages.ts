import { type ErrorRows, row } from './error-row.ts'

/** Lists of mail and what is done to mail. */
export const messagesErrors = {
  'mail.none-selected': row(400, 400201, ['请至少选择一行', 'please select at least one row']),
  'mail.same-folder': row(400, 400202, ['已在该文件夹中', 'already in this folder']),
  'mail.bad-target': row(400, 400203, ['不能移动到此处', 'Mail cannot be moved here']),
  'mail.not-deletable': row(400, 400204, [
    '请先移入回收站，再彻底删除',
    'Move the message to the recycle bin before deleting it permanently',
  ]),
  'mail.not-draft': row(400, 400205, ['这不是草稿', 'This is not a draft']),
  'list.not-combined': row(400, 400206, [
    '该排序、筛选与会话视图不能同时使用',
    'This order, filter and conversation view cannot be used together',
  ]),
} as const satisfies ErrorRows
