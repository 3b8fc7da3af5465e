import { expect, it } from 'vitest'
import { askedFor, readyAnswers } from './asking.ts'

it.each([
  ['周四下午三点的评审会您能参加吗？', 'meeting'],
  ['Are you available on Thursday?', 'meeting'],
  ['请您在周五前确认新版报价单。', 'approval'],
  ['Please confirm the price list by Friday.', 'approval'],
  ['请于本周五前提交月度报告。', 'material'],
  ['Could you send me the plan?', 'material'],
  ['这个方案的成本大概是多少？', 'answer'],
  ['What does it cost?', 'answer'],
])('issue 15: what a mail asks for is known: %s', (text, kind) => {
  expect(askedFor(text)).toBe(kind)
})

it.each([
  '附件是本月的账单，供您查阅。',
  'The meeting is on Thursday. See you there.',
  'See https://a.example/?q=1 for the plan.',
  '好的。\n\n在 2026年11月1日，李娜 写道：\n> 您能参加吗？',
  'Fine.\n\nOn Monday Lina wrote:\n> Can you come?',
])('issue 15: a mail that asks nothing has no ready answers: %s', (text) => {
  expect(askedFor(text)).toBeNull()
})

it('issue 15: three ready answers for each kind, in both languages', () => {
  for (const kinds of Object.values(readyAnswers))
    for (const answers of Object.values(kinds)) expect(new Set(answers).size).toBe(3)
})
