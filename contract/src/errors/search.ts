import { type ErrorRows, row } from './error-row.ts'

/** Search and saved searches. */
export const searchErrors = {
  'search.empty': row(400, 400301, ['请输入搜索关键字', 'Please enter a search keyword']),
  'search.range': row(400, 400302, [
    '开始时间不能晚于结束时间',
    'Start time cannot be later than end time',
  ]),
  'search.too-many-saved': row(400, 400303, [
    '最多可保存 {max} 个搜索，请先删除不用的',
    'At most {max} searches can be saved, please delete one first',
  ]),
} as const satisfies ErrorRows
