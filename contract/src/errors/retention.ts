import { type ErrorRows, row } from './error-row.ts'

/** Rules by which old mail is deleted. */
export const retentionErrors = {
  'retention.gone': row(404, 404290, ['该规则不存在', 'This rule is not there']),
  'retention.is-on': row(409, 409290, [
    '规则启用期间不能修改，请先停用',
    'A rule cannot be changed while it is on; turn it off first',
  ]),
  'retention.untried': row(409, 409291, [
    '请先试运行，再启用规则',
    'Do a dry run before you turn the rule on',
  ]),
  'retention.too-many': row(409, 409292, [
    '规则最多 {count} 条',
    'There can be at most {count} rules',
  ]),
} as const satisfies ErrorRows
