import { type ErrorRows, row } from './error-row.ts'

/** Actions on whole folders. */
export const bulkErrors = {
  'mail.busy': row(409, 409202, [
    '该文件夹正在进行批量操作，请等待完成或先停止',
    'Another action on this whole folder is still running; wait for it to finish or stop it first',
  ]),
} as const satisfies ErrorRows
