import { findMarks, lineAround } from '@hongyan/contract/mark-words'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const marked = (text: string, words: string[]) =>
  findMarks(text, words).map(([start, end]) => text.slice(start, end))

it.each([
  ['The Budget and budgets', ['budget'], ['Budget', 'budget']],
  ['rebudget', ['budget'], []],
  ['合同审批通知', ['审批'], ['审批']],
  ['合同budget审批', ['budget', '审批'], ['budget', '审批']],
  ['two  words here', ['two words'], ['two  words']],
  ['a-b (c) [d] x/y', ['a-b', '(c)', 'x/y'], ['a-b', '(c)', 'x/y']],
  ['nothing', ['!?', '-', ''], []],
])('SEARCH-07 marks in %j the words %j', (text, words, expected) => {
  expect(marked(text, words)).toEqual(expected)
})

it('SEARCH-07 whatever is searched for, marking never throws, and marks are in order', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 })
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 5 }), (content, words) => {
      let at = 0
      for (const [start, end] of findMarks(content, words)) {
        expect(start).toBeGreaterThanOrEqual(at)
        expect(end).toBeGreaterThan(start)
        at = end
      }
      const line = lineAround(content, words, { before: 5, after: 20 })
      expect(line === null || line.isWellFormed()).toBe(true)
    }),
    { numRuns: 500 },
  )
})
