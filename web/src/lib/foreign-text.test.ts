import { expect, it } from 'vitest'
import { isolated, readAnswer } from './foreign-text.ts'
import { translator } from './translate.ts'

it('T29 names, subjects and files of an answer cannot turn what stands beside them; the texts of mails are untouched', () => {
  const answer = {
    list: [{ mailSubject: 'a\u202egpj.exe', text: '\u200fb\u202e' }],
    n: 1,
    no: null,
  }
  const read = { list: [{ mailSubject: 'agpj.exe', text: '\u200fb\u202e' }], n: 1, no: null }
  expect(readAnswer(JSON.stringify(answer))).toEqual(read)
  expect(readAnswer('{"name":"\\u202Ex\\u2066y\\u200e"}')).toEqual({ name: 'xy' })
  expect(readAnswer('{"name":"plain"}')).toEqual({ name: 'plain' })
})

it('T29 a value in a sentence of ours keeps its direction to itself', () => {
  expect(isolated('abc\u202ed')).toBe('abcd')
  expect(isolated('\u05d0\u05d1')).toBe('\u2068\u05d0\u05d1\u2069')
  expect(isolated(3)).toBe(3)
  const t = translator({ common: { moved: 'moved to {{name}} ({{count}})' } } as never, 'en')()
  expect(t('moved' as never, { name: '\u202e\u05d0', count: 2 })).toBe(
    'moved to \u2068\u05d0\u2069 (2)',
  )
})
