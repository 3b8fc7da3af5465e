import { type ErrorRows, row } from './error-row.ts'

/** Todo mail. */
export const todoErrors = {
  'todo.past': row(400, 400601, [
    '待办时间必须大于当前时间',
    'The due time must be later than the current time',
  ]),
  'todo.too-many': row(400, 400602, [
    '待办邮件过多，最多 {max} 封',
    'Too many messages on the to-do list, at most {max}',
  ]),
  'todo.not-done': row(400, 400603, [
    '只能删除已完成的待办邮件',
    'Only completed messages can be deleted here',
  ]),
} as const satisfies ErrorRows
