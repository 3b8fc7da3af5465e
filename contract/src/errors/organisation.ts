import { type ErrorRows, row } from './error-row.ts'

/** What an administrator sets for everybody. */
export const organisationErrors = {
  'announcement.times': row(400, 400420, [
    '结束时间必须晚于开始时间和现在',
    'The end must be later than the start and than now',
  ]),
} as const satisfies ErrorRows
