import { expect, it } from 'vitest'
import { wordFacts } from './word-facts.ts'

const evidenceOf = (text: string, code: string): string | undefined =>
  wordFacts(text).find((one) => one.code === code)?.evidence

it('issue 15: what a wording is shown by is the clause that it stands in: whole words, no stop in front', () => {
  expect(
    evidenceOf('您好，请于今日内将货款汇入我司新账户，我们决定更换收款银行。', 'words-payment'),
  ).toBe('请于今日内将货款汇入我司新账户')
  expect(
    evidenceOf(
      'Dear Anna, kindly remit the outstanding payment to the new account to keep the payment terms of last year.',
      'words-payment',
    ),
  ).toBe('kindly remit the outstanding payment to the new account to keep the payment')
  // What stands before it and is no wording moves nothing.
  const code = '您的验证码是 1234，请勿告诉他人。'
  expect(evidenceOf(`${code}请回复您的密码以完成验证，谢谢`, 'words-credentials')).toBe(
    '请回复您的密码以完成验证',
  )
})
