import { expect, it } from 'vitest'
import { forwardSubject, replySubject } from './subjects.ts'

it.each([
  ['预算', 'Re: 预算'],
  ['Re: 预算', 'Re: 预算'],
  ['RE：预算', 'RE：预算'],
  ['回复：预算', '回复：预算'],
  ['答复: 预算', '答复: 预算'],
  ['Re[2]: 预算', 'Re[2]: 预算'],
  ['Aw: Budget', 'Aw: Budget'],
  ['Fw: Budget', 'Re: Fw: Budget'],
  ['Regarding: x', 'Re: Regarding: x'],
  ['', 'Re:'],
])('COMPOSE-03 an answer to "%s" is called "%s"', (subject, expected) => {
  expect(replySubject(subject)).toBe(expected)
})

it('COMPOSE-03 a forwarded mail is named in the language of the user, once', () => {
  expect(forwardSubject('预算', 'zh')).toBe('转发：预算')
  expect(forwardSubject('Budget', 'en')).toBe('Fw: Budget')
  expect(forwardSubject('转发：预算', 'en')).toBe('转发：预算')
  expect(forwardSubject('FWD: Budget', 'zh')).toBe('FWD: Budget')
})
