import { type ErrorRows, row } from './error-row.ts'

/** Feedback to the administrator. */
export const feedbackErrors = {
  'feedback.empty': row(400, 400710, ['请填写反馈内容', 'Please enter your feedback']),
  'feedback.long': row(400, 400711, [
    '反馈内容不能超过 {max} 个字',
    'Feedback can have at most {max} characters',
  ]),
} as const satisfies ErrorRows
